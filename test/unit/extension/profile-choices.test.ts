import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepObserved } from '../../../engine/lifecycle/observed-capabilities';
import { loadProfile } from '../../../engine/workspace/agent-files';
import { readWorkspace } from '../../../engine/workspace/workspace';
import { profileChoices } from '../../../extension/profile-choices';

describe('the profiles that can be chosen', () => {
  let root = '';
  const agentDir = () => join(root, '.testmuai/rook/projects/p/agents/a');
  const write = (name: string, text: string) => writeFileSync(join(agentDir(), name), text);
  const agentOf = async () => {
    const workspace = await readWorkspace(root);
    const agent = workspace.ok ? workspace.value.projects[0]?.agents[0] : undefined;
    if (!agent) throw new Error('no agent');
    return agent;
  };
  const choices = async (env: NodeJS.ProcessEnv = {}) =>
    profileChoices(await agentOf(), { workspace: { root }, env: { ROOK_HOME: join(root, 'home'), ...env } });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rook-choices-'));
    for (const folder of ['profiles', 'scripts']) mkdirSync(join(agentDir(), folder), { recursive: true });
    write('scripts/a.mjs', '');
    write('profiles/one.yaml', 'id: one\nname: One\nhooks: {execute: scripts/a.mjs}\nenv: [{variable: ONE_KEY}]\n');
    write('profiles/two.yaml', 'id: two\nhooks: {execute: scripts/none.mjs}\n');
    write('profiles/old.yaml', 'id: old\nkind: http\ninvoke: {url: x}\nresult: {}\n');
    write('profiles/active', 'one\n');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('say which is active, what each lacks, and which cannot be used', async () => {
    expect(await choices()).toMatchObject([
      { id: 'old', isActive: false, standing: 'legacy' },
      { id: 'one', name: 'One', isActive: true, standing: 'untried', missing: ['ONE_KEY'] },
      { id: 'two', standing: 'broken', trouble: expect.stringContaining('script not found') },
    ]);
    const [, one] = await choices({ ONE_KEY: 'value' });
    expect(one?.missing).toEqual([]);
  });

  it('tell one that was tried as it is from one that was changed since', async () => {
    const agent = await agentOf();
    const loaded = await loadProfile(agent, 'one', root);
    if (!loaded.ok) throw new Error(loaded.error.message);
    await keepObserved(agent.profilesDir, loaded.value, { multi_turn: false, calls: true, usage: false });
    expect((await choices())[1]?.standing).toBe('tried');
    write('scripts/a.mjs', '// other');
    expect((await choices())[1]?.standing).toBe('changed');
  });
});
