import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TreeNode, treeOf } from '../../../extension/tree-nodes';
import { WorkspaceIndex } from '../../../extension/workspace-index';

const example = join(__dirname, '..', '..', '..', 'examples', 'refund-desk');
const agentPath = join('.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'refund-desk');

describe('the tree of a workspace', () => {
  let root: string;
  let index: WorkspaceIndex;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rook-tree-'));
    cpSync(join(example, '.testmuai'), join(root, '.testmuai'), {
      recursive: true,
      filter: (source) => !/[\\/]runs$/.test(source),
    });
    index = new WorkspaceIndex(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const scenarioFile = (name: string) => join(root, agentPath, 'scenarios', name);
  const tree = async () => treeOf([await index.read()], (folder) => folder);
  const find = (nodes: TreeNode[], label: string): TreeNode => {
    const all = (list: TreeNode[]): TreeNode[] => list.flatMap((node) => [node, ...all(node.children)]);
    const found = all(nodes).find((node) => node.label.startsWith(label));
    if (!found) throw new Error(`no node ${label}`);
    return found;
  };

  test('goes from the project over agent and class to scenario and criterion', async () => {
    const [project] = await tree();
    const agent = project?.children[0];
    expect([project?.label, agent?.label]).toEqual(['Harbour Goods', 'Refund desk']);
    expect(agent?.children.map(({ label }) => label)).toEqual(['Functional', 'Non-functional', 'Adversarial']);
    expect(agent?.children[0]?.children[0]?.label).toMatch(/^SC-001 · A delivered order/);
    expect(agent?.children[0]?.children[0]?.children.map(({ label }) => label.split(' ')[0])).toEqual([
      'C1',
      'C2',
      'C3',
      'CALL-01',
    ]);
  });

  test('knows the line of each criterion and call', async () => {
    const scenario = find(await tree(), 'SC-004');
    const lines = readFileSync(scenarioFile('SC-004.yaml'), 'utf8').split('\n');
    expect(scenario.children.map(({ line }) => lines[line ?? -1]?.trim().slice(0, 12))).toEqual([
      '- statement:',
      '- statement:',
    ]);
    expect(lines[scenario.line ?? -1]).toMatch(/^local_id/);
    const nested = find(await tree(), 'SC-009');
    const nestedLines = readFileSync(scenarioFile('SC-009.yaml'), 'utf8').split('\n');
    expect(nested.children.map(({ line }) => nestedLines[line ?? -1]?.trim())).toEqual([
      '- id: AC-1',
      '- server: desk-tools',
    ]);
  });

  test('says why a scenario cannot run, and tags what can', async () => {
    const nodes = await tree();
    expect(find(nodes, 'SC-012').description).toMatch(/^not runnable: not executable: Settlement takes/);
    expect(find(nodes, 'SC-012').tags).toContain('unrunnable');
    expect(find(nodes, 'SC-001').tags).toEqual(['functional', 'happy_path', 'refund', 'smoke', 'runnable']);
    expect(find(nodes, 'SC-001').description).toBeUndefined();
  });

  test('keeps the nodes of files that have not changed, and only those', async () => {
    const before = await tree();
    const file = scenarioFile('SC-002.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title:.*$/m, 'title: Another title'));
    index.forget(file);
    const after = await tree();
    expect(find(after, 'SC-001')).toBe(find(before, 'SC-001'));
    expect(find(after, 'SC-002').label).toBe('SC-002 · Another title');
    expect(find(after, 'SC-002').id).toBe(find(before, 'SC-002').id);
  });

  test('notices a changed file that nobody reported, when asked to compare', async () => {
    await tree();
    const file = scenarioFile('SC-002.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title:.*$/m, 'title: Unreported'));
    expect(find(await tree(), 'SC-002').label).not.toContain('Unreported');
    await index.forgetChanged([file]);
    expect(find(await tree(), 'SC-002').label).toBe('SC-002 · Unreported');
  });

  test('shows a broken file as an error with its place, and the other scenarios beside it', async () => {
    writeFileSync(scenarioFile('SC-002.yaml'), 'local_id: SC-002\ngoal: [unclosed\n');
    const node = find(await tree(), 'SC-002');
    expect(node.error).toMatch(/^SC-002\.yaml:\d+:\d+: YAML cannot be read/);
    expect(node.tags).toEqual(['broken']);
    expect(find(await tree(), 'SC-001').error).toBeUndefined();
  });

  test('shows a second file with the same id, and says that its name is the fault', async () => {
    writeFileSync(scenarioFile('copy.yaml'), readFileSync(scenarioFile('SC-001.yaml')));
    const nodes = await tree();
    const all = find(nodes, 'Refund desk').children.flatMap(({ children }) => children);
    const twins = all.filter(({ label }) => label.startsWith('SC-001'));
    expect(new Set(twins.map(({ id }) => id)).size).toBe(2);
    expect(twins.map(({ error }) => error?.includes('is not the name of the file') ?? false).sort()).toEqual([
      false,
      true,
    ]);
  });

  test('computes what can run anew when the profile changes', async () => {
    expect(find(await tree(), 'SC-006').description).toBeUndefined();
    const profile = join(root, agentPath, 'profiles', 'local.yaml');
    writeFileSync(profile, readFileSync(profile, 'utf8').replace('usage: true', 'usage: false'));
    expect(find(await tree(), 'SC-006').description).toMatch(/^not runnable: needs token counts/);
  });

  test('says on the agent that no profile can be chosen', async () => {
    rmSync(join(root, agentPath, 'profiles', 'active'));
    expect(find(await tree(), 'Refund desk').description).toMatch(
      /several profiles and none is active: local, staging/,
    );
  });

  test('keeps what was read when a file above the scenarios breaks, and shows the fault', async () => {
    await tree();
    writeFileSync(join(root, agentPath, 'agent.yaml'), 'name: [unclosed\n');
    const nodes = await tree();
    expect(nodes[0]?.error).toMatch(/agent\.yaml:\d+:\d+: YAML cannot be read/);
    expect(find(nodes, 'SC-001').children.length).toBe(4);
  });

  test('groups by feature, by first tag, or not at all', async () => {
    const groups = async (grouping: 'feature' | 'tag' | 'none') => {
      const outline = await index.read({ features: true });
      const [project] = treeOf([outline], (folder) => folder, grouping);
      return project?.children[0]?.children ?? [];
    };
    const counts = (nodes: TreeNode[]) => nodes.reduce((sum, { children }) => sum + children.length, 0);
    expect((await groups('none')).map(({ label }) => label.slice(0, 6))).toContain('SC-012');
    expect(await groups('none')).toHaveLength(15);
    const byFeature = await groups('feature');
    expect(counts(byFeature)).toBe(15);
    expect(byFeature.every(({ label }) => /^F-\d+ · ./.test(label) || label === 'No feature')).toBe(true);
    const byTag = await groups('tag');
    expect(counts(byTag)).toBe(15);
    expect(new Set(byTag.map(({ id }) => id)).size).toBe(byTag.length);
  });

  test('puts several workspaces under their names', () => {
    const empty = { agents: [] };
    const nodes = treeOf(
      [
        { root: '/a', ...empty },
        { root: '/b', ...empty },
      ],
      (folder) => `name of ${folder}`,
    );
    expect(nodes.map(({ label }) => label)).toEqual(['name of /a', 'name of /b']);
  });
});
