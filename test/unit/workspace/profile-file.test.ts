import { describe, expect, it } from 'vitest';
import { readProfileText } from '../../../engine/workspace/profile-file';
import { corpusText } from '../schemas/corpus-files';

const read = (text: string) => readProfileText(text, 'profiles/p.yaml');
const codes = (text: string) => read(text).problems.map(({ severity, code }) => `${severity} ${code}`);

describe('profiles of real workspaces', () => {
  it('null hooks are absent hooks; times, capabilities and unknown keys are read', () => {
    const { profile, problems, legacy } = read(corpusText('profiles/scribe-local.yaml'));
    expect(problems).toEqual([]);
    expect(legacy).toBe(false);
    expect(profile).toEqual({
      id: 'local',
      name: 'local',
      hooks: {
        open: { phase: 'open', script: 'scripts/local.mjs', timeoutSeconds: 120, delaySeconds: 0 },
        execute: { phase: 'execute', script: 'scripts/local.mjs', timeoutSeconds: 600, delaySeconds: 0 },
        collect: { phase: 'collect', script: 'scripts/local.mjs', timeoutSeconds: 60, delaySeconds: 0 },
      },
      env: [{ variable: 'SCRIBE_API_TOKEN' }],
      capabilities: { multi_turn: true, calls: true, usage: true, attachments: false },
      hookEnv: {},
      concurrency: 1,
    });
  });

  it('folded paths, hook_env and concurrency are read', () => {
    const { profile, problems } = read(corpusText('profiles/demo-normal.yaml'));
    expect(problems).toEqual([]);
    expect(profile?.hooks.prepare?.script).toBe(
      '.testmuai/rook/projects/sample-project/agents/everyday-banking-assistant/scripts/demo-http.mjs',
    );
    expect(profile?.hookEnv).toEqual({ DEMO_FAULT: 'none' });
    expect(profile?.env.map(({ variable }) => variable)).toEqual(['DEMO_BASE_URL', 'DEMO_ENGINE', 'DEMO_VARIANT']);
  });

  it('a recipe profile of the old kind is recognised and explained once, as legacy', () => {
    const { profile, problems, legacy, document } = read(corpusText('profiles/legacy-http.yaml'));
    expect(legacy).toBe(true);
    expect(profile).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'legacy-profile', severity: 'warning', line: 8 });
    expect(problems[0]?.remedy).toMatch(/hooks/);
    expect(document.value).toMatchObject({ id: 'knowledge-vault' });
  });
});

describe('a profile', () => {
  it('is complete with an id and an execute hook; the rest has defaults', () => {
    expect(read('id: p\nhooks: {execute: a.mjs}\n').profile).toEqual({
      id: 'p',
      name: 'p',
      hooks: { execute: { phase: 'execute', script: 'a.mjs' } },
      env: [],
      capabilities: { multi_turn: false, calls: false, usage: false, attachments: false },
      hookEnv: {},
      concurrency: 1,
    });
  });

  it('numbers and truth values in hook_env become text', () => {
    expect(read('id: p\nhooks: {execute: a.mjs}\nhook_env: {PORT: 80, ON: true}\n').profile?.hookEnv).toEqual({
      PORT: '80',
      ON: 'true',
    });
  });

  it.each<[string, string, string[]]>([
    ['without execute', 'id: p\nhooks: {open: a.mjs}\n', ['error execute-missing']],
    ['whose execute is null', 'id: p\nhooks: {execute: null}\n', ['error execute-missing']],
    ['without hooks', 'id: p\n', ['error missing-field']],
    ['with a misspelt phase beside execute', 'id: p\nhooks: {execute: a, colect: b}\n', ['warning unknown-phase']],
    ['whose id is no slug', 'id: My Profile\nhooks: {execute: a.mjs}\n', ['error bad-value']],
    ['with more than eight at once', 'id: p\nhooks: {execute: a}\nconcurrency: 9\n', ['error out-of-range']],
    ['that is no YAML', 'id: [p\n', ['error yaml-syntax']],
    ['that is empty', '', ['error missing-field']],
  ])('%s is refused, or warned about, by its code', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it('with errors is no profile; with warnings it is', () => {
    expect(read('id: p\nhooks: {open: a.mjs}\n').profile).toBeUndefined();
    const warned = read('id: p\nhooks: {execute: a, colect: b}\n');
    expect(warned.profile?.hooks).toEqual({ execute: { phase: 'execute', script: 'a' } });
    expect(warned.problems[0]).toMatchObject({ remedy: 'Did you mean collect?', line: 2, column: 21 });
  });

  it('one broken place is reported at that place', () => {
    const { problems } = read('id: p\nhooks:\n  execute:\n    script: a.mjs\n    timeout_seconds: soon\n');
    expect(problems).toMatchObject([{ line: 5, column: 22, file: 'profiles/p.yaml' }]);
  });
});
