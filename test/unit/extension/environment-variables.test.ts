import { afterEach, expect, it } from 'vitest';
import { EnvStore } from '../../../engine/workspace/env-store';
import { EnvironmentSecrets } from '../../../extension/environment-secrets';
import { variablesOf } from '../../../extension/environment-variables';
import { WorkspaceIndex } from '../../../extension/workspace-index';
import { WorkspaceBuilder } from '../../integration/workspace-builder';

const made: WorkspaceBuilder[] = [];
const { ROOK_HOME } = process.env;
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
  if (ROOK_HOME === undefined) delete process.env.ROOK_HOME;
  else process.env.ROOK_HOME = ROOK_HOME;
  delete process.env.ROOK_TEST_OUTER;
});

function newWorkspace(): WorkspaceBuilder {
  const workspace = new WorkspaceBuilder();
  made.push(workspace);
  process.env.ROOK_HOME = `${workspace.root}/home`;
  return workspace;
}

/** What VS Code keeps: secrets by their key, and a memento. */
function newSecrets() {
  const kept = new Map<string, string>();
  const remembered = new Map<string, unknown>();
  const storage = {
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
    onDidChange: () => ({ dispose: () => {} }),
  };
  const memento = {
    keys: () => [...remembered.keys()],
    // What was put in under a key is what is asked for.
    get: <T>(key: string, other?: T) => (remembered.get(key) ?? other) as T,
    update: async (key: string, value: unknown) => void remembered.set(key, value),
  };
  return { kept, secrets: new EnvironmentSecrets(storage, memento) };
}

it('variables that keep a run from starting come first, then others without a value, each with where it stands', async () => {
  const workspace = newWorkspace()
    .agent()
    .profile('active', ['execute'], {
      env: [{ variable: 'HAS', purpose: 'is kept' }, { variable: 'LACKS' }, { variable: 'ROOK_TEST_OUTER' }],
    })
    .profile('other', ['execute'], { env: [{ variable: 'LATER' }, { variable: 'HAS' }] });
  workspace.file(`${workspace.agentDir()}/profiles/active`, 'active\n');
  const { secrets } = newSecrets();
  process.env.ROOK_TEST_OUTER = 'outer';
  await secrets.set(workspace.root, 'HAS', 'a secret');
  await secrets.set(workspace.root, 'IDLE', 'for no profile');
  await EnvStore.of(process.env, workspace.root).set(new Map([['HAS', 'stored, and hidden by the secret']]));
  const outline = await new WorkspaceIndex(workspace.root).read();
  expect(await variablesOf(outline, secrets)).toEqual({
    ok: true,
    value: [
      { variable: 'LACKS', profiles: ['active'], active: true, kept: [] },
      { variable: 'LATER', profiles: ['other'], active: false, kept: [] },
      {
        variable: 'HAS',
        purpose: 'is kept',
        profiles: ['active', 'other'],
        active: true,
        source: 'secret-storage',
        kept: ['secret-storage', 'store'],
      },
      { variable: 'ROOK_TEST_OUTER', profiles: ['active'], active: true, source: 'process', kept: [] },
      { variable: 'IDLE', profiles: [], active: false, source: 'secret-storage', kept: ['secret-storage'] },
    ],
  });
});

it('secrets of one workspace are no business of another, and leave nothing when they are removed', async () => {
  const [one, two] = [newWorkspace(), newWorkspace()];
  const { kept, secrets } = newSecrets();
  await secrets.set(one.root, 'KEY', 'first');
  await secrets.set(two.root, 'KEY', 'second');
  expect([await secrets.of(one.root).get('KEY'), await secrets.of(two.root).get('KEY')]).toEqual(['first', 'second']);
  await secrets.remove(one.root, 'KEY');
  expect([await secrets.of(one.root).get('KEY'), secrets.list(one.root), secrets.list(two.root)]).toEqual([
    undefined,
    [],
    ['KEY'],
  ]);
  expect([...kept.values()]).toEqual(['second']);
});
