import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PanelFollower } from '../../../engine/report/views/panel-follower';
import { PanelSession } from '../../../engine/report/views/panel-session';
import { agentLayout } from '../../../engine/workspace/layout';
import type { AgentRef } from '../../../engine/workspace/workspace';
import type { PanelRoute, ToPanel } from '../../../schemas/panel';

let agent: AgentRef;
let messages: ToPanel[];
const followers: PanelFollower[] = [];

beforeEach(() => {
  const agentDir = mkdtempSync(path.join(tmpdir(), 'rook-follower-'));
  agent = { ...agentLayout(agentDir), id: 'desk', name: 'Desk', projectId: 'desk', profileIds: [] };
  messages = [];
});
afterEach(() => {
  for (const one of followers.splice(0)) one.stop();
  rmSync(agent.agentDir, { recursive: true });
});

function addRun(id: string, status: string): void {
  const runDir = path.join(agent.runsDir, id);
  mkdirSync(path.join(runDir, 'scenarios'), { recursive: true });
  const head = `id: ${id}\nagent_id: desk\nprofile_id: local\ncreated: 2026-10-04T21:07:16Z\nincluded: []\n`;
  writeFileSync(path.join(runDir, 'run.yaml'), `${head}status: ${status}\n`);
}

function follow(route: PanelRoute): { session: PanelSession; follower: PanelFollower } {
  const session = new PanelSession(agent, route);
  const follower = new PanelFollower(agent, session, {
    post: async (message) => void messages.push(message),
    fault: (error) => {
      throw error;
    },
  });
  followers.push(follower);
  return { session, follower };
}

const kinds = () => messages.map(({ type }) => type);

describe('a page that is followed', () => {
  test('is told nothing before it is there, and nothing after it is gone', async () => {
    addRun('a', 'completed');
    const { follower } = follow({ view: 'run', runId: 'a' });
    await follower.refresh();
    expect(messages).toEqual([]);
    await follower.begin();
    expect(kinds()).toEqual(['run']);
    follower.stop();
    await follower.refresh();
    expect(kinds()).toEqual(['run']);
  });

  test('is shown a run that goes on again and again, until it has ended', async () => {
    addRun('a', 'running');
    const { follower } = follow({ view: 'run', runId: 'a' });
    await follower.begin();
    await vi.waitFor(() => expect(kinds().length).toBeGreaterThan(1), { timeout: 20_000 });
    addRun('a', 'completed');
    const last = () => messages.findLast((one) => one.type === 'run')?.view;
    await vi.waitFor(() => expect(last()?.status).toBe('completed'), { timeout: 20_000 });
  });

  test('is told once of a newer run, anew at each place, and when it is gone', async () => {
    addRun('a', 'completed');
    addRun('b', 'completed');
    const { session, follower } = follow({ view: 'run', runId: 'a' });
    await follower.begin();
    await follower.refresh();
    expect(messages.filter(({ type }) => type === 'newer')).toEqual([{ type: 'newer', runId: 'b' }]);
    session.go({ view: 'run', runId: 'b' });
    await follower.refresh();
    session.go({ view: 'run', runId: 'a' });
    await follower.refresh();
    expect(kinds()).toEqual(['run', 'newer', 'run', 'run', 'run', 'newer']);
    rmSync(path.join(agent.runsDir, 'b'), { recursive: true });
    await follower.refresh();
    expect(messages.at(-1)).toEqual({ type: 'newer' });
  });

  test('is not told of folders that are no runs', async () => {
    addRun('a', 'completed');
    mkdirSync(path.join(agent.runsDir, 'notes'));
    const { follower } = follow({ view: 'run', runId: 'a' });
    await follower.begin();
    expect(kinds()).toEqual(['run']);
  });
});
