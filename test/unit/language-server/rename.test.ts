import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { renameEdits } from '../../../engine/workspace/edits/rename-id';
import { analyseHookScript } from '../../../engine/workspace/hook-contract/entry';
import { type RookFile, rookFileAt } from '../../../engine/workspace/rook-file';
import { readOpenDocument } from '../../../language-server/documents/rook-document';
import { renamableAt } from '../../../language-server/rename/renamable';
import { MemoryFiles, pathIn, root } from './memory-files';

/** Renames what stands at the mark `|` in one of the files. */
function rename(files: Record<string, string>, name: string, to: string, analyse = analyseHookScript) {
  const marked = files[name] ?? '';
  const offset = marked.indexOf('|');
  const memory = new MemoryFiles({ ...files, [name]: marked.replace('|', '') });
  const path = pathIn(name);
  const file: RookFile = rookFileAt(path) ?? { kind: 'script', path, workspaceRoot: root };
  const text = TextDocument.create(pathToFileURL(path).href, 'yaml', 1, memory.text(path) ?? '');
  const context = { files: memory, env: {}, analyse };
  const found = renamableAt(readOpenDocument(file, text), offset, context);
  if (!found) return undefined;
  const edits = renameEdits(found.thing, to, { files: memory, textOf: (other) => memory.text(other), analyse });
  return {
    name: text.getText().slice(found.range.start, found.range.end),
    refusal: edits.ok ? undefined : edits.error.message,
    edits: edits.ok ? edits.value : [],
    after: edits.ok ? memory.after(edits.value) : undefined,
  };
}

const hooks = 'hooks:\n  execute: scripts/a.mjs\n';

describe('renaming an id', () => {
  it('of a scenario takes its file, and the features that list it, along', () => {
    const done = rename(
      {
        'scenarios/SC-1.yaml': 'local_id: "SC|-1" # one\ngoal: g\n',
        'scenarios/SC-10.yaml': 'local_id: SC-10\ngoal: SC-1\n',
        'features/F-1.yaml': "name: f # SC-1\nscenarios: ['SC-1', SC-10]\n",
      },
      'scenarios/SC-1.yaml',
      'SC-2',
    );
    expect(done?.name).toBe('SC-1');
    expect(done?.after).toEqual({
      'scenarios/SC-2.yaml': 'local_id: "SC-2" # one\ngoal: g\n',
      'scenarios/SC-10.yaml': 'local_id: SC-10\ngoal: SC-1\n',
      'features/F-1.yaml': "name: f # SC-1\nscenarios: ['SC-2', SC-10]\n",
    });
  });

  it('of a profile takes the pointer, what was observed, and the draft along', () => {
    const files = {
      'profiles/a.yaml': `id: |a\n${hooks}`,
      'profiles/active': 'a\r\n',
      'profiles/.observed/a.json': '{}',
      'profiles/.authored/a.json': '{}',
      'profiles/b.yaml': `id: b\n${hooks}`,
    };
    expect(rename(files, 'profiles/a.yaml', 'c-d')?.after).toEqual({
      'profiles/c-d.yaml': `id: c-d\n${hooks}`,
      'profiles/active': 'c-d\r\n',
      'profiles/.observed/c-d.json': '{}',
      'profiles/.authored/c-d.json': '{}',
      'profiles/b.yaml': `id: b\n${hooks}`,
    });
    const pointed = rename(
      { ...files, 'profiles/a.yaml': `id: a\n${hooks}`, 'profiles/active': '|a\n' },
      'profiles/active',
      'x',
    );
    expect(pointed?.after?.['profiles/active']).toBe('x\n');
  });

  it('of a feature follows it into its scenarios, from either side', () => {
    const files = {
      'features/F-1.yaml': 'id: F-1\nname: f\n',
      'scenarios/A.yaml': 'feature_id: F-|1\ngoal: g\n',
      'scenarios/B.yaml': 'goal: F-1\n"feature_id" : \'F-1\' # F-1\n',
    };
    expect(rename(files, 'scenarios/A.yaml', 'F-009')?.after).toEqual({
      'features/F-009.yaml': 'id: F-009\nname: f\n',
      'scenarios/A.yaml': 'feature_id: F-009\ngoal: g\n',
      'scenarios/B.yaml': 'goal: F-1\n"feature_id" : \'F-009\' # F-1\n',
    });
  });

  it('of a criterion, an agent and a project changes its place and the pointers', () => {
    const criteria = 'goal: g\nacceptance_criteria:\n- {id: A|C-1, statement: s}\n- statement: t\n';
    expect(rename({ 'scenarios/A.yaml': criteria }, 'scenarios/A.yaml', 'AC-7')?.after?.['scenarios/A.yaml']).toBe(
      'goal: g\nacceptance_criteria:\n- {id: AC-7, statement: s}\n- statement: t\n',
    );
    expect(rename({ 'scenarios/A.yaml': criteria }, 'scenarios/A.yaml', 'C2')?.refusal).toMatch(/another criterion/);
    const project = '/.testmuai/rook/projects/desk';
    const owners = { 'agent.yaml': 'id: par|rot\n', [`${project}/active`]: 'parrot\n' };
    expect(rename(owners, 'agent.yaml', 'ara')?.after).toEqual({
      'agent.yaml': 'id: ara\n',
      [`${project}/active`]: 'ara\n',
    });
    const settings = '/.testmuai/rook/settings.json';
    const projects = {
      [`${project}/project.yaml`]: 'id: d|esk\n',
      [settings]: '{\n\t"active_project_id": "desk" }\n',
    };
    expect(rename(projects, `${project}/project.yaml`, 'shop')?.after).toEqual({
      [`${project}/project.yaml`]: 'id: shop\n',
      [settings]: '{\n\t"active_project_id": "shop" }\n',
    });
  });

  it.each([
    ['scenarios/A.yaml', 'goal: g\nid: |A\n', '../B', /cannot be an id/],
    ['scenarios/A.yaml', 'goal: g\nid: |A\n', 'B', /a scenario B already/],
    ['profiles/a.yaml', `id: |a\n${hooks}`, 'My Profile', /no id of a profile/],
  ])('is refused for a name that is none, or is taken: %s', (name, text, to, why) => {
    const done = rename({ [name]: text, 'scenarios/B.yml': 'goal: g\n' }, name, to);
    expect(done?.refusal).toMatch(why);
  });

  it('is not offered elsewhere', () => {
    expect(rename({ 'scenarios/A.yaml': 'goal: g|g\nid: A\n' }, 'scenarios/A.yaml', 'x')).toBeUndefined();
    expect(rename({ 'profiles/a.yaml': `id: [|\n` }, 'profiles/a.yaml', 'x')).toBeUndefined();
  });
});

describe('renaming a variable', () => {
  const profile = (variable: string): string =>
    `id: a\n${hooks}env:\n  - variable: ${variable} # it\nhook_env:\n  URL: "x/\${API_KEY}/\${API_KEY_2}"\n`;
  const script =
    "import './b.mjs';\nconst { API_KEY, X: y } = process.env; // API_KEY\nconst again = process.env['API_KEY'] ?? process.env.API_KEY;\nconsole.log(API_KEY, y, again);\n";

  it('reaches the profiles of the workspace, their scripts, and what those import', () => {
    const files = {
      'profiles/a.yaml': profile('API|_KEY'),
      'profiles/b.yaml': `id: b\n${hooks}hook_env: {API_KEY: "1"}\n`,
      'scripts/a.mjs': script,
      'scripts/b.mjs': 'export const key = process.env.API_KEY;\n',
      'scripts/other.mjs': 'process.env.API_KEY;\n',
    };
    expect(rename(files, 'profiles/a.yaml', 'TOKEN')?.after).toEqual({
      'profiles/a.yaml': profile('TOKEN').replace('${API_KEY}', '${TOKEN}'),
      'profiles/b.yaml': `id: b\n${hooks}hook_env: {TOKEN: "1"}\n`,
      'scripts/a.mjs':
        "import './b.mjs';\nconst { TOKEN: API_KEY, X: y } = process.env; // API_KEY\nconst again = process.env['TOKEN'] ?? process.env.TOKEN;\nconsole.log(API_KEY, y, again);\n",
      'scripts/b.mjs': 'export const key = process.env.TOKEN;\n',
      'scripts/other.mjs': 'process.env.API_KEY;\n',
    });
  });

  it('begins in a script, or at a reference, too', () => {
    const files = { 'profiles/a.yaml': profile('API_KEY'), 'scripts/a.mjs': 'const k = process.env.API|_KEY;\n' };
    expect(rename(files, 'scripts/a.mjs', 'TOKEN')?.after?.['profiles/a.yaml']).toContain('variable: TOKEN # it');
    const referred = {
      ...files,
      'profiles/a.yaml': profile('API_KEY').replace('${API', '${A|PI'),
      'scripts/a.mjs': '',
    };
    expect(rename(referred, 'profiles/a.yaml', 'TOKEN')?.after?.['profiles/a.yaml']).toContain(
      '"x/${TOKEN}/${API_KEY_2}"',
    );
  });

  it.each([
    ['is not understood', 'const k = ["API_KEY"].map((n) => process.env[n]);\n', /a\.mjs:1 speaks of API_KEY/],
    ['has the new name already', 'const k = [process.env.API_KEY, process.env.TOKEN];\n', /reads TOKEN already/],
  ])('is refused when a script %s', (_, source, why) => {
    const files = { 'profiles/a.yaml': profile('API|_KEY'), 'scripts/a.mjs': source };
    expect(rename(files, 'profiles/a.yaml', 'TOKEN')?.refusal).toMatch(why);
  });

  it.each([
    ['not-a-name', /no name of a variable/],
    ['ROOK_TURN', /what Rook sets/],
    ['URL', /names URL already/],
  ])('is refused for %s', (to, why) => {
    const files = { 'profiles/a.yaml': profile('API|_KEY'), 'scripts/a.mjs': '' };
    expect(rename(files, 'profiles/a.yaml', to)?.refusal).toMatch(why);
  });
});
