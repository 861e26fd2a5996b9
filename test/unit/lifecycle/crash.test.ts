import { describe, expect, it } from 'vitest';
import { crashIn } from '../../../engine/lifecycle/crash';

const root = '/w';
const fetchFailed = `node:internal/deps/undici/undici:13510
      Error.captureStackTrace(err);
            ^

TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at async file:///w/scripts/desk.mjs:6:17 {
  [cause]: Error: connect ECONNREFUSED 127.0.0.1:8080
      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16) {
    errno: -111,
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '127.0.0.1',
    port: 8080
  }
}

Node.js v20.20.2
`;

describe('what a script crashed of', () => {
  it.each<[string, string, string | undefined]>([
    [
      'a server that is not there',
      fetchFailed,
      'TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:8080 (scripts/desk.mjs:6)',
    ],
    [
      'several addresses that do not answer',
      `TypeError: fetch failed\n    at async file:///w/a.mjs:2:1 {\n  [cause]: AggregateError [ECONNREFUSED]: \n      at internalConnectMultiple (node:net:1134:18) {\n    [errors]: [\n      Error: connect ECONNREFUSED ::1:8080\n          at x (node:net:1:1) {\n`,
      'TypeError: fetch failed: connect ECONNREFUSED ::1:8080 (a.mjs:2)',
    ],
    [
      'an error of the script itself, below logs',
      `starting\nfile:///w/a.mjs:3\n  reply.json()\n        ^\n\nTypeError: Cannot read properties of undefined (reading 'json')\n    at file:///w/a.mjs:3:9\n\nNode.js v20.20.2\n`,
      "TypeError: Cannot read properties of undefined (reading 'json') (a.mjs:3)",
    ],
    [
      'a file that cannot be parsed',
      `file:///w/a.mjs:1\nconst = 1\n      ^\n\nSyntaxError: Unexpected token '='\n    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)\n\nNode.js v22.1.0\n`,
      "SyntaxError: Unexpected token '=' (a.mjs:1)",
    ],
    [
      'a module that is not there',
      "node:internal/modules/esm/resolve:275\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/b.mjs' imported from /w/a.mjs\n    at finalizeResolution (node:internal/modules/esm/resolve:275:11)\n",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/b.mjs' imported from /w/a.mjs (a.mjs:1)",
    ],
    [
      'Python',
      'Traceback (most recent call last):\n  File "/w/hook.py", line 4, in <module>\n    main()\n  File "/w/lib/desk.py", line 9, in main\n    raise ValueError("no order")\nValueError: no order\n',
      'ValueError: no order (lib/desk.py:9)',
    ],
    ['a script elsewhere', 'Error: x\n    at f (/other/a.js:1:1)\n', 'Error: x (/other/a.js:1)'],
    [
      'the last of several',
      'Error: first\n    at file:///w/a.mjs:1:1\nError: second\n    at file:///w/a.mjs:2:1\n',
      'Error: second (a.mjs:2)',
    ],
    ['no crash: an error that was only reported', 'Error: the order is not there\nstill working\n', undefined],
    ['no crash: nothing', '', undefined],
  ])('%s', (_, stderr, expected) => {
    expect(crashIn(stderr, root)).toBe(expected);
  });
});
