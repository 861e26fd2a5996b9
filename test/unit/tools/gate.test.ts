import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gate } from '../../../engine/tools/permission/gate';
import { GrantStore } from '../../../engine/tools/permission/grants';
import { loadPolicy } from '../../../engine/tools/permission/load-policy';
import {
  approvingPermission,
  headlessPermission,
  type Permission,
  type PermissionAnswer,
} from '../../../engine/tools/permission/permission';
import { RookHome } from '../../../engine/workspace/home';
import type { ToolRequest } from '../../../engine/workspace/permission-rule';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-gate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const request: ToolRequest = { tool: 'mcp_call', subject: 'billing.lookup', phase: 'judge' };
const never = new AbortController().signal;

interface Rules {
  allow?: string[];
  project?: { allow?: string[]; deny?: string[] };
  target?: string;
  workspace?: string;
}

async function gateWith(permission: Permission, rules: Rules = {}): Promise<Gate> {
  const home = new RookHome(join(folder, 'home'));
  const grants = new GrantStore(home, rules.workspace ?? '/w');
  const target = rules.target ?? 'shop/desk/local';
  const policy = await loadPolicy({
    home,
    grants,
    target,
    allow: rules.allow ?? [],
    project: { file: '/w/settings.json', rules: rules.project },
  });
  if (!policy.ok) throw new Error(policy.error.message);
  return new Gate({
    policy: policy.value.policy,
    permission,
    grants,
    target,
    settingsFile: home.path('settings.json'),
  });
}

/** A person who gives these answers, one after the other. */
function person(...answers: PermissionAnswer[]): Permission & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ask: async ({ rule }) => {
      asked.push(rule);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = answers.shift();
      if (!answer) throw new Error('one question too many');
      return answer;
    },
  };
}

const ask = (gate: Gate): Promise<boolean> => gate.check(request, 'Call it', never).then(({ allowed }) => allowed);

describe('where nobody can be asked', () => {
  it('what no rule covers is refused, and the refusal names the rule that would allow it', async () => {
    const gate = await gateWith(headlessPermission('CI is set in the environment'));
    const decision = await gate.check(request, 'Call it', never);
    expect(decision).toMatchObject({ allowed: false });
    if (decision.allowed) return;
    expect(decision.reason).toContain('CI is set');
    expect(decision.remedy).toContain(`--allow 'mcp_call(billing.lookup)'`);
    expect(gate.foreseen(request)).toEqual({ reason: decision.reason, remedy: decision.remedy });
    expect(await ask(await gateWith(headlessPermission('x'), { allow: ['mcp_call(billing.lookup)'] }))).toBe(true);
  });

  it('--yes approves, writes nothing, and beats no deny rule', async () => {
    const gate = await gateWith(approvingPermission());
    expect(gate.foreseen(request)).toBeUndefined();
    expect(await ask(gate)).toBe(true);
    expect(() => statSync(join(folder, 'home/grants.json'))).toThrow();
    expect(await ask(await gateWith(approvingPermission(), { project: { deny: ['mcp_call(*)'] } }))).toBe(false);
  });

  it('an earlier "always" is no authority, and an earlier "never" still forbids', async () => {
    expect(await ask(await gateWith(person('always')))).toBe(true);
    expect(await ask(await gateWith(headlessPermission('x')))).toBe(false);
    expect(await ask(await gateWith(person()))).toBe(true);

    expect(await ask(await gateWith(person('never'), { target: 'other' }))).toBe(false);
    expect(await ask(await gateWith(approvingPermission(), { target: 'other' }))).toBe(false);
  });
});

describe('where a person can be asked', () => {
  it('once and no are for one time, always and never are kept', async () => {
    const gate = await gateWith(person('once', 'no', 'always'));
    expect([await ask(gate), await ask(gate), await ask(gate), await ask(gate)]).toEqual([true, false, true, true]);
  });

  it('answers are kept privately, for the workspace and the target', async () => {
    await ask(await gateWith(person('always')));
    const file = join(folder, 'home/grants.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      version: 1,
      grants: [{ workspace: '/w', target: 'shop/desk/local', effect: 'allow', rule: 'mcp_call(billing.lookup)' }],
    });
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'home')).mode & 0o777).toBe(0o700);
    }
    expect(await ask(await gateWith(person('no'), { target: 'shop/desk/staging' }))).toBe(false);
    expect(await ask(await gateWith(person('no'), { workspace: '/elsewhere' }))).toBe(false);
  });

  it('a deny rule is not asked about', async () => {
    const somebody = person();
    const gate = await gateWith(somebody, { project: { deny: ['mcp_call(billing.*)'] } });
    expect(await gate.check(request, 'Call it', never)).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('deny rule mcp_call(billing.*) (/w/settings.json)'),
    });
    expect(somebody.asked).toEqual([]);
  });

  it('is asked one thing at a time, and not what an earlier answer has settled', async () => {
    const somebody = person('always');
    const gate = await gateWith(somebody);
    expect(await Promise.all([ask(gate), ask(gate), ask(gate)])).toEqual([true, true, true]);
    expect(somebody.asked).toHaveLength(1);
  });
});

describe('a workspace', () => {
  it('cannot permit itself anything', async () => {
    const home = new RookHome(join(folder, 'home'));
    const policy = await loadPolicy({
      home,
      grants: new GrantStore(home, '/w'),
      target: 't',
      allow: [],
      project: { file: '/w/settings.json', rules: { allow: ['mcp_call(*)'] } },
    });
    expect(policy.ok && policy.value.policy.decide(request, true).kind).toBe('open');
    expect(policy.ok && policy.value.warnings[0]?.message).toContain('mcp_call(*)');
  });

  it('with a deny rule that cannot be read is refused: it might forbid something', async () => {
    await expect(gateWith(person(), { project: { deny: ['mcp_call'] } })).rejects.toThrow(
      /\/w\/settings\.json: the rule "mcp_call" cannot be read at position 9/,
    );
  });

  it('can forbid a run', async () => {
    const gate = await gateWith(approvingPermission(), { project: { deny: ['run(prod*)'] } });
    expect(gate.forbiddenRun('production')?.message).toContain(
      'run(production) is forbidden by the deny rule run(prod*)',
    );
    expect(gate.forbiddenRun('local')).toBeUndefined();
  });
});
