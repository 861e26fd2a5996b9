import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openAndClose } from './language-server/open-and-close.mjs';
import { scenarioText } from './language-server/scenario-text.mjs';
import { median, round } from './measured-process.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ours = [process.execPath, join(root, 'dist/server.js'), '--stdio'];
/** What of us is loaded: the answer to `initialize`, and the rest. */
const bundles = ['server.js', 'server-main.js'];
const peerVersion = '1.25.0';
const sizes = [100, 5000];
const agentFolder = '.testmuai/rook/projects/bench/agents/bench';

/**
 * The language server against yaml-language-server, on the same scenarios and the schema of scenarios, in turn.
 * Options: [samples in a round] [rounds] [times opened and closed].
 */
export async function measure([samples = '7', rounds = '3', times = '60']) {
  const peer = peerCommand();
  const folder = mkdtempSync(join(tmpdir(), 'rook-lsp-bench-'));
  try {
    const room = prepare(folder);
    const results = { ours: [], peer: [] };
    for (let turn = 0; turn < Number(rounds); turn++) {
      results.ours.push(...sizes.map((size) => measured(ours, room, size, samples)));
      results.peer.push(...sizes.map((size) => measured(peer, room, size, samples)));
    }
    const of = (who, size, key) =>
      median(results[who].filter((one) => one.sizes[size]).map((one) => one.sizes[size][key].median));
    const row = (what, size, key, bound) => {
      const [a, b] = [of('ours', size, key), of('peer', size, key)];
      return { what, lines: size, ours: round(a, 1), peer: round(b, 1), ratio: round(a / b), bound };
    };
    const peakOfWork = (size) => {
      const [a, b] = ['ours', 'peer'].map((who) =>
        median(results[who].filter((one) => one.sizes[size]).map((one) => one.sizes[size].peakMb)),
      );
      return {
        what: 'peak while changing and completing, MiB',
        lines: size,
        ours: round(a, 0),
        peer: round(b, 0),
        ratio: round(a / b),
        bound: '0.7 x',
      };
    };
    const opened = { root: folder, file: room.file(5000), text: room.texts[5000].text, settings: room.settings };
    const memory = await openAndClose(ours, { ...opened, times: Number(times) });
    const peerMemory = await openAndClose(peer, { ...opened, times: Number(times) });
    const mib = (what, key, bound) => ({
      what,
      lines: 5000,
      ours: round(memory[key], 0),
      peer: round(peerMemory[key], 0),
      ratio: round(memory[key] / peerMemory[key]),
      bound,
    });
    return [
      ...sizes.map((size) => row('initialize, ms', size, 'initialize', '0.5 x')),
      ...sizes.map((size) => row('cold open, ms', size, 'coldOpen', '')),
      row('warm change, ms', 100, 'warmChange', '60 ms'),
      row('warm change, ms', 5000, 'warmChange', '0.5 x'),
      ...sizes.map((size) => row('CPU of a change, ms', size, 'warmCpu', '')),
      row('completion after a change, ms', 100, 'completeFresh', ''),
      row('completion after a change, ms', 5000, 'completeFresh', '0.35 x'),
      ...sizes.map((size) => row('publishes in a burst', size, 'burstPublishes', '1')),
      mib('memory after 5 times opened, MiB', 'afterFive', ''),
      mib(`memory after ${times} times, MiB`, 'afterAll', ''),
      {
        what: `the same, of the fifth time's`,
        lines: 5000,
        ours: round(memory.afterAll / memory.afterFive),
        peer: round(peerMemory.afterAll / peerMemory.afterFive),
        bound: '1.15',
      },
      mib('peak of that, MiB', 'peak', ''),
      peakOfWork(5000),
      {
        what: 'bundle, MB',
        ours: round(bundles.reduce((sum, name) => sum + statSync(join(root, 'dist', name)).size, 0) / 1e6),
        bound: '1.5',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the peer into the cache when it is first needed. */
function peerCommand() {
  const cache = join(root, '.cache', 'bench', `yaml-language-server-${peerVersion}`);
  const program = join(cache, 'node_modules/yaml-language-server/bin/yaml-language-server');
  if (!existsSync(program)) {
    const args = ['install', '--prefix', cache, '--no-save', '--ignore-scripts', `yaml-language-server@${peerVersion}`];
    execFileSync('npm', args, { stdio: 'inherit' });
  }
  return [process.execPath, program, '--stdio'];
}

function prepare(folder) {
  const agent = join(folder, agentFolder);
  const write = (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(agent, 'profiles/local.yaml'), 'id: local\nhooks:\n  execute: scripts/hook.mjs\n');
  write(join(agent, 'scripts/hook.mjs'), `for await (const _ of process.stdin);\nconsole.log('{"output":"done"}');\n`);
  const schema = join(root, 'schemas/json/scenario.schema.json');
  const settings = {
    yaml: {
      schemas: { [pathToFileURL(schema).href]: ['**/.testmuai/**/*.yaml', '*.yaml'] },
      schemaStore: { enable: false },
      validate: true,
      hover: true,
      completion: true,
      maxItemsComputed: 5000,
    },
    '[yaml]': {},
    http: { proxy: '', proxyStrictSSL: true },
    editor: { detectIndentation: true },
    files: { associations: {} },
    vs: {},
  };
  const texts = Object.fromEntries(sizes.map((size) => [size, scenarioText(size)]));
  const file = () => join(agent, 'scenarios', 'SC-900.yaml');
  mkdirSync(join(agent, 'scenarios'), { recursive: true });
  const profileOf = (size) => {
    const doc = join(folder, `${size}.txt`);
    writeFileSync(doc, texts[size].text);
    const { edit, complete } = texts[size];
    const profile = {
      workspace: folder,
      fileName: join(agentFolder, 'scenarios', 'SC-900.yaml'),
      docs: { [size]: doc },
      schema,
      settings,
      expect: 'number|integer',
      edit,
      complete,
    };
    const path = join(folder, `${size}.json`);
    writeFileSync(path, JSON.stringify(profile));
    return path;
  };
  const profiles = Object.fromEntries(sizes.map((size) => [size, profileOf(size)]));
  return { settings, texts, file, profiles };
}

function measured(command, { profiles }, size, samples) {
  const script = join(root, 'test/bench/language-server/measure-server.mjs');
  const out = join(dirname(profiles[size]), `result-${size}.json`);
  const args = [script, '--samples', samples, '--only', String(size), '--profile', profiles[size], '--out', out];
  execFileSync(process.execPath, [...args, '--', ...command], { stdio: ['ignore', 'ignore', 'inherit'] });
  return JSON.parse(readFileSync(out, 'utf8'));
}
