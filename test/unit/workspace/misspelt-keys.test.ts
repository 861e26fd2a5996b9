import { describe, expect, it } from 'vitest';
import { misspeltName, nearestName } from '../../../engine/workspace/nearest-name';
import { readProfileText } from '../../../engine/workspace/profile-file';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { readWorkspace } from '../../../engine/workspace/workspace';
import type { LocatedProblem } from '../../../schemas/problem';
import { WorkspaceBuilder } from '../../integration/workspace-builder';

const shown = ({ line, column, severity, code, message, remedy }: LocatedProblem) =>
  `${line}:${column} ${severity} ${code}: ${message} | ${remedy}`;

describe('a misspelt key of a profile keeps it from running', () => {
  const rest = 'id: p\nhooks: {execute: a.mjs}\n';
  it.each([
    [`${rest}capabilities: {call: true}\n`, '3:16', 'capabilities has no call', 'calls'],
    [`${rest}concurency: 4\n`, '3:1', 'a profile has no concurency', 'concurrency'],
    [`${rest}hook_envs: {A: b}\n`, '3:1', 'a profile has no hook_envs', 'hook_env'],
    ['id: p\nhooks: {execute: {script: a, timeout: 1}}\n', '2:30', 'hooks.execute has no timeout', 'timeout_seconds'],
    ['id: p\nhooks: {execute: a, open: {script: a, delay: 1}}\n', '2:39', 'hooks.open has no delay', 'delay_seconds'],
    ['id: p\nhooks: {execute: {script: a, timeout_second: 1}}\n', '2:30', 'no timeout_second', 'timeout_seconds'],
    [`${rest}env:\n  - variable: A\n    purpos: x\n`, '5:5', 'env[0] has no purpos', 'purpose'],
  ])('%j', (text, place, message, meant) => {
    const { profile, problems } = readProfileText(text, 'profiles/p.yaml');
    expect(profile).toBeUndefined();
    expect(problems.map(shown)).toEqual([
      expect.stringMatching(new RegExp(`^${place} error unknown-field: .*\\| Did you mean ${meant}\\?$`)),
    ]);
    expect(problems[0]?.message).toContain(message);
  });

  it('is told once, also where a field is missing because of it', () => {
    const { problems } = readProfileText('id: p\nhoks: {execute: a.mjs}\n', 'p.yaml');
    expect(problems.map(shown)).toEqual(['2:1 error missing-field: the profile has no hooks | Rename hoks to hooks.']);
  });

  it('other keys are data, and so is one beside the field that it resembles', () => {
    const text = `${rest}mode: cli\nkind: http\nverified: true\nnotes: x\nhook_env: {}\nhook_envs: {A: b}\n`;
    expect(readProfileText(text, 'p.yaml').problems).toEqual([]);
  });
});

describe('a misspelt key of agent.yaml or project.yaml', () => {
  const build = () => new WorkspaceBuilder().agent().profile('local', ['execute']);

  it('is told to who checks the files, and keeps nothing from running', async () => {
    const workspace = build();
    try {
      const file = workspace.file(`${workspace.agentDir()}/agent.yaml`, 'description: x\nnmae: Desk\nmodel: theirs\n');
      expect(await readWorkspace(workspace.root)).toMatchObject({ ok: true }); // nothing hangs on a name
      const project = workspace.file('.testmuai/rook/projects/desk/project.yaml', 'nam: Desk\n');
      workspace.file('.testmuai/rook/settings.json', '{"judge": 5}');
      const told: LocatedProblem[] = [];
      const read = await readWorkspace(workspace.root, (problem) => told.push(problem));
      expect(told.map(({ file: from, message }) => [from, message])).toEqual([
        [`${workspace.rookDir}/settings.json`, 'judge must be a mapping, found 5 (a number)'],
        [project, 'a project has no nam'],
        [file, 'an agent has no nmae'],
      ]);
      expect(read).toMatchObject({ ok: true, value: { projects: [{ agents: [{ profileIds: ['local'] }] }] } });
    } finally {
      workspace.remove();
    }
  });
});

describe('keys of a scenario that have another name elsewhere', () => {
  const rest = 'goal: g\nforbidden: [x]\n';
  it.each([
    [`${rest}timeout: 5\n`, '3:1 error unknown-field: a scenario has no timeout | Did you mean timeout_seconds?'],
    [
      `${rest}calls:\n  - {tool: pay, args: {a: 1}}\n`,
      '4:17 error unknown-field: an expected call has no args | Did you mean arguments?',
    ],
    [
      'goal: g\nacceptance_criteria:\n  - {check: not_called, tool: pay, args: {a: 1}}\n',
      '3:36 error malformed-criterion: check not_called has no parameter args | Did you mean arguments?',
    ],
  ])('%j', (text, expected) => {
    const { scenario, problems } = readScenarioText(text, 'scenarios/SC-1.yaml');
    expect(scenario).toBeUndefined();
    expect(problems.map(shown)).toEqual([expected]);
  });
});

describe('what is near a name', () => {
  const calls = ['called', 'not_called', 'called_with'];
  it.each<[string, string[], string | undefined]>([
    ['was_called', calls, undefined],
    ['never_called', calls, undefined],
    ['uncalled', calls, undefined],
    ['not_contains', ['contains'], undefined],
    ['caled', calls, 'called'],
    ['nto_called', calls, 'not_called'],
    ['notcalled', calls, 'not_called'],
    ['not_caled', calls, 'not_called'],
    ['called_wiht', calls, 'called_with'],
    ['notes', ['nodes'], 'nodes'],
  ])('%s among %j: %s, and never the opposite', (name, candidates, expected) => {
    expect(nearestName(name, candidates)).toBe(expected);
  });

  it('is no misspelling when it negates', () => {
    expect(misspeltName('nocontains', ['contains'])).toBe('contains'); // one word: nobody can tell
    expect(misspeltName('no_contains', ['contains'])).toBeUndefined();
  });

  it('a value that is near to its opposite only is answered with the list', () => {
    const text = 'goal: g\ncalls: [{tool: a, expect: was_called}]\n';
    expect(readScenarioText(text, 'SC-1.yaml').problems.map(({ message }) => message)).toEqual([
      'calls[0].expect is "was_called", which is not one of called, not_called, called_with',
    ]);
  });
});
