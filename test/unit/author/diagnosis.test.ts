import { describe, expect, it } from 'vitest';
import { type Diagnosis, type DiagnosisContext, diagnose } from '../../../engine/author/diagnosis';
import type { Exchange } from '../../../engine/author/draft';
import type { Trial, TrialPhase } from '../../../engine/author/trial';
import { parseHookOutput } from '../../../engine/lifecycle/hook-output';

const context: DiagnosisContext = {
  profileId: 'desk',
  profileFile: 'profiles/desk.yaml',
  scripts: { execute: 'scripts/desk.mjs', open: 'scripts/login.mjs' },
  env: [],
};

function trial(phases: TrialPhase[], more: Partial<Trial> = {}): Trial {
  const ok = phases.every((phase) => phase.ok || phase.phase !== 'execute');
  return { ok, goal: 'Say hello.', phases, observed: { multi_turn: false, calls: false, usage: false }, ...more };
}

/** An execute that ended with this on standard error, as a run records it. */
function crashed(stderr: string, exitCode: number | null = 1): TrialPhase {
  const error = `execute exited with code ${exitCode}:\n${stderr.trimEnd().split('\n').slice(-12).join('\n')}`;
  return { phase: 'execute', turn: 1, ok: false, durationMs: 5, exitCode, stderr, error };
}

/** An execute that ended well and printed something that is no answer, with the error that a run gives it. */
function printed(stdout: string | Buffer, stderr = ''): TrialPhase {
  const read = parseHookOutput(Buffer.from(stdout), 'execute');
  if (read.ok) throw new Error('a hook could print that');
  const error = `${read.error.message}. ${read.error.remedy}`;
  return { phase: 'execute', turn: 1, ok: false, durationMs: 5, exitCode: 0, error, ...(stderr && { stderr }) };
}

/** What is said of a trial. The same one while a profile is being added never names what is not there afterwards. */
const explained = (one: Trial, about: Partial<DiagnosisContext> = {}): Diagnosis | undefined => {
  const staged = diagnose(one, { ...context, ...about, staged: true });
  if (staged) {
    expect(staged.next).not.toMatch(/profile (?:test|fix)\b|scripts\/(?:desk|login)|profiles\/desk\.yaml/);
    expect(staged.next).toContain('rook profile add desk');
  }
  return diagnose(one, { ...context, ...about });
};

const undici = (code: string, message: string): string =>
  `node:internal/deps/undici/undici:13510
      Error.captureStackTrace(err);
            ^

TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at async file:///ws/scripts/desk.mjs:3:13 {
  [cause]: Error: ${message}
      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16) {
    code: '${code}'
  }
}

Node.js v20.20.2
`;

const pythonRequests = (cause: string): string =>
  `Traceback (most recent call last):
  File "/ws/scripts/desk.py", line 6, in <module>
    reply = requests.post("http://h/ask", json={"input": goal})
  File "/usr/lib/python3/dist-packages/requests/api.py", line 115, in post
    return request("post", url, data=data, json=json, **kwargs)
${cause}
`;

describe('what scripts say when the target is not reached', () => {
  it.each<[string, string, Diagnosis['code'], RegExp]>([
    [
      'fetch, refused',
      undici('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9600'),
      'connection_refused',
      /127\.0\.0\.1:9600.*/,
    ],
    ['fetch, no host', undici('ENOTFOUND', 'getaddrinfo ENOTFOUND api.desk.invalid'), 'dns', /api\.desk\.invalid/],
    ['fetch, no network', undici('EAI_AGAIN', 'getaddrinfo EAI_AGAIN api.desk.example'), 'dns', /api\.desk\.example/],
    ['fetch, self-signed', undici('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'tls', /not trusted/],
    ['fetch, expired', undici('CERT_HAS_EXPIRED', 'certificate has expired'), 'tls', /expired/],
    [
      'fetch, issuer',
      undici('UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'),
      'tls',
      /not trusted/,
    ],
    [
      'fetch, leaf',
      undici('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'),
      'tls',
      /not trusted/,
    ],
    [
      'fetch, other name',
      undici(
        'ERR_TLS_CERT_ALTNAME_INVALID',
        "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames",
      ),
      'tls',
      /another host name/,
    ],
    [
      'fetch, HTTPS to an HTTP port',
      undici(
        'ERR_SSL_WRONG_VERSION_NUMBER',
        '80FB:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:354:',
      ),
      'tls',
      /plain HTTP/,
    ],
    [
      'fetch, connecting',
      undici(
        'UND_ERR_CONNECT_TIMEOUT',
        'Connect Timeout Error (attempted address: 10.255.255.1:443, timeout: 10000ms)',
      ),
      'timeout',
      /Connecting/,
    ],
    ['fetch, headers', undici('UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error'), 'timeout', /did not answer/],
    [
      'fetch, AbortSignal.timeout',
      'DOMException [TimeoutError]: The operation was aborted due to timeout\n    at new DOMException\n',
      'timeout',
      /did not answer/,
    ],
    ['fetch, closed', undici('UND_ERR_SOCKET', 'other side closed'), 'connection_lost', /closed the connection/],
    [
      'node:http, reset',
      'Error: read ECONNRESET\n    at TCP.onStreamRead (node:internal/stream_base_commons:216:20)\n',
      'connection_lost',
      /closed/,
    ],
    [
      'axios, hang up',
      'AxiosError: socket hang up\n    at AxiosError.from (node_modules/axios/dist/node/axios.cjs:863:14)\n',
      'connection_lost',
      /closed/,
    ],
    [
      'axios, timeout',
      'AxiosError: timeout of 5000ms exceeded\n    at RedirectableRequest.handleRequestTimeout\n',
      'timeout',
      /did not answer/,
    ],
    [
      'requests, refused',
      pythonRequests(
        "requests.exceptions.ConnectionError: HTTPConnectionPool(host='localhost', port=9600): Max retries exceeded with url: /ask (Caused by NewConnectionError('<urllib3.connection.HTTPConnection object at 0x7f>: Failed to establish a new connection: [Errno 111] Connection refused'))",
      ),
      'connection_refused',
      /localhost/,
    ],
    [
      'requests, no host',
      pythonRequests(
        "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.desk.invalid', port=443): Max retries exceeded with url: / (Caused by NameResolutionError(\"<urllib3.connection.HTTPSConnection object>: Failed to resolve 'api.desk.invalid' ([Errno -2] Name or service not known)\"))",
      ),
      'dns',
      /api\.desk\.invalid/,
    ],
    [
      'requests, certificate',
      pythonRequests(
        "requests.exceptions.SSLError: HTTPSConnectionPool(host='localhost', port=8443): Max retries exceeded with url: / (Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate (_ssl.c:1000)')))",
      ),
      'tls',
      /not trusted/,
    ],
    [
      'requests, timeout',
      pythonRequests(
        "requests.exceptions.ReadTimeout: HTTPConnectionPool(host='h', port=80): Read timed out. (read timeout=5)",
      ),
      'timeout',
      /did not answer/,
    ],
    [
      'urllib, refused',
      'urllib.error.URLError: <urlopen error [Errno 111] Connection refused>\n',
      'connection_refused',
      /refused/,
    ],
    [
      'urllib, no host',
      'urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>\n',
      'dns',
      /cannot be resolved/,
    ],
    [
      'urllib, closed',
      'http.client.RemoteDisconnected: Remote end closed connection without response\n',
      'connection_lost',
      /closed/,
    ],
    ['httpx, refused', 'httpx.ConnectError: [Errno 111] Connection refused\n', 'connection_refused', /refused/],
    [
      'curl, refused',
      "curl: (7) Failed to connect to 127.0.0.1 port 9600 after 0 ms: Couldn't connect to server\n",
      'connection_refused',
      /127\.0\.0\.1:9600/,
    ],
    ['curl, no host', 'curl: (6) Could not resolve host: api.desk.invalid\n', 'dns', /api\.desk\.invalid/],
    [
      'curl, certificate',
      'curl: (60) SSL certificate problem: self-signed certificate\nMore details here: https://curl.se/docs/sslcerts.html\n',
      'tls',
      /not trusted/,
    ],
    ['curl, plain HTTP', 'curl: (35) error:0A00010B:SSL routines::wrong version number\n', 'tls', /plain HTTP/],
    [
      'curl, timeout',
      'curl: (28) Operation timed out after 5001 milliseconds with 0 bytes received\n',
      'timeout',
      /did not answer/,
    ],
    ['curl, nothing', 'curl: (52) Empty reply from server\n', 'connection_lost', /closed/],
  ])('%s', (_name, stderr, code, summary) => {
    const found = explained(trial([crashed(stderr)]));
    expect(found).toMatchObject({ code, summary: expect.stringMatching(summary) });
    expect(found?.next).toMatch(/scripts\/desk\.mjs|log of the agent/);
  });
});

describe('what scripts say of a reply that they do not like', () => {
  it.each<[string, string, Diagnosis['code']]>([
    ['thrown by hand', 'Error: HTTP 401\n    at ask (file:///ws/scripts/desk.mjs:9:11)\n', 'http_401'],
    ['with its reason', 'Error: the agent answered 403 Forbidden: {"error":"no"}\n', 'http_403'],
    ['status in words', 'Error: unexpected status 404 from http://h/ask\n', 'http_404'],
    ['axios', 'AxiosError: Request failed with status code 429\n    at settle (axios.cjs:2049:12)\n', 'http_429'],
    ['requests', 'requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: http://h/ask\n', 'http_401'],
    [
      'requests, server',
      'requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: http://h/ask\n',
      'http_5xx',
    ],
    ['urllib', 'urllib.error.HTTPError: HTTP Error 404: Not Found\n', 'http_404'],
    ['curl -f', 'curl: (22) The requested URL returned error: 502\n', 'http_5xx'],
    [
      'an SDK',
      "openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided'}}\n",
      'http_401',
    ],
    ['a status line', '< HTTP/1.1 422 Unprocessable Entity\n', 'http_4xx'],
    ['an object', "{ name: 'AskError', statusCode: 500, retryable: true }\n", 'http_5xx'],
  ])('%s', (_name, stderr, code) => {
    expect(explained(trial([crashed(stderr)]))?.code).toBe(code);
  });

  it('numbers that are no status are not taken for one', () => {
    for (const text of ['read 404 bytes', 'took 500 ms', 'port 443', 'line 401', 'retry 429 of 500'])
      expect(explained(trial([crashed(`${text}\n`)]))?.code, text).toBe('non_zero_exit');
  });
});

describe('what scripts say of themselves', () => {
  it.each<[string, string, number, Diagnosis['code'], RegExp]>([
    ['a variable, thrown by hand', 'Error: DESK_TOKEN is not set\n', 1, 'missing_env', /DESK_TOKEN/],
    [
      'a variable, Python',
      'Traceback (most recent call last):\n  File "<frozen os>", line 714, in __getitem__\nKeyError: \'DESK_TOKEN\'\n',
      1,
      'missing_env',
      /DESK_TOKEN/,
    ],
    ['a variable, bash', 'scripts/desk.sh: line 3: DESK_TOKEN: unbound variable\n', 1, 'missing_env', /DESK_TOKEN/],
    [
      'a variable, an SDK',
      'OpenAIError: The OPENAI_API_KEY environment variable is missing or empty; either provide it\n',
      1,
      'missing_env',
      /OPENAI_API_KEY/,
    ],
    ['a variable, in words', 'Missing required environment variable: DESK_URL\n', 1, 'missing_env', /DESK_URL/],
    [
      'a package',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'axios' imported from /ws/scripts/desk.mjs\n",
      1,
      'not_found',
      /axios/,
    ],
    ['a Python module', "ModuleNotFoundError: No module named 'requests'\n", 1, 'not_found', /requests/],
    [
      'a program',
      'Error: spawn my-agent ENOENT\n    at ChildProcess._handle.onexit (node:internal/child_process:286:19)\n',
      1,
      'not_found',
      /my-agent/,
    ],
    ['a command of a shell', 'scripts/desk.sh: line 2: jq: command not found\n', 127, 'not_found', /jq/],
    [
      'a file',
      "Error: ENOENT: no such file or directory, open 'config/desk.json'\n",
      1,
      'not_found',
      /config\/desk\.json/,
    ],
    [
      'a file, Python',
      "FileNotFoundError: [Errno 2] No such file or directory: 'desk.toml'\n",
      1,
      'not_found',
      /desk\.toml/,
    ],
    ['a terminal, docker', 'the input device is not a TTY\n', 1, 'no_tty', /terminal/],
    ['a terminal, ink', 'ERROR Raw mode is not supported on the current process.stdin\n', 1, 'no_tty', /terminal/],
    ['a terminal, Python', "termios.error: (25, 'Inappropriate ioctl for device')\n", 1, 'no_tty', /terminal/],
    [
      'a field, Node.js',
      "TypeError: Cannot read properties of undefined (reading 'content')\n    at file:///ws/scripts/desk.mjs:12:30\n",
      1,
      'wrong_field',
      /content/,
    ],
    ['a field, Python', "    print(reply.json()['output'])\nKeyError: 'output'\n", 1, 'wrong_field', /output/],
    ['a field, Python None', "TypeError: 'NoneType' object is not subscriptable\n", 1, 'wrong_field', /a field/],
    [
      'a field, jq',
      'jq: error (at <stdin>:1): Cannot index string with string "output"\n',
      5,
      'wrong_field',
      /a field/,
    ],
    [
      'nothing that is known',
      'Something went wrong.\nOut of cheese.\n',
      2,
      'non_zero_exit',
      /exit code 2.*Out of cheese/,
    ],
    ['nothing at all', '', 3, 'non_zero_exit', /exit code 3.*said nothing/],
  ])('%s', (_name, stderr, exitCode, code, summary) => {
    expect(explained(trial([crashed(stderr, exitCode)]))).toMatchObject({
      code,
      summary: expect.stringMatching(summary),
    });
  });

  it.each<[string, Diagnosis['code']]>([
    ['could not reach http://127.0.0.1:9600: ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9600', 'connection_refused'],
    ['could not reach https://localhost:8443: DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate', 'tls'],
    ['no answer within 15 s', 'timeout'],
    ['these environment variables have no value: DESK_TOKEN, DESK_URL', 'missing_env'],
    ['could not start my-agent: ENOENT', 'not_found'],
    ['the agent answered 401 Unauthorized: {"error":"no token"}', 'http_401'],
    ['the agent answered 302 Found (a redirect to http://h/login): (nothing)', 'redirect_to_login'],
  ])('what a script of ours says: %s', (stderr, code) => {
    expect(explained(trial([crashed(`${stderr}\n`)]))?.code).toBe(code);
  });

  it('a variable that is declared is to be set; another one is to be declared, too', () => {
    const one = trial([crashed('Error: DESK_TOKEN is not set\n')]);
    expect(explained(one)?.next).toContain('under env in profiles/desk.yaml');
    const next = explained(one, { env: [{ variable: 'DESK_TOKEN' }] })?.next;
    expect(next).toContain('rook env set DESK_TOKEN');
    expect(next).not.toContain('under env');
  });
});

describe('what a hook prints and how it ends', () => {
  it.each<[string, TrialPhase, Diagnosis['code'], RegExp]>([
    ['logs before the JSON', printed('Loading model…\n{"output":"hi"}'), 'stdout_noise', /Loading model.*before/],
    ['logs after the JSON', printed('{"output":"hi"}\nbye'), 'stdout_noise', /bye.*after/],
    ['broken JSON', printed('{"output": hi}'), 'invalid_output', /not valid JSON/],
    ['a list', printed('["hi"]'), 'invalid_output', /a list where one JSON object belongs\.$/],
    ['bytes', printed(Buffer.from([0x7b, 0xff])), 'invalid_output', /UTF-8/],
    ['a wrong type', printed('{"output":"hi","calls":"none"}'), 'invalid_output', /calls/],
    ['nothing', printed(''), 'empty_answer', /printed nothing/],
    ['an empty answer', printed('{"output":"  "}'), 'empty_answer', /without an answer/],
    ['no answer', printed('{"text":"hi"}'), 'empty_answer', /without an answer/],
    [
      'nothing, with the cause on standard error',
      printed('', 'connect ECONNREFUSED 127.0.0.1:9\n'),
      'connection_refused',
      /127\.0\.0\.1:9/,
    ],
    [
      'an error on standard output',
      printed('Error: connect ECONNREFUSED 127.0.0.1:9\n'),
      'connection_refused',
      /127\.0\.0\.1:9/,
    ],
    [
      'noise, with an attempt that failed before',
      printed('ready\n{}', 'retrying after ECONNRESET\n'),
      'stdout_noise',
      /ready/,
    ],
    [
      'no end',
      {
        phase: 'execute',
        turn: 1,
        ok: false,
        durationMs: 9,
        exitCode: null,
        error: 'execute exceeded 300 s and was stopped and said nothing on standard error',
      },
      'timeout',
      /within 300 s/,
    ],
    [
      'no start',
      {
        phase: 'execute',
        turn: 1,
        ok: false,
        durationMs: 0,
        exitCode: null,
        error: 'execute could not be started: spawn python3 ENOENT',
      },
      'not_found',
      /python3/,
    ],
    [
      'no right to start',
      {
        phase: 'execute',
        turn: 1,
        ok: false,
        durationMs: 0,
        exitCode: null,
        error: 'execute could not be started: spawn /ws/scripts/desk EACCES',
      },
      'not_found',
      /may not be executed/,
    ],
  ])('%s', (_name, phase, code, summary) => {
    expect(explained(trial([phase]))).toMatchObject({ code, summary: expect.stringMatching(summary) });
  });
});

describe('the reply that the script has kept', () => {
  const failing = crashed('Error: no answer in the reply\n');
  const json = (value: unknown, more: Partial<Exchange> = {}): Exchange => ({
    status: 200,
    url: 'http://h/ask',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
    ...more,
  });
  const login = '<!DOCTYPE html><title>Sign in to Desk</title><form><input type="password" name="p"></form>';

  it.each<[string, Exchange, Diagnosis['code'], RegExp]>([
    ['401', json({ error: { message: 'token expired' } }, { status: 401 }), 'http_401', /token expired/],
    ['403', json({ message: 'read only' }, { status: 403 }), 'http_403', /read only/],
    ['404', json({ detail: 'Not Found' }, { status: 404 }), 'http_404', /http:\/\/h\/ask.*Not Found/],
    ['429', json({}, { status: 429, headers: { 'retry-after': '17' } }), 'http_429', /too often/],
    ['400', json({ detail: [{ msg: 'field required' }] }, { status: 400 }), 'http_4xx', /field required/],
    ['500 as a page', { status: 500, body: '<html><h1>Oops</h1></html>' }, 'http_5xx', /500/],
    [
      'a redirect to a login',
      { status: 302, headers: { location: '/login?next=/ask' }, body: '' },
      'redirect_to_login',
      /\/login/,
    ],
    [
      'a redirect elsewhere',
      { status: 301, headers: { location: 'https://h/ask' }, body: '' },
      'redirect_to_login',
      /https:\/\/h\/ask/,
    ],
    [
      'a page to sign in',
      { status: 200, headers: { 'content-type': 'text/html' }, body: login },
      'redirect_to_login',
      /Sign in to Desk/,
    ],
    ['a page', { status: 200, body: '<!doctype html><title>Desk</title><p>Welcome' }, 'html_instead_of_json', /Desk/],
    ['a job', json({ job_id: 'j-1', status: 'queued' }), 'job_instead_of_answer', /queued/],
    [
      'a job by its status',
      { status: 202, headers: { location: '/jobs/1' }, body: '' },
      'job_instead_of_answer',
      /comes later/,
    ],
    [
      'a job that did not end',
      json({ id: 1, state: 'running' }, { first: { status: 202, body: '' } }),
      'job_instead_of_answer',
      /had not ended/,
    ],
    ['an error with success', json({ errors: [{ message: 'Unknown field "ask"' }] }), 'error_reply', /Unknown field/],
    [
      'other fields',
      json({ id: 'x', data: { reply: { text: 'Hello, I am the desk.' } } }),
      'wrong_field',
      /data\.reply\.text, id/,
    ],
    ['nothing', { status: 200, body: '' }, 'empty_answer', /nothing/],
    ['no text', json({ output: '', tokens: 0 }), 'empty_answer', /no text/],
  ])('%s', (_name, exchange, code, summary) => {
    const found = explained(trial([failing], { exchange }));
    expect(found).toMatchObject({ code, summary: expect.stringMatching(summary) });
    expect(found?.next).toMatch(/scripts\/desk\.mjs|profiles\/desk\.yaml/);
  });

  it('a status counts more than an attempt that the script tells of', () => {
    const one = trial([crashed('retrying after ECONNRESET\nError: HTTP 401\n')], {
      exchange: json({}, { status: 401 }),
    });
    expect(explained(one)?.code).toBe('http_401');
  });

  it('what an agent speaks of is not what happened', () => {
    const said = { reply: 'The request timed out: HTTP 404, connect ECONNREFUSED.' };
    const stderr = `no answer: nothing at output in the reply; it begins: ${JSON.stringify(said)}\n`;
    expect(explained(trial([crashed(stderr)], { exchange: json(said) }))?.code).toBe('wrong_field');
    const page = { status: 200, body: '<html><p>401 Unauthorized, Connection refused' };
    expect(explained(trial([crashed(`unexpected: ${page.body}\n`)], { exchange: page }))?.code).toBe(
      'html_instead_of_json',
    );
  });

  it('the variable that signs in is named, and no other', () => {
    const env = [{ variable: 'DESK_URL' }, { variable: 'DESK_KEY' }];
    const next = explained(trial([failing], { exchange: json({}, { status: 401 }) }), { env })?.next;
    expect(next).toContain('rook env set DESK_KEY');
    expect(next).not.toContain('DESK_URL');
  });

  it('how long to wait is named', () => {
    const exchange = json({}, { status: 429, headers: { 'retry-after': '17' } });
    expect(explained(trial([failing], { exchange }))?.next).toContain('Wait 17 s');
  });

  it('what the script looked for is named with the fields that there are', () => {
    const stderr = "TypeError: Cannot read properties of undefined (reading 'content')\n";
    const found = explained(trial([crashed(stderr)], { exchange: json({ reply: 'Hello.' }) }));
    expect(found).toMatchObject({ code: 'wrong_field', summary: expect.stringMatching(/content.*reply/) });
  });

  it('an answer that is a page, or a job as a whole, is a finding though every hook did well', () => {
    const fine: TrialPhase = { phase: 'execute', turn: 1, ok: true, durationMs: 1, exitCode: 0 };
    const job = json({ id: 7, status: 'pending' });
    expect(explained(trial([fine], { output: login }))?.code).toBe('redirect_to_login');
    expect(explained(trial([fine], { output: job.body, exchange: job }))?.code).toBe('job_instead_of_answer');
    expect(explained(trial([fine], { output: 'Hello.', exchange: job }))).toBeUndefined();
    expect(explained(trial([fine], { output: 'Hello.' }))).toBeUndefined();
  });
});

describe('which failure is explained', () => {
  const fine: TrialPhase = { phase: 'execute', turn: 1, ok: true, durationMs: 1, exitCode: 0 };

  it('the first one, with its script', () => {
    const open: TrialPhase = { ...crashed('HTTP 401\n'), phase: 'open' };
    const found = explained(trial([open, crashed('Error: no token\n')]));
    expect(found?.code).toBe('http_401');
    expect(found?.next).toContain('scripts/login.mjs');
  });

  it('a second turn that could not be had', () => {
    expect(explained(trial([fine], { ok: false }))?.code).toBe('no_conversation');
  });

  it('none of a trial that was cancelled', () => {
    expect(explained(trial([{ ...crashed(''), error: 'execute was cancelled' }], { cancelled: true }))).toBeUndefined();
  });
});
