import { describe, expect, it } from 'vitest';
import type { Trial } from '../../../engine/author/trial';
import { trialViewOf } from '../../../extension/trial-view';
import { ToPanel } from '../../../schemas/panel';
import type { Profile } from '../../../schemas/profile';

const profile: Profile = {
  id: 'local',
  name: 'Local desk',
  hooks: {},
  env: [],
  capabilities: { multi_turn: true, calls: false, usage: false, attachments: false },
  hookEnv: {},
  concurrency: 1,
};
const trial: Trial = {
  ok: true,
  goal: 'Say hello.',
  output: 'Hello.',
  calls: [],
  observed: { multi_turn: false, calls: true, usage: false },
  phases: [{ phase: 'execute', turn: 1, ok: true, durationMs: 12, exitCode: 0, stderr: '' }],
};

describe('what the panel shows of a trial', () => {
  it('sets what was observed beside what is declared, and is a message that the panel takes', () => {
    const view = trialViewOf({ profile }, 'Desk', trial, undefined);
    expect(view.capabilities).toEqual([
      { name: 'multi_turn', declared: true, observed: false },
      { name: 'calls', declared: false, observed: true },
      { name: 'usage', declared: false, observed: false },
    ]);
    expect(ToPanel.safeParse({ type: 'trial', view })).toMatchObject({ success: true, data: { view } });
  });

  it('tells no calls from calls that cannot be observed', () => {
    expect(trialViewOf({ profile }, 'Desk', trial, undefined).calls).toEqual([]);
    const { calls: _, ...blind } = trial;
    expect(trialViewOf({ profile }, 'Desk', blind, undefined)).not.toHaveProperty('calls');
  });

  it('has the explanation of a failure, and what the hook wrote', () => {
    const failed: Trial = {
      ...trial,
      ok: false,
      error: 'exited with code 1',
      phases: [{ phase: 'execute', ok: false, durationMs: 1, exitCode: 1, stderr: 'refused', error: 'exited' }],
    };
    const view = trialViewOf({ profile }, 'Desk', failed, { summary: 'Nothing answers.', next: 'Start it.' });
    expect(view).toMatchObject({
      ok: false,
      diagnosis: { summary: 'Nothing answers.', next: 'Start it.' },
      phases: [{ stderr: 'refused', error: 'exited' }],
    });
  });
});
