import { describe, expect, test } from 'vitest';
import { ownFirst, type StackFrame, stackFramesIn } from '../../../engine/lifecycle/stack-frames';

/** `label file:line:column`, one for each frame. */
const brief = (frames: StackFrame[]) =>
  frames.map(({ label, file, line, column }) => `${label} ${file}:${line}:${column}`);
const framesOf = (...lines: string[]) => brief(stackFramesIn(lines.join('\n')));

describe('a line of a stack trace', () => {
  test.each([
    ['at fn (file:///w/hook.mjs:12:9)', 'fn /w/hook.mjs:12:9'],
    ['at fn (/w/hook.cjs:12:9)', 'fn /w/hook.cjs:12:9'],
    ['at file:///w/hook.mjs:3:1', 'hook.mjs /w/hook.mjs:3:1'],
    ['at /w/hook.cjs:3:1', 'hook.cjs /w/hook.cjs:3:1'],
    ['at async fn (file:///w/hook.mjs:3:1)', 'fn /w/hook.mjs:3:1'],
    ['at async file:///w/hook.mjs:2:1 {', 'hook.mjs /w/hook.mjs:2:1'],
    ['at new Desk (/w/desk.js:1:2)', 'new Desk /w/desk.js:1:2'],
    ['at Object.<anonymous> (/w/desk.js:1:2)', 'Object.<anonymous> /w/desk.js:1:2'],
    ['at Desk.open [as run] (/w/desk.js:1:2)', 'Desk.open [as run] /w/desk.js:1:2'],
    ['at fn (file:///w/a%20folder/hook.mjs?t=1:3:4)', 'fn /w/a folder/hook.mjs:3:4'],
    ['at fn (/w/with (brackets)/hook.cjs:3:4)', 'fn /w/with (brackets)/hook.cjs:3:4'],
    ['at fn (C:\\w\\hook.cjs:3:4)', 'fn C:\\w\\hook.cjs:3:4'],
    ['at C:\\w\\hook.cjs:3:4', 'hook.cjs C:\\w\\hook.cjs:3:4'],
    ['at fn (file:///C:/w/hook.mjs:3:4)', 'fn C:\\w\\hook.mjs:3:4'],
    ['at fn (file://server/share/hook.mjs:3:4)', 'fn \\\\server\\share\\hook.mjs:3:4'],
    ['at eval (eval at run (/w/hook.cjs:1:15), <anonymous>:1:7)', 'eval /w/hook.cjs:1:15'],
  ])('%s', (line, expected) => {
    expect(framesOf('Error: x', `    ${line}`)).toEqual([expected]);
  });

  test.each([
    'at node:internal/main/run_main_module:28:49',
    'at Module._compile (node:internal/modules/cjs/loader:1521:14)',
    'at JSON.parse (<anonymous>)',
    'at async Promise.all (index 0)',
    'at Array.map (native)',
    'at fn (wasm://wasm/1234:1:2)',
    'at fn (https://example.com/x.js:1:2)',
    'at fn (file:///w/100%/hook.mjs:1:2)',
    'at noon the desk closes',
  ])('%s is no place to go to', (line) => {
    expect(framesOf('Error: x', `    ${line}`)).toEqual([]);
  });
});

describe('the stack that standard error ends with', () => {
  test('of an error that nobody caught: its place is not named twice', () => {
    const frames = framesOf(
      'connecting',
      'file:///w/hook.mjs:2',
      "  throw new Error('x');",
      '        ^',
      '',
      'Error: x',
      '    at inner (file:///w/hook.mjs:2:9)',
      '    at file:///w/hook.mjs:5:1',
      '    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)',
      '',
      'Node.js v20.20.2',
    );
    expect(frames).toEqual(['inner /w/hook.mjs:2:9', 'hook.mjs /w/hook.mjs:5:1']);
  });

  test('of a file that cannot be parsed: only the line above the error names it', () => {
    const frames = framesOf(
      'file:///w/hook.mjs:2',
      '  const b = ;',
      '            ^',
      '',
      "SyntaxError: Unexpected token ';'",
      '    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)',
      '    at async ModuleJob._link (node:internal/modules/esm/module_job:148:19)',
    );
    expect(frames).toEqual(["SyntaxError: Unexpected token ';' /w/hook.mjs:2:13"]);
  });

  test('of a file on Windows that cannot be parsed', () => {
    const frames = framesOf('C:\\w\\hook.cjs:7', 'const b = ;', '          ^', '', 'SyntaxError: Unexpected token');
    expect(frames).toEqual(['SyntaxError: Unexpected token C:\\w\\hook.cjs:7:11']);
  });

  test('of something thrown that is no error: an older trace is not taken for its own', () => {
    const frames = framesOf(
      'Error: a warning',
      '    at warn (/w/old.cjs:1:1)',
      '/w/hook.cjs:3',
      "throw 'no error';",
      '^',
      'no error',
      '(Use `node --trace-uncaught ...` to show where the exception was thrown)',
    );
    expect(frames).toEqual(['no error /w/hook.cjs:3:1']);
  });

  test('is the last of several', () => {
    const frames = framesOf(
      'Error: a warning',
      '    at warn (/w/old.cjs:1:1)',
      'going on',
      'Error: the end',
      '    at stop (/w/hook.cjs:9:1)',
    );
    expect(frames).toEqual(['stop /w/hook.cjs:9:1']);
  });

  test('goes on with the cause', () => {
    const frames = framesOf(
      'Error: x y',
      '    at outer (file:///w/hook.mjs:1:43)',
      '    at async file:///w/hook.mjs:2:1 {',
      '  [cause]: TypeError: why',
      '  more',
      '      at inner (file:///w/lib.mjs:7:68)',
      '      at async file:///w/hook.mjs:2:1',
      '}',
    );
    expect(frames).toEqual(['outer /w/hook.mjs:1:43', 'hook.mjs /w/hook.mjs:2:1', 'inner /w/lib.mjs:7:68']);
  });

  test('of an import that was not found: the importing file', () => {
    const frames = framesOf(
      'node:internal/modules/esm/resolve:283',
      '    throw new ERR_MODULE_NOT_FOUND(',
      '          ^',
      '',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/nope.mjs' imported from /w/hook.mjs",
      '    at finalizeResolution (node:internal/modules/esm/resolve:283:11)',
    );
    expect(frames).toEqual(["Cannot find module '/w/nope.mjs' /w/hook.mjs:1:1"]);
  });

  test('is read through colours and CRLF', () => {
    expect(brief(stackFramesIn('\x1b[31mError: x\x1b[0m\r\n\x1b[2m    at fn (/w/hook.cjs:1:2)\x1b[0m\r\n'))).toEqual([
      'fn /w/hook.cjs:1:2',
    ]);
  });

  test('is not there when nothing was thrown, or when another language did', () => {
    expect(framesOf('')).toEqual([]);
    expect(framesOf('connecting', 'done')).toEqual([]);
    expect(framesOf('Traceback (most recent call last):', '  File "/w/a.py", line 3, in <module>')).toEqual([]);
  });

  test('of an endless recursion is kept short', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `    at deep (/w/hook.cjs:${index + 1}:1)`);
    expect(framesOf('RangeError: x', ...lines)).toHaveLength(30);
  });
});

test("the user's own files come first, in the order of the trace", () => {
  const frame = (file: string): StackFrame => ({ label: '', file, line: 1, column: 1 });
  const files = (root: string, ...all: string[]) => ownFirst(all.map(frame), root).map(({ file }) => file);
  expect(files('/w', '/w/node_modules/ws/index.js', '/usr/lib/x.js', '/w/b.mjs', '/w-other/a.mjs', '/w/a.mjs')).toEqual(
    ['/w/b.mjs', '/w/a.mjs', '/w/node_modules/ws/index.js', '/usr/lib/x.js', '/w-other/a.mjs'],
  );
  expect(files('C:\\w', 'D:\\x.js', 'C:\\w\\a.mjs')).toEqual(['C:\\w\\a.mjs', 'D:\\x.js']);
});
