import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unattendedReason } from '../../../engine/tools/permission/headless';
import { Policy, type SourcedRule } from '../../../engine/tools/permission/policy';
import { literalGlob, matchesGlob } from '../../../engine/workspace/permission-glob';
import {
  compareSpecificity,
  exactRule,
  parseRule,
  type Rule,
  type ToolRequest,
} from '../../../engine/workspace/permission-rule';

function rule(text: string): Rule {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const allow = (text: string, unattended = true): SourcedRule => ({
  rule: rule(text),
  effect: 'allow',
  where: 'test',
  unattended,
});
const deny = (text: string): SourcedRule => ({ rule: rule(text), effect: 'deny', where: 'test', unattended: true });
const call = (subject: string, tool = 'mcp_call'): ToolRequest => ({ tool, subject, phase: 'judge' });

describe('globs', () => {
  it.each([
    ['npm test', 'npm test', true],
    ['npm test', 'npm test -- --all', false],
    ['npm *', 'npm test', true],
    ['npm *', 'npm ', true],
    ['npm *', 'npm', false],
    ['*', '', true],
    ['*', 'anything at all', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['*.lookup', 'billing.lookup', true],
    ['*.lookup', 'billing.lookup.x', false],
    // Characters that other matchers give a meaning to.
    ['a?[b]{c,d}', 'a?[b]{c,d}', true],
    ['a?', 'ab', false],
    ['src/*', 'src/deep/file', true],
    ['50\\*', '50*', true],
    ['50\\*', '500', false],
    ['C:\\x', 'C:\\x', true],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected);
  });

  it('end soon on patterns that make backtracking matchers explode', () => {
    expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
  });

  it('of a literal text match that text and, with any other, nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        expect(matchesGlob(literalGlob(text), text)).toBe(true);
        expect(matchesGlob(literalGlob(text), other)).toBe(other === text);
      }),
    );
  });
});

describe('rules', () => {
  it('have a tool, a subject and, when they say so, a phase', () => {
    expect(rule('bash(npm test)')).toMatchObject({ tool: 'bash', subject: 'npm test' });
    expect(rule('mcp_call(billing.lookup)@judge')).toMatchObject({ subject: 'billing.lookup', phase: 'judge' });
    expect(rule('bash(echo (x) @y)')).toMatchObject({ subject: 'echo (x) @y' });
    expect(rule('*(*)')).toMatchObject({ tool: '*', subject: '*' });
  });

  it.each([
    ['', 1, 'it is empty'],
    ['(x)', 1, 'the tool is missing'],
    ['9a(x)', 1, 'a tool cannot begin with "9"'],
    ['mcp_call', 9, '( is missing'],
    ['mcp call(x)', 4, '( was expected'],
    ['mcp_call(x', 11, ') is missing'],
    ['mcp_call()', 10, 'the subject is empty'],
    ['mcp_call(x) y', 12, 'should end here'],
    ['mcp_call(x)@', 13, 'a phase is missing'],
    ['mcp_call(x)@juge', 13, 'did you mean judge?'],
    ['mcp_call(a\nb)', 11, 'one line'],
    ['mcp_cal(x)', 1, 'did you mean mcp_call?'],
    ['mcp_strat(*)', 1, 'did you mean mcp_start?'],
  ])('%j cannot be read at position %d: %s', (text, position, what) => {
    const parsed = parseRule(text);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.error.message).toContain(`at position ${position}:`);
    expect(parsed.error.message).toContain(what);
    expect(parsed.error.remedy).toBeTruthy();
  });

  it('that a refusal names cover exactly what was refused', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (subject, other) => {
        fc.pre(!/[\0-\u001f\u007f]/.test(subject));
        const named = rule(exactRule(call(subject)));
        const policy = new Policy([{ rule: named, effect: 'allow', where: 'test', unattended: true }]);
        expect(policy.decide(call(subject), false).kind).toBe('allow');
        expect(policy.decide(call(other), false).kind).toBe(other === subject ? 'allow' : 'open');
      }),
    );
  });

  it('are the more specific, the more they fix', () => {
    const order = [
      '*(*)',
      'mcp_call(*)',
      'mcp_call(billing.*)',
      'mcp_call(billing.lookup)',
      'mcp_call(billing.lookup)@judge',
    ];
    const sorted = [...order].reverse().sort((a, b) => compareSpecificity(rule(a), rule(b)));
    expect(sorted).toEqual(order);
  });
});

describe('a policy', () => {
  it('leaves open what no rule covers', () => {
    expect(new Policy([allow('mcp_call(billing.lookup)')]).decide(call('billing.find'), true)).toEqual({
      kind: 'open',
    });
    expect(new Policy([allow('mcp_call(x)@execute')]).decide(call('x'), true)).toEqual({ kind: 'open' });
  });

  it('lets deny beat allow, however exact the allow rule is', () => {
    const policy = new Policy([allow('mcp_call(billing.lookup)@judge'), deny('mcp_call(billing.*)')]);
    expect(policy.decide(call('billing.lookup'), true)).toMatchObject({ kind: 'deny' });
  });

  it('names the most specific of several rules', () => {
    const policy = new Policy([deny('*(*)'), deny('mcp_call(billing.*)'), deny('mcp_call(*)')]);
    expect(policy.decide(call('billing.lookup'), true)).toMatchObject({
      by: { rule: { text: 'mcp_call(billing.*)' } },
    });
  });

  it('does not count what a person allowed when asked, once nobody can be asked', () => {
    const policy = new Policy([allow('mcp_call(x)', false)]);
    expect(policy.decide(call('x'), true).kind).toBe('allow');
    expect(policy.decide(call('x'), false).kind).toBe('open');
  });

  it('covers a file by the folders that it lies in', () => {
    const request: ToolRequest = { tool: 'read_file', subject: 'docs/a.md', phase: 'judge', within: ['docs', '.'] };
    for (const text of ['read_file(.)', 'read_file(docs)', 'read_file(docs/a.md)', 'read_file(docs/*)'])
      expect(new Policy([allow(text)]).decide(request, false).kind, text).toBe('allow');
    expect(new Policy([allow('read_file(doc)')]).decide(request, false).kind).toBe('open');
    expect(new Policy([allow('read_file(.)'), deny('read_file(docs)')]).decide(request, false).kind).toBe('deny');
  });
});

describe('whether somebody can be asked', () => {
  const person = { yes: false, terminal: true, env: {} };

  it('a person at a terminal can', () => {
    expect(unattendedReason(person)).toBeUndefined();
  });

  it.each(['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'BUILDKITE', 'JENKINS_URL'])(
    'not when %s is there, whatever it says',
    (name) => {
      for (const value of ['true', 'false', '0', ''])
        expect(unattendedReason({ ...person, env: { [name]: value } })).toContain(name);
    },
  );

  it('not with --yes, and not without a terminal', () => {
    expect(unattendedReason({ ...person, yes: true })).toContain('--yes');
    expect(unattendedReason({ ...person, terminal: false })).toContain('not a terminal');
  });
});
