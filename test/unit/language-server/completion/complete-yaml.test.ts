import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { completeYaml } from '../../../../language-server/completion/complete-yaml';
import { silencingItems } from '../../../../language-server/completion/silencing-items';
import { type Files, markedFile } from '../marked-file';

function labels(name: string, marked: string, files: Files = {}, env: NodeJS.ProcessEnv = {}): string[] {
  return completeYaml({ ...markedFile(name, marked, files, env), snippets: true })
    .sort((a, b) => (String(a.sortText) < String(b.sortText) ? -1 : 1))
    .map(({ label }) => label);
}

/** The text after an item was chosen. */
function chosen(name: string, marked: string, label: string, files: Files = {}, snippets = false): string {
  const place = { ...markedFile(name, marked, files), snippets };
  const item = completeYaml(place).find((one) => one.label === label);
  if (!item?.textEdit || !('range' in item.textEdit)) throw new Error(`${label} is not offered`);
  return TextDocument.applyEdits(place.text, [item.textEdit]);
}

const profile = 'profiles/local.yaml';
const scenario = 'scenarios/SC-1.yaml';

describe('keys', () => {
  it('are those of the mapping, the missing needed ones first, without those that are there', () => {
    expect(labels(profile, 'name: x\n¦')).toEqual(['id', 'hooks', 'env', 'capabilities', 'hook_env', 'concurrency']);
    expect(labels(profile, 'id: x\nhooks:\n  open: a\n  ¦')).toEqual(['execute', 'prepare', 'close', 'collect']);
    expect(labels(profile, 'hooks:\n  execute:\n    ¦')).toEqual(expect.arrayContaining(['script', 'timeout_seconds']));
    expect(labels(profile, 'env:\n  - variable: A\n    ¦')).toEqual(['purpose']);
    expect(labels(scenario, 'goal: x\nexpectation:\n  ¦')).toEqual([
      'acceptance_criteria',
      'forbidden',
      'calls',
      'mcp',
      'output_kind',
    ]);
  });

  it('of a criterion are those of its check', () => {
    const keys = (check: string) => labels(scenario, `acceptance_criteria:\n  - check: ${check}\n    ¦`);
    expect(keys('regex')).toEqual(['pattern', 'id', 'statement', 'flags', 'absent', 'strict']);
    expect(keys('json_path')).toEqual(['path', 'id', 'statement', 'equals', 'exists', 'matches']);
    expect(keys('llm_judge')).toEqual(['statement', 'id']);
    expect(labels(scenario, 'acceptance_criteria:\n  - check: mcp_probe\n    expect:\n      ¦')).toEqual([
      'json_path',
      'equals',
      'contains',
      'exists',
    ]);
    expect(labels(scenario, 'expectation:\n  acceptance_criteria:\n    - { check: contains, ¦ }')).toContain(
      'ignore_case',
    );
  });

  it('are found in broken files, too', () => {
    expect(labels(profile, 'id: [\nhooks:\n  execute: "a\n  ¦\nenv: }')).toContain('collect');
    expect(labels(scenario, 'acceptance_criteria:\n  - check: contains\n    val¦\n  - chekc')).toContain('value');
  });

  it('are nowhere offered in comments and texts', () => {
    expect(labels(profile, 'id: x\n# ¦')).toEqual([]);
    expect(labels(scenario, 'goal: |\n  Say ¦')).toEqual([]);
    expect(labels(scenario, 'goal: Say ¦')).toEqual([]);
    expect(labels(scenario, 'goal: x # ¦')).toEqual([]);
  });

  it('of the other files', () => {
    expect(labels('/.testmuai/rook/settings.json', '{ "judge": { ¦ } }')).toContain('base_url');
    expect(labels('/.testmuai/rook/mcp.json', '{ "mcpServers": { "a": { "¦" } } }')).toEqual([
      'command',
      'args',
      'env',
      'url',
      'headers',
    ]);
    expect(labels('/.orkeon/hooks.json', '[{ "¦" }]')).toEqual(['event', 'command']);
    expect(labels('agent.yaml', '¦')).toContain('description');
    expect(labels('features/F-1.yaml', 'name: x\n¦')).toContain('expected_behaviour');
  });
});

describe('values', () => {
  const agent: Files = {
    'scripts/agent.mjs': 'console.log(process.env.AGENT_TOKEN, process.env.ROOK_TURN)',
    'scripts/deep/collect.py': '',
    'scripts/notes.md': '',
    '/hooks/shared.mjs': '',
    '/node_modules/x/index.js': '',
    'features/F-1.yaml': 'local_id: F-1\nname: Orders',
    'scenarios/SC-2.yaml': 'goal: x\ntags: [slow, smoke]\ncalls:\n  - { server: billing, tool: refund }',
    'scenarios/SC-3.yaml': 'goal: x\ntags: [smoke]\nacceptance_criteria:\n  - { check: called, tool: lookup }',
    '/.testmuai/rook/mcp.json': '{"mcpServers": {"billing": {"command": "x"}}}',
    'runs/2026-01-01T00-00-00Z/scenarios/SC-2/hooks.json':
      '{"phases": {"execute": {"ran": true, "ok": true, "data": {"calls": [{"name": "find_order"}]}}}}',
  };

  it.each([
    [profile, 'capabilities:\n  calls: ¦', ['true', 'false']],
    [scenario, 'class: ¦', ['functional', 'non_functional', 'adversarial']],
    [scenario, 'class: non_functional\ncategory: ¦', ['performance', 'token_economy', 'reliability', 'quality']],
    [scenario, 'calls:\n  - tool: x\n    expect: ¦', ['called', 'not_called', 'called_with']],
    [scenario, 'input:\n  kind: ¦', ['text', 'url', 'file']],
    [scenario, 'feature_id: ¦', ['F-1']],
    [scenario, 'tags:\n  - slow\n  - ¦', ['smoke']],
    [scenario, 'tags: [¦]', ['smoke', 'slow']],
    [scenario, 'calls:\n  - server: ¦', ['billing']],
    [scenario, 'calls:\n  - server: billing\n    tool: ¦', ['refund', 'find_order', 'lookup']],
    [scenario, 'local_id: ¦', ['SC-1']],
    ['profiles/active', '¦', ['local', 'other']],
    ['/.orkeon/hooks.json', '[{"event": "¦"}]', ['pre-tool', 'post-tool', 'stop']],
    [
      '/.testmuai/rook/settings.json',
      '{"judge": {"provider": ¦}}',
      ['openai-compatible', 'anthropic', 'google', 'command', 'vscode'],
    ],
  ])('%s %j', (name, marked, wanted) => {
    const profiles: Files = name === 'profiles/active' ? { 'profiles/local.yaml': '', 'profiles/other.yaml': '' } : {};
    expect(labels(name, marked, { ...agent, ...profiles })).toEqual(wanted);
  });

  it('of check are all checks', () => {
    expect(labels(scenario, 'acceptance_criteria:\n  - check: ¦')).toHaveLength(18);
  });

  it('of a script are paths, those of the agent first', () => {
    expect(labels(profile, 'hooks:\n  execute: ¦', agent)).toEqual([
      'scripts/agent.mjs',
      'scripts/deep/collect.py',
      'scripts/',
      'hooks/',
    ]);
    expect(labels(profile, 'hooks:\n  execute: { script: hooks/¦ }', agent)).toEqual(['hooks/shared.mjs']);
    expect(labels(profile, 'hooks:\n  execute: ../¦', agent)).toEqual([]);
  });

  it('of env are names, those that scripts read first, and never a value', () => {
    const source = 'hooks:\n  execute: scripts/agent.mjs\nenv:\n  - variable: ¦';
    const env = { OTHER_KEY: 'very-secret', npm_x: 'y' };
    expect(labels(profile, source, agent, env)).toEqual(['AGENT_TOKEN', 'OTHER_KEY']);
    const items = completeYaml({ ...markedFile(profile, source, agent, env), snippets: true });
    expect(JSON.stringify(items)).not.toContain('very-secret');
  });

  it('of hook_env are references', () => {
    const source = 'env:\n  - variable: A_TOKEN\nhook_env:\n  B: ';
    expect(labels(profile, `${source}¦`)).toContain('${A_TOKEN}');
    expect(chosen(profile, `${source}"x\${A¦"`, '${A_TOKEN}')).toBe(`${source}"x\${A_TOKEN}"`);
    expect(chosen(profile, `${source}\${A¦} y`, '${A_TOKEN}')).toBe(`${source}\${A_TOKEN} y`);
  });
});

it('replaces one word at the cursor, wherever that is, and never fails', () => {
  const sources = [
    'id: a\r\nhooks:\r\n\texecute: { script: "x" }\r\n  open:\nenv: [ { variable: A }, \n- 🦜: |\n  a\nhook_env:\n  A: "${B',
    'acceptance_criteria:\n- check: "regex\n  pattern: \'a\n- a: &x {b: [c, *x}\n<<<<<<< HEAD\ntags: [a\nclass:\n? x\n: y\n---\ngoal: >-\n  a',
  ];
  for (const name of [profile, scenario])
    for (const source of sources)
      for (let offset = 0; offset <= source.length; offset++) {
        const place = markedFile(name, `${source.slice(0, offset)}¦${source.slice(offset)}`);
        const cursor = place.text.positionAt(offset);
        for (const { label, textEdit } of completeYaml({ ...place, snippets: true })) {
          if (!textEdit || !('range' in textEdit)) throw new Error(`${label} has no range`);
          const { start, end } = textEdit.range;
          expect([
            start.line,
            end.line,
            start.character <= cursor.character,
            end.character >= cursor.character,
          ]).toEqual([cursor.line, cursor.line, true, true]);
        }
      }
});

it('codes are offered in a comment that silences', () => {
  const codes = (marked: string) => silencingItems({ ...markedFile(profile, marked), snippets: true });
  expect(codes('# rook-ignore-next-line script-not-found, ¦')?.map(({ label }) => label)).toContain(
    'timeout-over-hour',
  );
  expect(codes('# rook-ignore¦')).toBeUndefined();
  expect(codes('// rook-ignore-next-line out-¦of')?.[0]?.textEdit).toMatchObject({
    range: { start: { character: 25 }, end: { character: 31 } },
  });
});

describe('what is written', () => {
  it.each([
    [profile, 'id: a\r\nna¦\r\nenv: []\r\n', 'name', 'id: a\r\nname: \r\nenv: []\r\n'],
    [profile, 'na¦me: x', 'name', 'name: x'],
    [profile, 'hooks¦', 'hooks', 'hooks:\n  execute: '],
    [profile, 'env¦', 'env', 'env:\n  - variable: '],
    [profile, 'hooks:\n  ¦', 'execute', 'hooks:\n  execute: '],
    [scenario, '🦜: x\r\nclass: fun¦c # why', 'functional', '🦜: x\r\nclass: functional # why'],
    [scenario, 'class:¦', 'functional', 'class: functional'],
    [scenario, 'class: "fu¦"', 'functional', 'class: "functional"'],
    [scenario, 'expectation:\n  calls:\n    - ex¦', 'expect', 'expectation:\n  calls:\n    - expect: '],
    [scenario, 'tags:\n  ¦', 'a: b', "tags:\n  - 'a: b'"],
    [scenario, 'tags:\n  -¦', 'plain', 'tags:\n  - plain'],
    [scenario, "tags: ['¦']", 'a: b', "tags: ['a: b']"],
    ['/.testmuai/rook/mcp.json', '{"mcpServers": {"a": {"co¦"}}}', 'command', '{"mcpServers": {"a": {"command": ""}}}'],
    ['/.testmuai/rook/mcp.json', '{"mcpServers": {"a": {¦}}}', 'args', '{"mcpServers": {"a": {"args": []}}}'],
    ['profiles/active', 'lo¦cal\n', 'local', 'local\n'],
  ])('%s %j: %s', (name, marked, label, wanted) => {
    const files: Files = {
      'scenarios/SC-9.yaml': 'goal: x\ntags: ["a: b", plain]',
      ...(name === 'profiles/active' && { 'profiles/local.yaml': '' }),
    };
    expect(chosen(name, marked, label, files)).toBe(wanted);
  });

  it('is a whole criterion, with the lines of its list', () => {
    expect(chosen(scenario, 'goal: x\nacceptance_criteria:\n  - ¦', 'criterion: contains')).toBe(
      'goal: x\nacceptance_criteria:\n  - statement: What must hold.\n    check: contains\n    value: ',
    );
    expect(chosen(scenario, 'goal: x\r\nacceptance_criteria:\r\n  ¦', 'criterion: regex')).toBe(
      "goal: x\r\nacceptance_criteria:\r\n  - statement: What must hold.\r\n    check: regex\r\n    pattern: 'pattern'",
    );
  });

  it('is a whole file', () => {
    expect(chosen(scenario, '¦', 'scenario')).toMatch(/^local_id: SC-1\ntitle: What is tried\n[\s\S]+check: contains/);
    expect(chosen(profile, 'pro¦', 'profile')).toMatch(/^id: local\nname: .*\nhooks:\n {2}execute: scripts\/agent.mjs/);
    expect(labels(scenario, 'goal: x\n¦')).not.toContain('scenario');
  });
});
