import { mkdtempSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WatchKind } from 'vscode-languageserver/node';
import { findRookFiles } from '../../../language-server/workspace/find-rook-files';
import { readFromDisk } from '../../../language-server/workspace/read-from-disk';
import { placeWatchers } from '../../../language-server/workspace/watch-files';

const root = mkdtempSync(join(tmpdir(), 'rook-find-'));
const agent = '.testmuai/rook/projects/p/agents/a';
const files = [
  `${agent}/agent.yaml`,
  `${agent}/profiles/active`,
  `${agent}/profiles/local.yaml`,
  `${agent}/scenarios/SC-1.yml`,
  `packages/deep/down/${agent}/scenarios/SC-2.yaml`,
  '.github/workflows/gate.yml',
  '.orkeon/hooks.json',
  'ci/Jenkinsfile',
];
const others = [
  `${agent}/runs/1/scenarios/SC-1/snapshot.yaml`,
  `${agent}/runs/1/profiles/x.yaml`,
  `node_modules/x/${agent}/profiles/x.yaml`,
  `.hidden/${agent}/profiles/x.yaml`,
  'profiles/x.yaml',
];

beforeAll(async () => {
  for (const file of [...files, ...others]) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), `# ${file}`);
  }
});
afterAll(() => rm(root, { recursive: true }));

async function found(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of findRookFiles(join(root, folder), () => undefined)) paths.push(path);
  return paths.map((path) => relative(root, path).replaceAll('\\', '/')).sort();
}

describe('the files of a folder that are known by their place', () => {
  it('are found at every depth, and nothing else is', async () => {
    expect(await found('')).toEqual([...files].sort());
  });

  it('are found when the folder lies within a Rook workspace', async () => {
    for (const folder of ['.testmuai', '.testmuai/rook/projects', agent, `${agent}/`])
      expect(await found(folder)).toEqual(files.slice(0, 4));
    expect(await found(`${agent}/scenarios`)).toEqual([files[3]]);
    expect(await found(`${agent}/runs`)).toEqual([]);
  });

  it('are none in a folder that is gone, or that is a file', async () => {
    expect(await found('gone')).toEqual([]);
    expect(await found('profiles/x.yaml')).toEqual([]);
  });

  it('are not reached through links to folders, which may lead outside or in circles', async () => {
    const linked = join(root, 'linked');
    await mkdir(linked);
    await symlink(root, join(linked, 'circle'), 'junction');
    expect(await found('linked')).toEqual([]);
    await rm(linked, { recursive: true });
  });
});

describe('what is read from disk', () => {
  it('is the text of a file', async () => {
    expect(await readFromDisk(join(root, files[2] ?? ''))).toEqual({ text: `# ${files[2]}` });
  });

  it('is no folder, no missing file and nothing enormous', async () => {
    await writeFile(join(root, 'enormous.yaml'), Buffer.alloc(5_000_001, 'a'));
    for (const name of ['packages', 'gone', 'enormous.yaml'])
      expect(await readFromDisk(join(root, name))).toBeUndefined();
  });
});

describe('what the client watches besides', () => {
  const folder = resolve('/repo');
  const globs = (paths: string[], anywhere = true) =>
    placeWatchers(paths, [folder], anywhere).map(({ globPattern }) => globPattern);

  it('is each place and the folders above it, which may be moved as a whole', () => {
    expect(globs([join(folder, 'hooks/lib/run.mjs'), join(folder, 'hooks/go')])).toEqual([
      '**/hooks/go',
      '**/hooks/lib/run.mjs',
      '**/hooks',
      '**/hooks/lib',
    ]);
  });

  it('tells of changes in the place itself, and of the folders above only whether they are there', () => {
    const [place, above] = placeWatchers([join(folder, 'hooks/run.mjs')], [folder], true);
    expect(place).toEqual({ globPattern: '**/hooks/run.mjs' });
    expect(above).toEqual({ globPattern: '**/hooks', kind: WatchKind.Create | WatchKind.Delete });
  });

  it('leaves out what is watched anyway', () => {
    expect(globs([join(folder, agent, 'profiles/local.yaml'), join(folder, '.testmuai/rook/mcp.json')])).toEqual([]);
  });

  it('takes names as they are', () => {
    expect(globs([join(folder, '[a]{b}*.mjs')])).toEqual(['**/?a??b??.mjs']);
  });

  it('reaches outside the workspace folders only where the client can', () => {
    const outside = [resolve('/opt/rook/run.mjs')];
    expect(globs(outside)).toEqual([{ baseUri: expect.stringMatching(/^file:.*\/opt\/rook$/), pattern: 'run.mjs' }]);
    expect(globs(outside, false)).toEqual([]);
  });
});
