import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyStateOf, troubleOf } from '../../../extension/empty-state';
import { WorkspaceIndex } from '../../../extension/workspace-index';

describe('the Testing view is empty', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rook-empty-'));
    mkdirSync(join(root, '.testmuai', 'rook'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const agent = 'projects/p/agents/a';
  function write(name: string, text: string): void {
    const file = join(root, '.testmuai', 'rook', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const outlines = async () => [await new WorkspaceIndex(root).read()];
  const state = async () => emptyStateOf(await outlines());

  test('without a workspace', () => {
    expect(emptyStateOf([])).toBe('noWorkspace');
  });

  test('without an agent', async () => {
    expect(await state()).toBe('noAgents');
    write('projects/p/project.yaml', 'name: P\n');
    expect(await state()).toBe('noAgents');
  });

  test('without a scenario', async () => {
    write(`${agent}/agent.yaml`, 'name: A\n');
    expect(await state()).toBe('noScenarios');
  });

  test('when a workspace cannot be read, with the place', async () => {
    write(`${agent}/scenarios/SC-001.yaml`, 'local_id: SC-001\n');
    write('projects/p/project.yaml', 'name: [unclosed\n');
    expect(await state()).toBe('broken');
    expect(troubleOf(await outlines())?.place?.file).toContain('project.yaml');
  });

  test('but not when there is a scenario, though it is broken, or another workspace is', async () => {
    write(`${agent}/scenarios/SC-001.yaml`, 'goal: [unclosed\n');
    expect(await state()).toBeUndefined();
    const broken = { root: '/elsewhere', agents: [], trouble: { message: 'x' } };
    expect(emptyStateOf([broken, ...(await outlines())])).toBeUndefined();
    expect(emptyStateOf([broken])).toBe('broken');
  });
});
