import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../../..');

/** YAML files of the examples, of real workspaces, and of the golden files, that lie in a folder of that name. */
function filesIn(folder: 'profiles' | 'scenarios'): string[] {
  const roots = ['examples', 'test/fixtures/corpus', 'test/fixtures/lsp'].map((root) => join(repository, root));
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.split(/[\\/]/).includes(folder) && /\.ya?ml$/.test(name) && !/[\\/]runs[\\/]/.test(name))
      .map((name) => readFileSync(join(root, name), 'utf8')),
  );
  return files.map((text) => text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, ''));
}

/** What people write that is hard to edit: each a profile. */
const nastyProfiles = [
  'id: a\nhooks:\n    execute:   "scripts/a.mjs"   # four blanks\n    # between\n    close: ~\nenv:\n- variable: A_B\n# about the next\n- {variable: C_D, purpose: "why: because # not a comment"}\n',
  "---\n# a head\nname: 'it''s'\nid: \"a\"\nhooks: &h\n  execute: >-\n    scripts/a.mjs\ncapabilities: {usage: true, calls: false}\nhook_env: {A: \"1\", 'B': 2}\n...\n",
  'defaults: &limits\n  timeout_seconds: 60\n  delay_seconds: 0x1F\nid: a\nhooks:\n  open:\n    <<: *limits\n    script: a.mjs\n  execute:\n    <<: *limits\n    script: a.mjs # the same\n  close: *unused\nenv: []\n'.replace(
    '  close: *unused\n',
    '',
  ),
  '{"id": "a", "hooks": {"execute": "a.mjs", "close": null}, "env": [{"variable": "A_B"}], "hook_env": {}}\n',
  'hooks:\n  execute: a.mjs\n  close:\nid:    a\nenv:\n  -   purpose: p\n      variable: A_B\n  - variable: C_D\n\n\n\n# tail\n',
  'id: a\nhooks:\n  execute: a.mjs\nname: "🦜 \\u00e9"\nhook_env:\n  A: |\n    lines\n\n    and more\n  B: |+\n    keeps\n\n\nconcurrency: 007',
  'id: a\nhooks:\n  execute: {script: a.mjs, timeout_seconds: 1e2}\nhook_env:\n  ? complex\n  : value\n  <<: {A: "1"}\n',
  'env:\n  - variable: A_B # why\n    purpose: >\n      folded\n      text\n  # only this\n  - variable: E_F\nid: a\nhooks: {}\n',
];

const nastyScenarios = [
  'goal: |+\n  two\n\n\nlocal_id: S-1\nacceptance_criteria:\n- check: contains # how\n  value: \'a: b\'\n  id: AC-1\n- only a sentence\n-   statement: "wide"\n    check: called\n    tool: look_up\nforbidden:\n  - "x"\n  - y # no\n',
  'expectation:\n  forbidden: [a, "b, c", d]\n  acceptance_criteria:\n    - {statement: s, check: contains, value: v}\n    - &one\n      statement: t\n      check: equals\n      value: u\n  calls:\n    - tool: t\n      expect: called\n      arguments: {id: 1}\ntitle: \'t\'\nid: S-2\ngoal: >-\n  folded\n  text\n',
  '# head\n# of two lines\n\nlocal_id:   S-3   # three\ngoal: g\nexcluded: true # for now\ncalls:\n- tool: a\n  arguments:\n    deep: [1, {x: 2}]\n  expect: called\nfeature_id: F-1\nmax_turns: 0o17\n',
];

/** Texts of profiles, of every style; with LF and without a byte order mark. */
export const profileTexts: readonly string[] = [...nastyProfiles, ...filesIn('profiles')];
export const scenarioTexts: readonly string[] = [...nastyScenarios, ...filesIn('scenarios')];
