import { describe, expect, it } from 'vitest';
import { type HookContext, hookEnvironment, resolveEnvironment } from '../../../engine/lifecycle/hook-environment';
import type { HookPhase } from '../../../schemas/phase';
import { ProfileFile, toProfile } from '../../../schemas/profile';

const profileWith = (changes: object) =>
  toProfile(ProfileFile.parse({ id: 'p', hooks: { execute: 'a.mjs' }, ...changes }));

const run = {
  workspace: '/w',
  project: 'demo',
  agent: 'desk',
  runId: 'R1',
  runStateDir: '/w/run-state',
  stateDir: '/w/state',
};
const scenario = { scenarioId: 'SC-001', session: 's-1', attempt: 2 };
const contextOf = (phase: HookPhase, more: Partial<HookContext> = {}): HookContext => ({ phase, ...run, ...more });

describe('the environment of a hook', () => {
  it('is the process environment, then env values, then hook_env, then ROOK_*: later ones win', () => {
    const profile = profileWith({
      env: [{ variable: 'TOKEN' }],
      hook_env: { A: 'from hook_env', ROOK_HOOK: 'mine', ROOK_RUN_ID: 'mine' },
    });
    const env = hookEnvironment(profile, { A: 'from process', B: 'b', TOKEN: 't' }, contextOf('prepare'));
    expect(env).toMatchObject({ A: 'from hook_env', B: 'b', TOKEN: 't', ROOK_HOOK: 'prepare', ROOK_RUN_ID: 'R1' });
  });

  it('nobody but Rook sets its variables, not even in a phase that has none', () => {
    const profile = profileWith({
      env: [{ variable: 'ROOK_CONVERSATION' }],
      hook_env: { ROOK_TURN: '9', ROOK_SCENARIO_ID: 'x' },
    });
    const base = { ROOK_CONVERSATION: 'outer', ROOK_SESSION: 'outer', ROOK_TURN: '3', ROOK_ATTACHMENTS: '[]' };
    const env = hookEnvironment(profile, base, contextOf('prepare'));
    for (const name of ['ROOK_TURN', 'ROOK_SCENARIO_ID', 'ROOK_CONVERSATION', 'ROOK_SESSION', 'ROOK_ATTACHMENTS'])
      expect(env, name).not.toHaveProperty(name);
  });

  it.each<[string, Record<string, string>]>([
    ['keys of a hosted account', { LT_USERNAME: 'u', LT_ACCESS_KEY: 'k' }],
    ["the judge's key", { ROOK_JUDGE_API_KEY: 'k' }],
  ])('%s never reach it', (_, secrets) => {
    const env = hookEnvironment(profileWith({}), { ...secrets, PATH: '/bin' }, contextOf('execute'));
    expect(env.PATH).toBe('/bin');
    for (const name of Object.keys(secrets)) expect(env).not.toHaveProperty(name);
  });

  it('a profile that declares such a key gets it', () => {
    const profile = profileWith({ env: [{ variable: 'LT_ACCESS_KEY' }, { variable: 'ROOK_JUDGE_API_KEY' }] });
    const env = hookEnvironment(profile, { LT_ACCESS_KEY: 'k', ROOK_JUDGE_API_KEY: 'j' }, contextOf('execute'));
    expect(env).toMatchObject({ LT_ACCESS_KEY: 'k', ROOK_JUDGE_API_KEY: 'j' });
  });

  it('${VAR} in hook_env is resolved; other dollar signs are text', () => {
    const profile = profileWith({ hook_env: { URL: 'http://${HOST}:${PORT}/$x', PRICE: '$5 ${}', PORT: '${HOST}' } });
    const env = hookEnvironment(profile, { HOST: 'h', PORT: '80' }, contextOf('open'));
    expect(env).toMatchObject({ URL: 'http://h:80/$x', PRICE: '$5 ${}', PORT: 'h' });
  });

  it.each<[HookPhase, Partial<HookContext>, string[]]>([
    ['prepare', {}, []],
    ['open', scenario, ['ROOK_SCENARIO_ID', 'ROOK_SESSION', 'ROOK_ATTEMPT']],
    [
      'execute',
      { ...scenario, turn: 1, conversation: 'c' },
      ['ROOK_SCENARIO_ID', 'ROOK_SESSION', 'ROOK_ATTEMPT', 'ROOK_TURN', 'ROOK_CONVERSATION'],
    ],
    [
      'close',
      { ...scenario, turn: 1, conversation: 'c' },
      ['ROOK_SCENARIO_ID', 'ROOK_SESSION', 'ROOK_ATTEMPT', 'ROOK_CONVERSATION'],
    ],
    [
      'collect',
      { ...scenario, conversation: 'c' },
      ['ROOK_SCENARIO_ID', 'ROOK_SESSION', 'ROOK_ATTEMPT', 'ROOK_CONVERSATION'],
    ],
  ])('%s has exactly the variables of its phase', (phase, more, expected) => {
    const always = ['HOOK', 'WORKSPACE', 'PROJECT', 'AGENT', 'RUN_ID', 'RUN_STATE_DIR', 'STATE_DIR'];
    const env = hookEnvironment(profileWith({}), {}, contextOf(phase, more));
    expect(Object.keys(env).sort()).toEqual([...always.map((name) => `ROOK_${name}`), ...expected].sort());
  });

  it('attachments are a JSON array, absent when there are none', () => {
    const withOne = hookEnvironment(profileWith({}), {}, contextOf('execute', { attachments: ['/w/a "b".pdf'] }));
    expect(JSON.parse(withOne.ROOK_ATTACHMENTS ?? '')).toEqual(['/w/a "b".pdf']);
    expect(hookEnvironment(profileWith({}), {}, contextOf('execute', { attachments: [] }))).not.toHaveProperty(
      'ROOK_ATTACHMENTS',
    );
  });
});

describe('variables without a value', () => {
  const profile = profileWith({
    env: [
      { variable: 'TOKEN', purpose: 'bearer token for staging' },
      { variable: 'BASE_URL' },
      { variable: 'EMPTY', purpose: 'set to nothing' },
      { variable: 'THERE', purpose: 'is set' },
    ],
    hook_env: { REGION: '${CLOUD_REGION}-1', PLAIN: 'x' },
  });

  it('are listed all at once, with their purpose, and an empty value counts as missing', () => {
    const result = resolveEnvironment(profile, { EMPTY: '', THERE: '1' });
    if (result.ok) throw new Error('nothing was missing');
    const { message, remedy } = result.error;
    expect(message.split('\n')).toEqual([
      expect.stringContaining('profile p'),
      '  TOKEN: bearer token for staging',
      '  BASE_URL',
      '  EMPTY: set to nothing',
      '  CLOUD_REGION: used by hook_env.REGION',
    ]);
    expect(remedy).toMatch(/Nothing was run/);
  });

  it('are none of those that are set', () => {
    const result = resolveEnvironment(profile, { EMPTY: 'e', THERE: '1', BASE_URL: 'u', CLOUD_REGION: 'eu' });
    if (result.ok) throw new Error('nothing was missing');
    expect(result.error.message.split('\n').slice(1)).toEqual(['  TOKEN: bearer token for staging']);
  });

  it('are those called like something that every object has, too', () => {
    const result = resolveEnvironment(profileWith({ env: [{ variable: 'constructor' }] }), {});
    expect(result.ok ? undefined : result.error.missing).toEqual(['constructor']);
  });

  it('are none when all are set', () => {
    const env = { EMPTY: 'e', THERE: '1', BASE_URL: 'u', CLOUD_REGION: 'eu', TOKEN: 't' };
    expect(resolveEnvironment(profile, env)).toEqual({ ok: true, value: env });
  });
});
