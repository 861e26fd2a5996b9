// Runs in the extension host beside Rook and tells the bench, over loopback, what it sees there. It does nothing to Rook
// but what any extension may: it waits for its API, reads its test items, and asks it for a run.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const http = require('node:http');
const inspector = require('node:inspector');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setTimeout: delay } = require('node:timers/promises');
const { promisify } = require('node:util');
const vscode = require('vscode');

const rookId = 'rook-independent.rook-vscode';
const loop = monitorEventLoopDelay({ resolution: 2 });
/** When Rook was seen to do what; milliseconds since the epoch. */
const seen = {};
/** CPU time of this host, and of the whole machine, at these moments, in milliseconds. */
const at = {};
/** Longest delay of the event loop before these moments, each since the one before. */
const delays = {};
let rook;

exports.activate = () => {
  loop.enable();
  if (process.env.BENCH_PROFILE) startProfile();
  void follow();
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://probe');
    void Promise.resolve(routes[url.pathname](url.searchParams))
      .catch((error) => ({ error: String(error?.stack ?? error) }))
      .then((answer) => response.end(JSON.stringify(answer ?? null)));
  });
  server.listen(0, '127.0.0.1', () => {
    const file = process.env.BENCH_PROBE;
    writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, port: server.address().port }));
    renameSync(`${file}.new`, file);
  });
};

async function follow() {
  while (!vscode.extensions.getExtension(rookId)?.isActive) await delay(2);
  see('active');
  rook = await vscode.extensions.getExtension(rookId).exports.started;
  see('started');
  while (scenarioCount(rook.controller.items) < Number(process.env.BENCH_SCENARIOS)) await delay(2);
  see('full');
  await rook.ready;
  see('ready');
  await rook.restored;
  see('restored');
}

function see(what) {
  const { user, system } = process.cpuUsage();
  seen[what] = Date.now();
  at[what] = { cpu: (user + system) / 1000, busy: machineBusy() };
  delays[what] = loop.max / 1e6;
  loop.reset();
}

/** Time that all processors have been busy; Linux only. */
function machineBusy() {
  if (process.platform !== 'linux') return 0;
  const [, user, nice, system, , , irq, soft] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/);
  return [user, nice, system, irq, soft].reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
}

/** The editor's own marks of Rook's activation, which "Show Running Extensions" adds up. */
function marks() {
  const all = globalThis.MonacoPerformanceMarks.getMarks().filter(({ name }) => name.endsWith(`/${rookId}`));
  return Object.fromEntries(all.map(({ name, startTime }) => [name.split('/')[2], startTime]));
}

function count(items) {
  let sum = 0;
  for (const [, item] of items) sum += 1 + count(item.children);
  return sum;
}

/** Items of a large group are its scenarios: none of them is looked into, so that asking costs nothing. */
function scenarioCount(items) {
  if (items.size > 100) return items.size;
  let sum = 0;
  for (const [, item] of items) sum += scenarioCount(item.children);
  return sum;
}

function find(items, prefix) {
  for (const [, item] of items) {
    const found = item.label.startsWith(prefix) ? item : find(item.children, prefix);
    if (found) return found;
  }
  return undefined;
}

/** Changes the title of a scenario and waits for its item: from the editor's event to the item. */
async function edit(file, id, save) {
  const item = find(rook.controller.items, id);
  const title = `Changed ${Math.random()}`;
  const text = readFileSync(file, 'utf8').replace(/^title:.*$/m, `title: ${title}`);
  let begun;
  let event;
  const note = (uri) => {
    if (uri.fsPath === file && begun !== undefined) event ??= performance.now();
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/.testmuai/**');
  const listeners = [
    watcher,
    watcher.onDidChange(note),
    ...(save ? [vscode.workspace.onDidSaveTextDocument(({ uri }) => note(uri))] : []),
  ];
  await delay(1000); // the watcher is known to the other side, and what was written before has been told
  begun = performance.now();
  if (save) {
    const document = await vscode.workspace.openTextDocument(file);
    const whole = new vscode.WorkspaceEdit();
    whole.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(whole);
    await document.save();
  } else writeFileSync(file, text);
  while (!item.label.endsWith(title) && performance.now() - begun < 10_000) await delay(1);
  const done = performance.now();
  for (const one of listeners) one.dispose();
  return { fromEvent: done - event, fromWriting: done - begun };
}

async function run() {
  const begun = performance.now();
  const states = {};
  const listener = rook.onDidSettle(({ state }) => {
    states[state] = (states[state] ?? 0) + 1;
  });
  await rook.run(new vscode.TestRunRequest());
  listener.dispose();
  return { wall: (performance.now() - begun) / 1000, states };
}

let session;

/** Profiles the host from the probe's activation on; `/profile` writes what there is to the file that BENCH_PROFILE names. */
function startProfile() {
  session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 500 });
  session.post('Profiler.start');
}

async function writeProfile() {
  const { profile } = await promisify(session.post.bind(session))('Profiler.stop');
  writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile));
  session.post('Profiler.start');
}

const routes = {
  '/profile': writeProfile,
  '/state': () => ({
    seen,
    at,
    delays,
    marks: marks(),
    isActive: vscode.extensions.getExtension(rookId)?.isActive ?? false,
    pid: process.pid,
    memory: process.memoryUsage(),
  }),
  '/count': () => (rook ? count(rook.controller.items) : 0),
  '/edit': (query) => edit(query.get('file'), query.get('id'), query.get('save') === 'true'),
  '/run': run,
};
