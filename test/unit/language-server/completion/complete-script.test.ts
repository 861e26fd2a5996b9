import { describe, expect, it } from 'vitest';
import { analyseHookScript } from '../../../../engine/workspace/hook-contract/entry';
import { completeScript } from '../../../../language-server/completion/complete-script';
import { hookSkeletons } from '../../../../language-server/completion/hook-skeletons';
import { withoutHoles } from '../../../../language-server/completion/whole-snippets';
import { hookPhases } from '../../../../schemas/phase';
import { markedFile } from '../marked-file';

const profile = { 'profiles/local.yaml': 'hooks:\n  execute: scripts/agent.mjs\nenv:\n  - variable: AGENT_TOKEN' };

function labels(marked: string, name = 'scripts/agent.mjs'): string[] {
  return completeScript({ ...markedFile(name, marked, profile), snippets: true }).map(({ label }) => label);
}

describe('variables', () => {
  it.each([
    'process.env.¦',
    'process.env.ROOK_¦',
    "process.env['¦",
    'const { A, ¦ } = process.env;',
    'const { env } = process;\nenv.R¦',
  ])('%s', (marked) => {
    expect(labels(marked)).toEqual(expect.arrayContaining(['AGENT_TOKEN', 'ROOK_TURN', 'ROOK_SESSION']));
  });

  it('are those that the script gets', () => {
    expect(labels('process.env.¦')).not.toContain('ROOK_INVOCATION');
    expect(labels('config.¦')).toEqual([]);
    expect(labels('mine.env.¦')).toEqual([]);
  });
});

describe('fields of what a hook prints', () => {
  it.each([
    ['console.log(JSON.stringify({ ¦ }))', ['output', 'conversation', 'calls', 'usage']],
    ['console.log(JSON.stringify({ output: f({ a: [1, 2] }), c¦', ['output', 'conversation', 'calls', 'usage']],
    ['async execute() { return { ¦', ['output', 'conversation', 'calls', 'usage']],
    ['print({ usage: { ¦ } })', ['input', 'output']],
    ['print({ calls: [{ name: "a" }, { ¦ }] })', ['name', 'arguments']],
    ['print({ output: ¦ })', []],
    ['call({ ¦ })', []],
  ])('%s', (marked, wanted) => {
    expect(labels(marked)).toEqual(wanted);
  });
});

describe('whole scripts', () => {
  it('are offered where a script begins', () => {
    expect(labels('¦')).toHaveLength(3);
    expect(labels('rook¦')).toHaveLength(3);
    expect(labels('const a = 1;\nb¦')).toEqual([]);
    expect(labels('¦', 'scripts/agent.py')).toEqual([]);
  });

  it.each(['.mjs', '.cjs', '.ts'])('obey the contract as they stand, as %s', (extension) => {
    for (const { label, body } of hookSkeletons(extension !== '.cjs')) {
      const phases = label.includes('every') ? hookPhases : (['execute'] as const);
      const { findings, syntaxProblem } = analyseHookScript(withoutHoles(body), { path: `hook${extension}`, phases });
      expect({ label, syntaxProblem, findings }).toEqual({ label, syntaxProblem: undefined, findings: [] });
    }
  });
});
