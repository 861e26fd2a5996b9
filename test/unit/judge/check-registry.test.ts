import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { describe, expect, it } from 'vitest';
import { checks } from '../../../engine/judge/check-registry';
import { checkRegistryFile, makeCheckRegistry } from '../../../scripts/generate-check-registry.mjs';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';

const folder = join(repositoryRoot, 'engine/judge/checks');

describe('the registry of checks', () => {
  it('is current: npm run generate would change nothing', async () => {
    expect(readFileSync(checkRegistryFile, 'utf8')).toBe(await makeCheckRegistry());
  });

  it('has one file for each check, of the same name', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expect(files.map((name) => name.slice(0, -3).replaceAll('-', '_')).sort()).toEqual(Object.keys(checks).sort());
    for (const [name, check] of Object.entries(checks)) expect(check.name).toBe(name);
  });

  it('is light: who reads a scenario loads nothing that starts, asks or runs anything', async () => {
    const { metafile } = await esbuild.build({
      absWorkingDir: repositoryRoot,
      entryPoints: ['engine/workspace/scenario-file.ts'],
      bundle: true,
      write: false,
      metafile: true,
      format: 'cjs',
      platform: 'node',
    });
    const inputs = Object.keys(metafile.inputs);
    const own = inputs.filter((path) => path.startsWith('engine/'));
    expect(own.filter((path) => !/^engine\/(workspace\/|judge\/(checks\/)?[^/]+$)/.test(path))).toEqual([]);
    const packages = new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
    expect([...packages].sort()).toEqual(['@cfworker/json-schema', 'json-p3', 'yaml', 'zod']);
    const needed = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter((one) => one.external));
    const started = /^(node:)?(child_process|worker_threads|cluster|http2?|https|net|tls|dgram)$/;
    expect(needed.map(({ path }) => path).filter((path) => started.test(path))).toEqual([]);
  });
});
