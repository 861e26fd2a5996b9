import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../../engine/author/diagnosis';
import type { Exchange } from '../../../engine/author/draft';

/** What is said of a program that our script has started, which wrote this to standard error; its reply was kept, empty. */
function explained(stderr: string, exchange: Exchange = { body: '' }): Diagnosis | undefined {
  const error = `execute exited with code 1:\n${stderr}`;
  return diagnose(
    {
      ok: false,
      goal: 'Say hello.',
      phases: [{ phase: 'execute', turn: 1, ok: false, durationMs: 5, exitCode: 1, stderr, error }],
      observed: { multi_turn: false, calls: false, usage: false },
      exchange,
      error,
    },
    { profileId: 'desk', profileFile: 'desk.yaml', scripts: { execute: 'scripts/desk.mjs' }, env: [] },
  );
}

const usage = 'usage: a.py [-h] --query QUERY\na.py: error: the following arguments are required: --query';

describe('a program that was started by a generated script', () => {
  it.each<[string, string, Diagnosis['code'], RegExp, RegExp]>([
    [
      'wants other arguments (argparse)',
      `${usage}\npython3 exited with 2: ${usage.replace('\n', ' ')}`,
      'non_zero_exit',
      /does not take these arguments: "the following arguments are required: --query"/,
      /--query \{\{goal\}\}/,
    ],
    [
      'wants other arguments (click)',
      'Usage: agent [OPTIONS] COMMAND\nError: No such option: --json\nagent exited with 2: Error: No such option: --json',
      'non_zero_exit',
      /No such option: --json/,
      /--help/,
    ],
    [
      'was killed',
      'python3 was ended by SIGKILL: it printed nothing',
      'non_zero_exit',
      /The program python3 was ended by SIGKILL/,
      /memory/,
    ],
    ['crashed', 'agent was ended by SIGSEGV: it printed nothing', 'non_zero_exit', /SIGSEGV/, /crashed/],
    [
      'wants a newline',
      'need newline\npython3 exited with 1: need newline',
      'non_zero_exit',
      /a newline at its end/,
      /\{\{goal\}\}/,
    ],
    [
      'wants further lines',
      'Traceback (most recent call last):\nEOFError: EOF when reading a line\npython3 exited with 1: EOFError: EOF when reading a line',
      'non_zero_exit',
      /further lines/,
      /whole input/,
    ],
    [
      'wants a terminal',
      "OSError: [Errno 6] No such device or address: '/dev/tty'\npython3 exited with 1: OSError",
      'no_tty',
      /terminal/,
      /--print/,
    ],
    [
      'may not be executed',
      'could not start ./agent.py: EACCES',
      'not_found',
      /may not be executed/,
      /chmod \+x \.\/agent\.py/,
    ],
    [
      'says why it failed',
      'python3 exited with 3: quota exceeded',
      'non_zero_exit',
      /exit code 3; it said "quota exceeded"/,
      /complains/,
    ],
    [
      'is a Python program that crashed',
      'python3 exited with 1: Traceback (most recent call last):\n  File "a.py", line 2, in <module>\nValueError: no model',
      'non_zero_exit',
      /it said "ValueError: no model"/,
      /complains/,
    ],
    [
      'is an MCP server whose file is not there',
      "python3: can't open file '/ws/server.py': [Errno 2] No such file or directory\nthe MCP server ended with exit code 2",
      'not_found',
      /The file \/ws\/server\.py is not there/,
      /root of the workspace/,
    ],
    [
      'is an MCP server whose module is not there',
      "Error: Cannot find module '/ws/server.js'\nthe MCP server ended with exit code 1",
      'not_found',
      /\/ws\/server\.js of the MCP server is not there/,
      /command that starts the MCP server/,
    ],
    [
      'is an MCP server that ended',
      'no configuration\nthe MCP server ended with exit code 1',
      'non_zero_exit',
      /The MCP server ended with exit code 1; it said "no configuration"/,
      /command/,
    ],
  ])('%s', (_name, stderr, code, summary, next) => {
    expect(explained(stderr)).toEqual({
      code,
      summary: expect.stringMatching(summary),
      next: expect.stringMatching(next),
    });
  });

  it('is not explained by words of an agent over HTTP', () => {
    const found = explained('usage of the API: error: unrecognized arguments: x', { status: 404, body: '' });
    expect(found?.code).toBe('http_404');
  });
});

describe('a validation error', () => {
  const detail = [
    { loc: ['body', 'query'], msg: 'Field required', type: 'missing' },
    { loc: ['body', 'top_k'], msg: 'Input should be a valid integer', type: 'int_parsing' },
  ];
  it('names its fields', () => {
    const found = explained('status 422', { status: 422, body: JSON.stringify({ detail }) });
    expect(found?.code).toBe('http_4xx');
    expect(found?.summary).toContain('body.query: "Field required"; body.top_k: "Input should be a valid integer"');
    expect(found?.next).toContain('these fields');
  });
  it.each(['{"detail":"no"}', '{"detail":[7]}', '[]', 'no'])('of another shape is passed over: %s', (body) => {
    expect(explained('status 422', { status: 422, body })?.summary).toContain('refused the request (422)');
  });
});
