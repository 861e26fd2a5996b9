import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ToPanel } from '../../../schemas/panel';
import { doneHook, hookScript, WorkspaceBuilder } from '../workspace-builder';
import { eventually, rook, rookJson, type Started, startRook } from './rook-command';

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** `rook ui` as it serves, and a client that, unlike a browser, sends what it is told to. */
class Served {
  readonly started: Started;
  private stdout = '';
  private readonly streams: (() => void)[] = [];
  port = 0;
  base = '';
  token = '';
  url = '';

  constructor(args: string[], cwd: string) {
    this.started = startRook(['ui', '--json', ...args], { cwd });
    this.started.child.stdout?.on('data', (text: string) => {
      this.stdout += text;
    });
  }

  static async start(cwd: string, ...args: string[]): Promise<Served> {
    const served = new Served(args, cwd);
    const document = await eventually(() => {
      try {
        return JSON.parse(served.stdout);
      } catch {
        return undefined;
      }
    });
    expect(document).toMatchObject({ ok: true, pid: served.started.child.pid });
    const url = new URL(document.url);
    expect(url.port).toBe(String(document.port));
    served.url = document.url;
    served.port = document.port;
    served.base = url.pathname;
    served.token = url.searchParams.get('token') ?? '';
    return served;
  }

  get cookie(): string {
    return `rook-ui=${this.token}`;
  }

  /** Asks with a path exactly as it is given. */
  ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Response> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port: this.port, path, method, headers }, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part;
          })
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      sent.on('error', reject).end(body);
    });
  }

  /** Asks as a page does that was let in. */
  let(name: string, asked: Asked = {}): Promise<Response> {
    return this.ask(this.base + name, { ...asked, headers: { cookie: this.cookie, ...asked.headers } });
  }

  /** Opens a tab: what it is told, as it comes. */
  async tab(at?: string): Promise<{ id: string; messages: ToPanel[]; close: () => void }> {
    const path = `${this.base}events${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`;
    const messages: ToPanel[] = [];
    let id: string | undefined;
    let rest = '';
    const sent = httpRequest(
      { host: '127.0.0.1', port: this.port, path, headers: { cookie: this.cookie } },
      (response) => {
        response.setEncoding('utf8').on('data', (text: string) => {
          const events = (rest + text).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) {
            const [, name, data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
            if (name === 'hello') id = JSON.parse(data).tab;
            else messages.push(JSON.parse(data));
          }
        });
      },
    );
    sent.on('error', () => {}).end(); // it ends with the server
    const close = () => sent.destroy();
    this.streams.push(close);
    return { id: await eventually(() => id), messages, close };
  }

  send(tab: string, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.let(`message?tab=${tab}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGINT') {
    for (const close of this.streams) close();
    this.started.child.kill(signal);
    return this.started.finished;
  }
}

function desk(): WorkspaceBuilder {
  return new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1').scenario('SC-2');
}

describe('who is let in', () => {
  const workspace = desk();
  let served: Served;
  let runId = '';
  beforeAll(async () => {
    runId = (await rookJson(['run'], { cwd: workspace.root })).document.run_id;
    served = await Served.start(workspace.root);
  });
  afterAll(async () => {
    await served.stop();
    workspace.remove();
  });

  it('gives the page for the token, and a cookie that no script, no other site and no other server gets', async () => {
    const { status, headers, body } = await served.ask(`${served.base}?token=${served.token}`);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toEqual([`${served.cookie}; HttpOnly; SameSite=Strict; Path=${served.base}`]);
    expect(served.token.length).toBeGreaterThanOrEqual(43);
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
    expect(body).toContain(`<script nonce="${nonce}" src="panel.js">`);
    expect(body).not.toContain(served.token);
  });

  it('gives the page for the cookie, each time with another nonce', async () => {
    const [one, other] = [await served.let(''), await served.let('')];
    expect(one.status).toBe(200);
    expect(one.headers['set-cookie']).toBeUndefined();
    expect(one.headers['content-security-policy']).not.toBe(other.headers['content-security-policy']);
  });

  it('has a policy that allows nothing but its own files', async () => {
    const { headers } = await served.let('');
    const policy = String(headers['content-security-policy'])
      .replace(/nonce-[^']+/, 'nonce-…')
      .split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'nonce-…'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it.each(['', 'panel.js', 'codicon.ttf', 'nothing'])(
    'says of "%s" that it is not to be kept, guessed or framed',
    async (name) => {
      const { headers } = await served.let(name);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
    },
  );

  it.each(['', 'panel.js', 'panel.css', 'codicon.ttf', 'events'])('keeps "%s" from who has no token', async (name) => {
    expect((await served.ask(served.base + name)).status).toBe(401);
    const wrong = { headers: { cookie: `rook-ui=${'A'.repeat(served.token.length)}` } };
    expect((await served.ask(served.base + name, wrong)).status).toBe(403);
    expect((await served.ask(`${served.base}${name}?token=${served.token}x`, { headers: {} })).status).toBe(
      name === '' ? 403 : 401,
    );
  });

  it('says to a person without the token how to get in', async () => {
    const { body } = await served.ask(served.base);
    expect(body).toContain('Open the whole address');
    expect(body).not.toContain('<script');
  });

  it('takes no token of other paths than the page', async () => {
    expect((await served.ask(`${served.base}events?token=${served.token}`)).status).toBe(401);
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example:PORT',
    '0.0.0.0:PORT',
  ])('does not answer to the name %s', async (name) => {
    const host = name.replace('PORT', String(served.port));
    for (const path of ['', 'panel.js', `?token=${served.token}`])
      expect((await served.let(path, { headers: { host } })).status).toBe(403);
  });

  it('answers to localhost', async () => {
    expect((await served.let('', { headers: { host: `localhost:${served.port}` } })).status).toBe(200);
  });

  it.each([
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://127.0.0.1:1' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ])('refuses another page in the same browser: %j', async (headers) => {
    for (const name of ['', 'panel.js', 'events'])
      expect((await served.let(name, { headers: { ...headers } as Record<string, string> })).status).toBe(403);
  });

  it('lets a person come by a link from anywhere', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await served.ask(`${served.base}?token=${served.token}`, { headers })).status).toBe(200);
  });

  it('leads nowhere but to its own few names', async () => {
    const { base } = served;
    const paths = [
      '/',
      '/panel.js',
      '//',
      base.slice(0, -1),
      ...[
        '../package.json',
        '..%2fpackage.json',
        '%2e%2e/rook.js',
        './panel.js',
        'panel.js/',
        'panel.js%00',
        '/panel.js',
      ].map((name) => base + name),
      ...['rook.js', 'PANEL.JS', 'panel.js.map', `..\\..\\rook.js`, 'C:/x', '/etc/passwd'].map((name) => base + name),
      `http://127.0.0.1:${served.port}${base}panel.js`,
      `${base.replaceAll('/', '//')}panel.js`,
    ];
    for (const path of paths) {
      const { status } = await served.ask(path, { headers: { cookie: served.cookie } });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('has no way to write', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST'])
      for (const name of ['', 'panel.js', 'events']) expect((await served.let(name, { method })).status).toBe(405);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await served.let('message?tab=x', { method })).status).toBe(405);
    const head = await served.let('panel.js', { method: 'HEAD' });
    expect([head.status, head.body, Number(head.headers['content-length']) > 100_000]).toEqual([200, '', true]);
  });

  it('takes messages of the panel and no others', async () => {
    const { id } = await served.tab();
    expect((await served.send(id, { type: 'ready' })).status).toBe(204);
    expect((await served.send('another', { type: 'ready' })).status).toBe(410);
    expect((await served.send(id, '{')).status).toBe(400);
    expect((await served.send(id, { type: 'run' })).status).toBe(400);
    expect((await served.send(id, { type: 'go', route: { view: 'run', runId: '../..' } })).status).toBe(400);
    expect((await served.send(id, JSON.stringify({ type: 'ready', pad: ' '.repeat(100_000) }))).status).toBe(400);
    expect((await served.send(id, { type: 'ready' }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await served.send(id, { type: 'ready' }, { cookie: '' })).status).toBe(401);
    expect((await served.send(id, { type: 'ready' }, { origin: 'http://evil.example' })).status).toBe(403);
  });

  it('ignores what an editor would do', async () => {
    const { id } = await served.tab(`run/${runId}/SC-1`);
    for (const message of [
      { type: 'openFile', file: 'hooks.json' },
      { type: 'openScenario' },
      { type: 'openScript', phase: 'execute' },
      { type: 'export', form: 'html' },
      { type: 'copy', text: 'x' },
      { type: 'trialAction', action: 'again' },
    ])
      expect((await served.send(id, message)).status).toBe(204);
  });

  it('reads files of the scenario that is shown, and of nothing else', async () => {
    const { id, messages } = await served.tab(`run/${runId}/SC-1`);
    await eventually(() => messages.length > 0);
    const record = async (file: string) => {
      const { body } = await served.send(id, { type: 'request', id: 7, request: { ask: 'record', file } });
      return JSON.parse(body);
    };
    expect(await record('hooks.json')).toMatchObject({ type: 'answer', id: 7, answer: { kind: 'json' } });
    expect(await record('nothing.json')).toMatchObject({ answer: { kind: 'refused' } });
    const outside = { type: 'request', id: 1, request: { ask: 'record', file: '../../run.yaml' } };
    expect((await served.send(id, outside)).status).toBe(400);
  });
});

describe('what a tab shows', () => {
  let workspace: WorkspaceBuilder;
  let served: Served | undefined;
  afterEach(async () => {
    await served?.stop();
    served = undefined;
    workspace.remove();
  });

  it('is the newest run, else the place that is asked for, and goes where it is sent', async () => {
    workspace = desk();
    const first = (await rookJson(['run', '--only', 'SC-1'], { cwd: workspace.root })).document.run_id;
    const second = (await rookJson(['run'], { cwd: workspace.root })).document.run_id;
    served = await Served.start(workspace.root);
    const newest = await served.tab();
    await eventually(() => newest.messages.some((one) => one.type === 'run' && one.view.runId === second));
    const { id, messages } = await served.tab(`run/${first}/SC-1`);
    await eventually(() => messages.some((one) => one.type === 'scenario' && one.view.verdict?.status === 'Pass'));
    await served.send(id, { type: 'go', route: { view: 'run', runId: first } });
    await eventually(() => messages.some((one) => one.type === 'run' && one.view.runId === first));
    await eventually(() => messages.some((one) => one.type === 'newer' && one.runId === second));
    await served.send(id, { type: 'go', route: { view: 'run', runId: 'gone' } });
    await eventually(() => messages.some((one) => one.type === 'failed' && one.message === 'there is no run gone'));
  });

  it('follows a run that another process makes, from no run at all to its end', async () => {
    workspace = desk().hook(
      hookScript({
        execute: `while (!fs.existsSync(env.ROOK_WORKSPACE + '/go-' + env.ROOK_SCENARIO_ID)) await sleep(20);
          return { output: 'done' };`,
      }),
    );
    served = await Served.start(workspace.root);
    const { messages } = await served.tab();
    const run = startRook(['run'], { cwd: workspace.root });
    const last = () => messages.findLast((one) => one.type === 'run')?.view;
    await eventually(() => last()?.status === 'running');
    workspace.file('go-SC-1', '');
    await eventually(() => last()?.rows.some((row) => row.scenarioId === 'SC-1' && row.status === 'Pass'));
    expect(last()?.status).toBe('running');
    workspace.file('go-SC-2', '');
    await eventually(() => last()?.status === 'completed');
    expect((await run.finished).code).toBe(0);
  });
});

describe('how it begins and ends', () => {
  const workspace = desk();
  let runId = '';
  beforeAll(async () => {
    runId = (await rookJson(['run', '--only', 'SC-1'], { cwd: workspace.root })).document.run_id;
  });
  afterAll(() => workspace.remove());

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at once on %s, with tabs open, and prints one document', async (signal, exitCode) => {
    const served = await Served.start(workspace.root, '--local');
    const { messages } = await served.tab();
    await eventually(() => messages.length > 0);
    served.started.child.kill(signal);
    const { code, stdout, stderr } = await served.started.finished;
    expect([code, stderr]).toEqual([exitCode, '']);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['ok', 'url', 'port', 'pid']);
    await expect(served.let('')).rejects.toThrow('ECONNREFUSED');
  });

  it('begins with the run that is named, and on the port', async () => {
    const free = await Served.start(workspace.root, '--run', runId);
    expect(free.url).toContain(`#/run/${encodeURIComponent(runId)}`);
    const taken = await rookJson(['ui', '--port', String(free.port)], { cwd: workspace.root });
    expect(taken).toMatchObject({ code: 1, document: { ok: false, error: `port ${free.port} is in use` } });
    await free.stop();
    const again = await Served.start(workspace.root, '--port', String(free.port));
    expect(again.port).toBe(free.port);
    await again.stop();
  });

  it.each([
    [['--run', 'nothing'], 'there is no run nothing'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535, found 70000'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, found x'],
    [['--agent', 'nobody'], 'nobody'],
  ])('refuses %j', async (args, words) => {
    const { code, document } = await rookJson(['ui', ...args], { cwd: workspace.root });
    expect([code, document.ok]).toEqual([1, false]);
    expect(document.error).toContain(words);
  });

  it('prints the address to a person, and opens no browser where there is no terminal', async () => {
    const started = startRook(['ui', '--open'], { cwd: workspace.root });
    let stdout = '';
    started.child.stdout?.on('data', (text: string) => {
      stdout += text;
    });
    await eventually(() => /http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/\?token=[\w-]{43}\n/.test(stdout));
    expect(stdout).toContain('The runs of Desk');
    expect(stdout).toContain('Ctrl+C ends it.');
    started.child.kill('SIGINT');
    const { code, stderr } = await started.finished;
    expect(code).toBe(130);
    expect(stderr).toContain('--open opens nothing where there is no terminal');
  });

  it('says in its help that there is no account', async () => {
    const { stdout } = await rook(['ui', '--help'], { cwd: join(workspace.root) });
    expect(stdout).toContain('There is no account and no cloud');
  });
});
