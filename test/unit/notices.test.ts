import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BundledPackage, bundledPackages, noticesText } from '../../scripts/notices.mjs';
import { repository } from '../integration/workspace-builder';

/** The packages that are in bundles made here, by other means than the build: what is loaded apart is in the same bundle. */
let packages: BundledPackage[];
let inputs: string[];
beforeAll(async () => {
  const { metafile } = await esbuild.build({
    absWorkingDir: repository,
    entryPoints: [
      'cli/rook.ts',
      'language-server/server.ts',
      'extension/main.ts',
      'extension/language-client.ts',
      'media/panel.ts',
    ],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'nowhere',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['vscode', '*?raw'],
    logLevel: 'silent',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
  });
  packages = bundledPackages([metafile], repository);
  inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}, 60_000);

describe('third-party notices', () => {
  it('name every package of which something is in a bundle', () => {
    const text = noticesText(packages, repository);
    const names = new Set(inputs.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
    expect(names.size).toBeGreaterThan(15);
    for (const name of names) expect(text).toMatch(new RegExp(`^=+\n${name.replace(/[/.]/g, '\\$&')} \\d`, 'm'));
    expect(packages.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(['@vscode/codicons']);
  });

  it('name the licence of the icons, which are copied and not bundled', () => {
    expect(packages.find(({ name }) => name === '@vscode/codicons')).toMatchObject({ license: 'CC-BY-4.0' });
  });

  it('hold the text of every licence, and say where a package has none', () => {
    const text = noticesText(packages, repository);
    for (const { name, license, text: own } of packages) {
      expect([name, license]).toEqual([name, expect.stringMatching(/./)]);
      if (own !== undefined) expect(text).toContain(own);
    }
    const bare = (license: string): BundledPackage => ({ name: 'bare', version: '1.0.0', license, text: undefined });
    const apache = readFileSync(join(repository, 'LICENSE'), 'utf8').trim();
    expect(noticesText([bare('Apache-2.0')], repository)).toContain(
      'It names its licence by its SPDX identifier: Apache',
    );
    expect(noticesText([bare('Apache-2.0')], repository)).toContain(apache.slice(-400));
    const mit = { ...bare('MIT'), name: 'owned', text: 'Copyright (c) Somebody\n\nPermission is granted.' };
    const [, , ofBare = ''] = noticesText([mit, bare('MIT')], repository).split(/^(?:owned|bare) 1\.0\.0$/m);
    expect(ofBare).toContain('Permission is granted.');
    expect(ofBare).not.toContain('Somebody');
  });
});
