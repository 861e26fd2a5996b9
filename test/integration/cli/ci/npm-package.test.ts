import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { copyOfExample, repository } from '../../workspace-builder';
import { type JobResult, type JobStep, runJob } from './job-runner';

const megabyte = 1024 * 1024;
const room = mkdtempSync(join(tmpdir(), 'rook-npm-'));
let tarball = '';

function npm(args: string[], cwd: string): string {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_cache: join(room, 'npm-cache') };
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const inDist = (name: string | undefined): string => `dist/${name}`;

let packed: { filename: string; files: { path: string }[]; size: number };
beforeAll(() => {
  // In a copy: packing builds anew, and other tests are using what is built here.
  const house = join(room, 'house');
  const made = /[\\/](node_modules|dist|test|\.git|\.cache|\.tsbuild|test-results|runs)$/;
  cpSync(repository, house, { recursive: true, filter: (source) => !made.test(source) });
  symlinkSync(join(repository, 'node_modules'), join(house, 'node_modules'), 'junction');
  [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', room], house));
  tarball = join(room, packed.filename);
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('the package of the command', () => {
  it('holds the command and what it loads, and nothing of the extension', () => {
    const schemas = readdirSync(join(repository, 'schemas/json')).map((name) => `schemas/json/${name}`);
    const pages = readdirSync(join(repository, 'docs')).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : []));
    expect(packed.files.map(({ path }) => path).sort()).toEqual(
      [
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
        ...pages,
        ...['THIRD-PARTY-NOTICES.txt', 'contract.js', 'exports.js', 'llm.js', 'mcp.js', 'rook.js'].map(inDist),
        ...['author', 'gate', 'manage', 'read', 'run', 'ui'].map((group) => `dist/rook-${group}.js`),
        // What `rook ui` serves.
        ...['browser.css', 'codicon.css', 'codicon.ttf', 'panel.css', 'panel.js', 'rook.svg'].map(inDist),
        ...schemas,
      ].sort(),
    );
  });

  it('holds every bundle that one of its bundles loads', () => {
    const names = packed.files.map(({ path }) => path);
    const loaded = names
      .filter((name) => /^dist\/.*\.js$/.test(name))
      .flatMap((name) => [...readFileSync(join(repository, name), 'utf8').matchAll(/require\("\.\/([\w-]+\.js)"\)/g)])
      .map(([, name]) => inDist(name));
    expect(loaded).toContain('dist/exports.js');
    expect(loaded.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is built when it is packed, and not when the repository is installed; it depends on nothing', () => {
    const { scripts, dependencies, files } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(scripts.prepack).toBe('node scripts/build.mjs --production');
    for (const name of ['prepare', 'install', 'postinstall', 'vscode:prepublish'])
      expect(scripts[name]).toBeUndefined();
    expect([dependencies, files]).toEqual([undefined, undefined]);
  });

  it('runs where nothing else is', () => {
    const folder = join(room, 'empty');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{}');
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], folder);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['rook-vscode']);
    expect(sizeOf(join(folder, 'node_modules'))).toBeLessThan(10 * megabyte);

    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(npm(['exec', '--', 'rook', '--version'], folder).trim()).toBe(version);
    const example = copyOfExample('order-cli');
    const run = JSON.parse(npm(['exec', '--', 'rook', '-C', example.root, 'run', '--json'], folder));
    expect(run).toMatchObject({ ok: true, halted: false, discarded: null });
    expect(run.report.totals.executed).toBeGreaterThan(0);
    expect(npm(['exec', '--', 'rook', 'gate', 'self-test'], folder)).toMatch(/came out as they must/);
    example.remove();
  });
});

describe('the action', () => {
  const action = parse(readFileSync(join(repository, 'action.yml'), 'utf8'));
  const steps: JobStep[] = action.runs.steps;

  it('installs the version that it belongs to', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(action.inputs.version.default).toBe(version);
  });

  it('lets no input become a part of a script', () => {
    expect(steps.filter(({ run }) => run !== undefined).length).toBe(3);
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    const given = steps.flatMap(({ env }) => Object.values(env ?? {}).map(String)).join(' ');
    for (const name of Object.keys(action.inputs)) {
      const used = steps.some((step) => JSON.stringify(step).includes(`inputs.${name}`));
      expect([name, used || given.includes(`inputs.${name}`)]).toEqual([name, true]);
    }
  });

  const run = (
    inputs: Record<string, string>,
    path?: string,
  ): JobResult & { kept: string[]; read: (file: string) => string } => {
    const workspace = copyOfExample('refund-desk');
    const kept: string[] = [];
    const github = { 'github.run_id': '7', 'github.run_attempt': '1' };
    const defaults = Object.entries<{ default: string }>(action.inputs).map(([name, { default: value }]) => [
      `inputs.${name}`,
      String(value).replace('${{ github.run_id }}', '7').replace('${{ github.run_attempt }}', '1'),
    ]);
    const given = Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]);
    const result = runJob(steps, {
      workspace: workspace.root,
      temp: join(workspace.root, '.job'),
      env: { npm_config_offline: 'true' },
      contexts: { ...github, ...Object.fromEntries([...defaults, ...given]) },
      ...(path && { path }),
      onUses: ({ with: options }) => kept.push(`${options.name}: ${options.path}`),
    });
    const read = (file: string): string => workspace.read(file);
    left.push(workspace);
    return { ...result, kept, read };
  };
  const left: { remove(): void }[] = [];
  afterAll(() => {
    for (const one of left) one.remove();
  });

  it('installs, runs, decides and keeps the evidence', () => {
    const { ok, log, outputs, kept, summary, read } = run({
      package: tarball,
      profile: 'local',
      scenarios: 'SC-001,SC-007',
      allow: 'mcp_start(refund-status)\nmcp_call(refund-status.lookup_refund)\n',
    });
    expect(log).toContain('Gate open');
    expect(ok).toBe(true);
    expect(outputs.gate).toEqual({ gate: 'open' });
    expect(JSON.parse(read('rook-results/report.json')).run_id).toBe(outputs.run?.['run-id']);
    expect(outputs.run?.report).toMatch(/rook-results\/report\.json$/);
    expect(kept).toEqual(['rook-7-1: ./rook-results/']);
    expect(summary).toContain('Pass');
  });

  it('is red when a scenario fails, and keeps the evidence all the same', () => {
    const { ok, outputs, kept } = run({ package: tarball, profile: 'local', scenarios: 'SC-001,SC-004' });
    expect(ok).toBe(false);
    expect(outputs.gate).toEqual({ gate: 'closed' });
    expect(outputs.run?.['run-id']).toMatch(/./);
    expect(kept).toHaveLength(1);
  });

  it('asks the MCP servers whose definition was reviewed, and runs nothing with another one', () => {
    const [fingerprint] =
      /sha256:\w+/.exec(readFileSync(join(repository, 'examples/refund-desk/run.mjs'), 'utf8')) ?? [];
    const asking = {
      package: tarball,
      profile: 'local',
      scenarios: 'SC-015',
      allow: 'mcp_start(refund-status)\nmcp_call(refund-status.lookup_refund)',
    };
    const reviewed = run({ ...asking, 'mcp-servers': `refund-status ${fingerprint}\n` });
    expect([reviewed.ok, reviewed.outputs.gate]).toEqual([true, { gate: 'open' }]);
    const other = run({ ...asking, 'mcp-servers': 'refund-status sha256:0123' });
    expect([other.ok, other.outputs.run?.['run-id'], other.outputs.gate?.gate]).toEqual([false, undefined, undefined]);
    expect(other.log).toContain('nothing was approved');
  });

  it('is red when nothing could run, and executes nothing that stands in an input', () => {
    const text = '"; touch pwned; $(touch pwned) `touch pwned` \'';
    const { ok, outputs, read } = run({ package: tarball, profile: 'local', scenarios: text, allow: text, name: text });
    expect(ok).toBe(false);
    expect(outputs.gate?.gate).not.toBe('open');
    expect(() => read('pwned')).toThrow();
  });

  it('takes an exact version alone, and says when Node.js is too old', () => {
    const loose = run({ version: 'latest' });
    expect([loose.ok, loose.steps[0]?.output]).toEqual([false, expect.stringContaining('must be an exact version')]);
    const bin = join(room, 'old-node');
    mkdirSync(bin);
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v18.20.1\n', { mode: 0o755 });
    const old = run({ package: tarball }, bin);
    expect([old.ok, old.steps[0]?.output]).toEqual([false, expect.stringContaining('Node.js 20 or newer, and 18 is')]);
  });
});

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((total, stats) => total + (stats.isFile() ? stats.size : 0), 0);
}
