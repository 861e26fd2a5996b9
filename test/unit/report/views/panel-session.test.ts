import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PanelSession } from '../../../../engine/report/views/panel-session';
import type { AgentRef } from '../../../../engine/workspace/workspace';
import type { PanelRoute } from '../../../../schemas/panel';
import type { ScenarioView } from '../../../../schemas/panel-view';
import { repositoryRoot } from '../../../../scripts/lib/repository.mjs';

const corpus = path.join(repositoryRoot, 'test', 'fixtures', 'corpus', 'run');
const place: Extract<PanelRoute, { view: 'scenario' }> = { view: 'scenario', runId: 'run', scenarioId: 'SC-002' };
let root: string;
let dir: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rook-session-'));
  cpSync(corpus, path.join(root, 'run'), { recursive: true });
  dir = path.join(root, 'run', 'scenarios', 'SC-002');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const session = (route: PanelRoute = place): PanelSession =>
  // Of the agent, a session of a scenario needs its runs only.
  new PanelSession({ runsDir: root, agentDir: root, id: 'a', name: 'A' } as AgentRef, route);

async function scenario(route: PanelRoute = place): Promise<ScenarioView> {
  const { message } = await session(route).shown();
  if (message.type !== 'scenario') throw new Error(JSON.stringify(message));
  return message.view;
}

function answer(content: string, in_ = dir): void {
  mkdirSync(in_, { recursive: true });
  const response = { scenario_id: 'SC-002', status: 'completed', transcript: [{ role: 'agent', content }] };
  writeFileSync(path.join(in_, 'response.json'), JSON.stringify(response));
}

describe('a scenario of a run', () => {
  test('the run of the corpus: what is there is shown, what is not is named', async () => {
    const view = await scenario();
    expect(view.verdict?.status).toBe('Unable to Verify');
    expect(view.files?.map((file) => file.path)).toEqual([
      'hooks.json',
      'request.json',
      'response.json',
      'snapshot.yaml',
      'verdict.yaml',
    ]);
    expect(view.missing).toEqual([]);
    expect(view.cuts).toBeUndefined();
  });

  test.each(['verdict.yaml', 'request.json', 'response.json', 'hooks.json', 'snapshot.yaml'])(
    'without %s the rest is shown',
    async (name) => {
      rmSync(path.join(dir, name));
      const view = await scenario();
      expect(view.missing).toEqual([`${name}: not recorded`]);
      expect(view.scenarioId).toBe('SC-002');
    },
  );

  test('with every record torn in half it is still shown, with what is wrong in words', async () => {
    for (const name of ['verdict.yaml', 'request.json', 'response.json', 'hooks.json'])
      writeFileSync(path.join(dir, name), '{"a": [');
    const { missing } = await scenario();
    expect(missing).toHaveLength(4);
    expect(missing.every((entry) => entry.includes(': cannot be read ('))).toBe(true);
  });

  test('a run and a scenario that are not there are said so', async () => {
    expect((await session({ ...place, runId: 'gone' }).shown()).message).toMatchObject({
      type: 'failed',
      route: { runId: 'gone' },
    });
    expect((await scenario({ ...place, scenarioId: 'SC-404' })).missing.length).toBeGreaterThan(3);
  });

  test('the attempt that was asked for', async () => {
    answer('the second', path.join(dir, 'attempts', '2'));
    const view = await scenario({ ...place, attempt: 2 });
    expect(view.attempt).toBe(2);
    expect(view.response?.transcript[0]?.content).toBe('the second');
    expect(view.files?.at(-1)?.path).toBe('attempts/2/response.json');
  });

  test('a run that goes on says so', async () => {
    expect((await session().shown()).running).toBe(false);
    appendFileSync(path.join(root, 'run', 'run.yaml'), '\nstatus: running\n');
    expect((await session().shown()).running).toBe(true);
  });
});

describe('what the page asks for', () => {
  test('the rest of a text that was cut, from whichever record it is of', async () => {
    const long = `${'line of an answer\n'.repeat(10_000)}the end`;
    answer(long);
    writeFileSync(
      path.join(dir, 'hooks.json'),
      JSON.stringify({ phases: { execute: { ran: true, ok: false, stderr: `${'e'.repeat(120_000)}!` } } }),
    );
    const view = await scenario();
    expect(view.response?.transcript[0]?.content.length).toBe(20_000);
    const cuts = view.cuts ?? [];
    expect(cuts.map(({ path: at }) => at.join('.'))).toEqual([
      'response.transcript.0.content',
      'hooks.phases.execute.stderr',
      'timeline.0.stderr',
    ]);
    for (const { path: at, length } of cuts) {
      const got = await session().answer({ ask: 'viewText', path: at, start: length - 3, end: length + 5 });
      expect(got).toEqual({ kind: 'text', text: at[0] === 'response' ? 'end' : 'ee!', length });
    }
  });

  test('of the attempt that is shown', async () => {
    answer(`first ${'x'.repeat(100_000)}`);
    answer(`second ${'x'.repeat(100_000)}`, path.join(dir, 'attempts', '2'));
    const at = ['response', 'transcript', 0, 'content'];
    const got = await session({ ...place, attempt: 2 }).answer({ ask: 'viewText', path: at, start: 0, end: 6 });
    expect(got).toMatchObject({ text: 'second' });
  });

  test('a text that is not there any more is refused in words', async () => {
    const at = ['response', 'transcript', 99, 'content'];
    expect(await session().answer({ ask: 'viewText', path: at, start: 0, end: 6 })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('have changed'),
    });
  });

  test('files of the scenario, and of no other place', async () => {
    expect(await session().answer({ ask: 'record', file: 'request.json' })).toMatchObject({ kind: 'json' });
    expect(await session().answer({ ask: 'record', file: '../../run.yaml' })).toMatchObject({ kind: 'refused' });
    expect(await session().answer({ ask: 'image', file: 'request.json' })).toMatchObject({ kind: 'refused' });
    expect(await session({ view: 'run', runId: 'run' }).answer({ ask: 'record', file: 'request.json' })).toMatchObject({
      kind: 'refused',
      message: 'files are read on the page of a scenario',
    });
  });

  test('a quotation far behind what was sent is found all the same', async () => {
    answer(`${'x'.repeat(200_000)} the promised words`);
    const verdict = `scenario_id: SC-002\nrun_id: run\nstatus: Fail\ncriteria:\n  - criterion_id: C1\n    criterion: c\n    expected: e\n    achieved: a\n    status: Fail\n    evidence: '"the promised words"'\n    confidence: High\nforbidden_hits: []\n`;
    writeFileSync(path.join(dir, 'verdict.yaml'), verdict);
    expect((await scenario()).quotes).toMatchObject([
      { path: ['response', 'transcript', 0, 'content'], start: 200_001, end: 200_019 },
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a folder that is a link', () => {
  test.each(['scenarios/SC-002', 'scenarios'])('out of the run (%s) shows nothing of where it leads', async (name) => {
    const linked = path.join(root, 'run', name);
    renameSync(linked, path.join(root, 'elsewhere'));
    symlinkSync(path.join(root, 'elsewhere'), linked);
    const { verdict, response, hooks, files, missing } = await scenario();
    expect([verdict, response, hooks, files]).toEqual([undefined, undefined, undefined, []]);
    expect(missing).toContain('verdict.yaml: cannot be read (its folder is a link, or stands in one)');
    expect(await session().answer({ ask: 'record', file: 'verdict.yaml' })).toMatchObject({
      kind: 'refused',
      message: "the scenario's folder is a link out of its run",
    });
  });

  test('above the run is where a user keeps his runs', async () => {
    const runs = path.join(root, 'runs');
    symlinkSync(root, runs);
    const { message } = await new PanelSession(
      { runsDir: runs, agentDir: root, id: 'a', name: 'A' } as AgentRef, // no more of it is read for a scenario
      place,
    ).shown();
    expect(message.type === 'scenario' && message.view.verdict?.status).toBeTruthy();
  });
});
