#!/usr/bin/env node
// Measures any stdio language server the same way. No dependencies.
//   node measure-server.mjs --profile profile.json [--samples 20] [--out result.json] [--only 100,5000] -- <server command...>
// profile.json: { settings: {section: value}, docs: {"100": path}, fileName, workspace: path of a folder,
//   expect: what a diagnostic's message must match, edit: {line, character}, complete: {line, indent} }
// Works with push diagnostics (publishDiagnostics) and pull (textDocument/diagnostic); with full and incremental sync.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const argv = process.argv.slice(2);
const dd = argv.indexOf('--');
if (dd < 0 || dd === argv.length - 1) {
  console.error('usage: bench.mjs [options] -- <server command...>');
  process.exit(2);
}
const opt = (n, d) => {
  const i = argv.slice(0, dd).indexOf(`--${n}`);
  return i < 0 ? d : argv[i + 1];
};
const cmd = argv
  .slice(dd + 1)
  .map((a) => (a.includes('/') && !a.startsWith('-') && fs.existsSync(a) ? path.resolve(a) : a));
const N = Number(opt('samples', '20'));
const prof = JSON.parse(fs.readFileSync(opt('profile'), 'utf8'));
const sizes = opt('only', '100,5000').split(',').map(Number);
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const CLK = 100; // clock ticks a second on Linux

// ---------- fixtures ----------
const work = prof.workspace;
const settings = prof.settings;
const expectRe = new RegExp(prof.expect ?? '(integer|number|timeoutMs)', 'i');

// ---------- client ----------
class Client {
  constructor() {
    this.t0 = performance.now();
    this.p = spawn(cmd[0], cmd.slice(1), { stdio: ['pipe', 'pipe', 'pipe'], cwd: work });
    this.p.stderr.on('data', (d) => {
      if (process.env.BENCH_STDERR) process.stderr.write(d);
    });
    this.p.on('exit', (code) => {
      if (!this.stopping) {
        console.error('server ended early, code', code);
        process.exit(1);
      }
    });
    this.p.on('error', (e) => {
      console.error(e);
      process.exit(1);
    });
    this.buf = Buffer.alloc(0);
    this.id = 0;
    this.pending = new Map();
    this.diagListeners = new Set();
    this.diagCount = 0;
    this.p.stdout.on('data', (d) => this.onData(d));
  }
  onData(d) {
    this.buf = this.buf.length ? Buffer.concat([this.buf, d]) : d;
    for (;;) {
      const h = this.buf.indexOf('\r\n\r\n');
      if (h < 0) return;
      const m = /content-length: *(\d+)/i.exec(this.buf.toString('ascii', 0, h));
      const len = Number(m[1]);
      if (this.buf.length < h + 4 + len) return;
      const now = performance.now();
      const msg = JSON.parse(this.buf.toString('utf8', h + 4, h + 4 + len));
      this.buf = this.buf.subarray(h + 4 + len);
      this.onMsg(msg, now);
    }
  }
  onMsg(msg, now) {
    if (msg.method && msg.id !== undefined) {
      // a request from the server
      let result = null;
      if (msg.method === 'workspace/configuration')
        result = msg.params.items.map((i) =>
          i.section === undefined
            ? settings
            : (settings[i.section] ?? i.section.split('.').reduce((o, k) => o?.[k], settings) ?? null),
        );
      if (msg.method === 'workspace/workspaceFolders') result = [{ uri: pathToFileURL(work).href, name: 'bench' }];
      this.write({ jsonrpc: '2.0', id: msg.id, result });
    } else if (msg.method === 'textDocument/publishDiagnostics') {
      this.diagCount++;
      for (const l of this.diagListeners) l(msg.params, now);
    } else if (msg.id !== undefined) {
      const p = this.pending.get(msg.id);
      this.pending.delete(msg.id);
      msg.error ? p?.reject(new Error(JSON.stringify(msg.error))) : p?.resolve({ result: msg.result, at: now });
    }
  }
  write(m) {
    const s = JSON.stringify(m);
    this.p.stdin.write(`Content-Length: ${Buffer.byteLength(s)}\r\n\r\n${s}`);
  }
  notify(method, params) {
    this.write({ jsonrpc: '2.0', method, params });
  }
  request(method, params) {
    const id = ++this.id;
    const pr = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    this.write({ jsonrpc: '2.0', id, method, params });
    return pr;
  }
  // next diagnostics for uri that contain the expected error (push), or the pull answer
  waitDiag(uri, timeout = 60000) {
    if (this.pull)
      return this.request('textDocument/diagnostic', { textDocument: { uri } }).then((r) => ({
        diagnostics: r.result.items ?? [],
        at: r.at,
      }));
    return new Promise((res, rej) => {
      const t = setTimeout(() => {
        this.diagListeners.delete(l);
        rej(new Error(`no diagnostics in ${timeout} ms`));
      }, timeout);
      const l = (p, at) => {
        if (p.uri !== uri) return;
        if (!p.diagnostics.some((d) => expectRe.test(d.message))) return;
        clearTimeout(t);
        this.diagListeners.delete(l);
        res({ diagnostics: p.diagnostics, at });
      };
      this.diagListeners.add(l);
    });
  }
  async init() {
    const r = await this.request('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(work).href,
      rootPath: work,
      locale: 'en',
      workspaceFolders: [{ uri: pathToFileURL(work).href, name: 'bench' }],
      initializationOptions: prof.initializationOptions ?? {},
      capabilities: {
        general: { positionEncodings: ['utf-16'] },
        workspace: {
          configuration: true,
          workspaceFolders: true,
          didChangeConfiguration: { dynamicRegistration: true },
          didChangeWatchedFiles: { dynamicRegistration: true },
          codeLens: { refreshSupport: true },
          diagnostics: { refreshSupport: true },
        },
        textDocument: {
          synchronization: {},
          publishDiagnostics: {
            versionSupport: true,
            relatedInformation: true,
            codeDescriptionSupport: true,
            dataSupport: true,
          },
          diagnostic: { dynamicRegistration: false, relatedDocumentSupport: false },
          completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
          hover: { contentFormat: ['markdown'] },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
          },
          foldingRange: { rangeLimit: 5000 },
          rename: { prepareSupport: true },
          definition: { linkSupport: true },
        },
        window: { workDoneProgress: true, showDocument: { support: true } },
      },
    });
    this.initMs = r.at - this.t0;
    this.caps = r.result.capabilities;
    this.pull = !!this.caps.diagnosticProvider;
    const s = this.caps.textDocumentSync;
    this.sync = typeof s === 'object' ? (s.change ?? 1) : (s ?? 1);
    this.notify('initialized', {});
    this.notify('workspace/didChangeConfiguration', { settings });
    return this;
  }
  status(k) {
    const s = fs.readFileSync(`/proc/${this.p.pid}/status`, 'utf8');
    return Number(new RegExp(`${k}:\\s+(\\d+)`).exec(s)[1]) / 1024;
  }
  cpuMs() {
    const f = fs.readFileSync(`/proc/${this.p.pid}/stat`, 'utf8');
    const a = f.slice(f.lastIndexOf(')') + 2).split(' ');
    return ((Number(a[11]) + Number(a[12])) * 1000) / CLK;
  }
  async stop() {
    this.stopping = true;
    try {
      await Promise.race([this.request('shutdown', null), sleep(1000)]);
      this.notify('exit');
    } catch {}
    await Promise.race([new Promise((r) => this.p.once('exit', r)), sleep(1500)]);
    if (this.p.exitCode === null) this.p.kill('SIGKILL');
  }
}
const med = (a) => {
  const s = [...a].sort((x, y) => x - y);
  return s.length ? (s.length % 2 ? s[(s.length - 1) / 2] : (s[s.length / 2 - 1] + s[s.length / 2]) / 2) : NaN;
};
const p95 = (a) => {
  const s = [...a].sort((x, y) => x - y);
  return s[Math.min(s.length - 1, Math.ceil(s.length * 0.95) - 1)];
};
const r1 = (x) => Math.round(x * 10) / 10;
const stat = (a) => ({
  median: r1(med(a)),
  p95: r1(p95(a)),
  min: r1(Math.min(...a)),
  max: r1(Math.max(...a)),
  n: a.length,
});

function change(c, uri, st, range, text) {
  // apply to our copy and tell the server
  const ls = st.text.split('\n');
  const off = (l, ch) => ls.slice(0, l).reduce((n, x) => n + x.length + 1, 0) + ch;
  const a = off(range.start.line, range.start.character),
    b = off(range.end.line, range.end.character);
  st.text = st.text.slice(0, a) + text + st.text.slice(b);
  st.version++;
  c.notify('textDocument/didChange', {
    textDocument: { uri, version: st.version },
    contentChanges: [c.sync === 2 ? { range, text } : { text: st.text }],
  });
}
const P = (line, character) => ({ line, character }),
  R = (a, b) => ({ start: a, end: b });

const report = {
  server: cmd.join(' '),
  node: process.version,
  samples: N,
  cpus: os.cpus().length,

  sizes: {},
};
for (const size of sizes) {
  const gen = { text: fs.readFileSync(prof.docs[size], 'utf8'), edit: prof.edit, complete: prof.complete };
  const uri = pathToFileURL(path.join(work, prof.fileName ?? `scenario-${size}.yaml`)).href;
  fs.writeFileSync(new URL(uri), gen.text);
  const open = (c, st) =>
    c.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: prof.languageId ?? 'yaml', version: 1, text: st.text },
    });
  const m = {
    initialize: [],
    coldOpen: [],
    openAfterIdle: [],
    rssIdle: [],
    rssOpen: [],
    warmChange: [],
    warmCpu: [],
    completeFresh: [],
    completeIdle: [],
    hover: [],
    symbols: [],
    burst: [],
    burstPublishes: [],
  };
  let last, sample;
  // cold: a fresh process each time; didOpen sent at once after initialized
  for (let i = 0; i < N; i++) {
    const c = await new Client().init();
    m.initialize.push(c.initMs);
    const st = { text: gen.text, version: 1 };
    const t = performance.now();
    const w = c.pull ? null : c.waitDiag(uri);
    open(c, st);
    const d = await (w ?? c.waitDiag(uri));
    m.coldOpen.push(d.at - t);
    sample = d.diagnostics;
    await sleep(150);
    m.rssOpen.push(c.status('VmRSS'));
    await c.stop();
  }
  // warm: one process
  const c = await new Client().init();
  await sleep(1500);
  m.rssIdle.push(c.status('VmRSS'));
  const st = { text: gen.text, version: 1 };
  {
    const t = performance.now();
    const w = c.pull ? null : c.waitDiag(uri);
    open(c, st);
    const d = await (w ?? c.waitDiag(uri));
    m.openAfterIdle.push(d.at - t);
  }
  const e = gen.edit;
  for (let i = 0; i < N; i++) {
    // one character typed into a free text
    await sleep(300);
    const cpu0 = c.cpuMs();
    const t = performance.now();
    const w = c.pull ? null : c.waitDiag(uri);
    change(c, uri, st, R(P(e.line, e.character + i), P(e.line, e.character + i)), 'x');
    const d = await (w ?? c.waitDiag(uri));
    m.warmChange.push(d.at - t);
    await sleep(50);
    m.warmCpu.push(c.cpuMs() - cpu0);
  }
  for (let i = 0; i < N; i++) {
    // a new line, and completion at once; then again once the server is idle
    const k = gen.complete,
      at = st.text.split('\n')[k.line].length;
    change(c, uri, st, R(P(k.line, at), P(k.line, at)), `\n${' '.repeat(k.indent)}`);
    let t = performance.now();
    let r = await c.request('textDocument/completion', {
      textDocument: { uri },
      position: P(k.line + 1, k.indent),
      context: { triggerKind: 1 },
    });
    m.completeFresh.push(r.at - t);
    last = r.result;
    await sleep(700);
    t = performance.now();
    r = await c.request('textDocument/completion', {
      textDocument: { uri },
      position: P(k.line + 1, k.indent),
      context: { triggerKind: 1 },
    });
    m.completeIdle.push(r.at - t);
    change(c, uri, st, R(P(k.line, at), P(k.line + 1, k.indent)), '');
    await sleep(100);
  }
  await sleep(800);
  for (let i = 0; i < N; i++) {
    let t = performance.now();
    let r = await c.request('textDocument/hover', { textDocument: { uri }, position: P(e.line, 6) });
    m.hover.push(r.at - t);
    if (c.caps.documentSymbolProvider) {
      t = performance.now();
      r = await c.request('textDocument/documentSymbol', { textDocument: { uri } });
      m.symbols.push(r.at - t);
    }
  }
  for (let i = 0; i < Math.min(N, 10); i++) {
    // typing: 15 characters, 40 ms apart; time from the last one to the diagnostics of it
    await sleep(900);
    const n0 = c.diagCount;
    let t, lastAt;
    const l = (p, at) => {
      if (p.uri === uri) lastAt = at;
    };
    c.diagListeners.add(l);
    for (let j = 0; j < 15; j++) {
      change(c, uri, st, R(P(e.line, e.character), P(e.line, e.character)), 'y');
      t = performance.now();
      if (j < 14) await sleep(40);
    }
    if (c.pull) {
      const d = await c.waitDiag(uri);
      lastAt = d.at;
    } else {
      await sleep(2500);
    }
    c.diagListeners.delete(l);
    m.burst.push(lastAt - t);
    m.burstPublishes.push(c.diagCount - n0);
  }
  const rssEnd = c.status('VmRSS'),
    hwm = c.status('VmHWM');
  report.capabilities ??= Object.keys(c.caps);
  report.sync = c.sync;
  report.pull = c.pull;
  await c.stop();
  report.sizes[size] = {
    bytes: Buffer.byteLength(gen.text),
    ...Object.fromEntries(
      Object.entries(m)
        .filter(([, v]) => v.length)
        .map(([k, v]) => [k, stat(v)]),
    ),
    rssEndMb: r1(rssEnd),
    peakMb: r1(hwm),
    completionItems: (Array.isArray(last) ? last : (last?.items ?? [])).length,
    diagnostics: sample?.map((d) => ({ message: d.message.slice(0, 120), range: d.range, code: d.code })),
  };
}
console.log(JSON.stringify(report, null, 1));
if (opt('out')) fs.writeFileSync(opt('out'), JSON.stringify(report, null, 1));
process.exit(0);
