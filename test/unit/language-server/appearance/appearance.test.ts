import { describe, expect, it } from 'vitest';
import { foldingRanges } from '../../../../language-server/appearance/folding';
import { inlayHints } from '../../../../language-server/appearance/inlay-hints';
import { semanticTokens } from '../../../../language-server/appearance/semantic-tokens';
import { readOpenDocument } from '../../../../language-server/documents/rook-document';
import { type Files, markedFile } from '../marked-file';

it('folds what goes over several lines, without the blank lines after it', () => {
  const source = '# one\n# two\nhooks:\n  execute:\n    script: a\n\ngoal: |\n  a\n  b\n\ntags: [\n  a\n]\nlast: x\n';
  const { text } = markedFile('profiles/local.yaml', source);
  expect(foldingRanges(text).map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
    [0, 1, 'comment'],
    [2, 4, undefined],
    [3, 4, undefined],
    [6, 8, undefined],
    [10, 12, undefined],
  ]);
});

describe('colours', () => {
  function tokens(name: string, source: string): string[] {
    const { file, text, context } = markedFile(name, source);
    const { data } = semanticTokens(file, text, context);
    const found: string[] = [];
    let [line, character] = [0, 0];
    for (let at = 0; at < data.length; at += 5) {
      const [down = 0, right = 0, length = 0, , modifiers = 0] = data.slice(at, at + 5);
      character = down === 0 ? character + right : right;
      line += down;
      const start = { line, character };
      found.push(
        `${text.getText({ start, end: { line, character: character + length } })}${modifiers ? ' of Rook' : ''}`,
      );
    }
    return found;
  }

  it('are on variables where they are declared and replaced', () => {
    const source =
      'name: ${NOT}\r\nenv:\r\n  - variable: TOKEN\r\nhook_env:\r\n  ROOK_TURN: a\r\n  🦜: "x ${A_B} ${ROOK_RUN_ID}${C}"\r\n';
    expect(tokens('profiles/local.yaml', source)).toEqual([
      'TOKEN',
      'ROOK_TURN of Rook',
      'A_B',
      'ROOK_RUN_ID of Rook',
      'C',
    ]);
    expect(
      tokens('/.testmuai/rook/mcp.json', '{"mcpServers": {"a": {"env": {"T": "${TOKEN}"}, "command": "${NOT}"}}}'),
    ).toEqual(['TOKEN']);
  });

  it('are on the variables of Rook in scripts, not in their comments', () => {
    expect(
      tokens(
        'scripts/agent.mjs',
        "// ROOK_TURN\nconst { ROOK_SESSION } = process.env;\nconsole.log(process.env['ROOK_TURN'])",
      ),
    ).toEqual(['ROOK_SESSION of Rook', 'ROOK_TURN of Rook']);
  });
});

describe('hints', () => {
  function hints(name: string, source: string, files: Files = {}): string[] {
    const { file, text, context } = markedFile(name, source, files);
    const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    return inlayHints(readOpenDocument(file, text), context, all).map(
      ({ position, label }) => `${position.line}:${position.character} ${label}`,
    );
  }

  it("say how long a hook may take, and that its script is not in the agent's folder", () => {
    const source =
      'id: local\nhooks:\n  execute: scripts/a.mjs\n  open: hooks/b.mjs\n  close: { script: scripts/a.mjs, timeout_seconds: 2 }\n  collect: { script: scripts/a.mjs, timeout_seconds: 9 }\n';
    expect(hints('profiles/local.yaml', source, { 'scripts/a.mjs': '', '/hooks/b.mjs': '' })).toEqual([
      '3:19 from the workspace root, up to 30 s',
      '2:24 up to 300 s',
      '4:32 up to 5 s',
    ]);
  });

  it('say the last verdicts', () => {
    const source =
      'local_id: SC-1\ngoal: x\nacceptance_criteria:\n  - id: A\n    check: contains\n    value: y\n  - check: equals\n    value: z\n';
    const criterion = { criterion: 'c', expected: 'e', achieved: 'a', evidence: 'q', confidence: 'High' };
    const verdict = {
      scenario_id: 'SC-1',
      run_id: 'r',
      status: 'Fail',
      forbidden_hits: [],
      criteria: [
        { ...criterion, criterion_id: 'A', status: 'Pass' },
        { ...criterion, criterion_id: 'C2', status: 'Fail' },
      ],
    };
    const run = 'runs/2026-01-02T00-00-00Z/scenarios/SC-1';
    const files = { [`${run}/verdict.yaml`]: JSON.stringify(verdict), [`${run}/snapshot.yaml`]: source };
    expect(hints('scenarios/SC-1.yaml', source, files)).toEqual(['0:14 Fail', '3:9 Pass', '6:17 Fail']);
    expect(hints('scenarios/SC-1.yaml', `${source}# new\n`, files)[0]).toBe('0:14 Fail (before a change)');
    expect(hints('scenarios/SC-1.yaml', source)).toEqual([]);
  });
});
