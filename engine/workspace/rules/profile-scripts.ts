import type { HookPhase } from '../../../schemas/phase';
import { hookPhases } from '../../../schemas/phase';
import type { Problem } from '../../../schemas/problem';
import type { Profile } from '../../../schemas/profile';
import { rookVariables } from '../hook-contract/rook-variables';
import { neededVariables, reference } from '../needed-variables';
import { asRecord } from '../plain-value';
import type { ProfileReading } from '../profile-file';
import { type HookScripts, interpreterOf } from '../script-path';
import type { Derivation } from './file-view';
import type { RuleContext } from './rule-context';
import { environmentOf, type ScriptEnvironment } from './script-environment';
import { usagesOf } from './script-usages';
import { variablesWithValue } from './variable-values';

/** Scripts that the system would have to start itself, and would not. */
export function notExecutable(scripts: HookScripts, { files }: RuleContext): Problem[] {
  return phasesOf(scripts).flatMap(([phase, script]): Problem[] => {
    if (interpreterOf(script) !== undefined || files.isExecutable(script)) return [];
    return [
      {
        code: 'script-not-executable',
        severity: 'error',
        message: `hooks.${phase}: the script is not executable, and its name does not say what runs it (.mjs, .py, .sh …)`,
        remedy: `Make it executable (chmod +x ${script}), or give it the ending of its language.`,
        path: ['hooks', phase],
      },
    ];
  });
}

/**
 * Variables without a value now, declared ones that no script reads, and read ones that nobody declares. Only hints: who
 * runs elsewhere may have them, and what a program does that a script starts is not known.
 */
export function variableHints(
  { profile, document }: ProfileReading,
  scripts: HookScripts,
  context: RuleContext,
  workspaceRoot: string,
): Problem[] {
  if (!profile) return [];
  const hints: Problem[] = [];
  const hasValue = variablesWithValue(context, workspaceRoot);
  const hasEnv = Array.isArray(asRecord(document.value)?.env);
  const places = placesOfVariables(profile, hasEnv);
  for (const { variable, purpose } of hasValue ? neededVariables(profile) : []) {
    if (hasValue?.(variable) || Object.hasOwn(rookVariables, variable)) continue; // those are told as what they are
    hints.push({
      code: 'variable-without-value',
      severity: 'hint',
      message: `${variable} has no value here now${purpose ? ` (${purpose})` : ''}: a run would be refused`,
      remedy: `Set it with rook env set ${variable}, or in the environment.`,
      path: places.get(variable) ?? ['env'],
    });
  }
  const known = environmentsOf(scripts, context);
  if (!known) return hints;
  const read = new Set(known.flatMap(({ variables }) => variables));
  const all = known.length === scripts.found.length && known.every(({ complete }) => complete);
  for (const [index, { variable }] of profile.env.entries()) {
    if (!all || read.has(variable) || Object.hasOwn(rookVariables, variable)) continue;
    hints.push({
      code: 'variable-not-read',
      severity: 'hint',
      message: `${variable} is declared, and no script of this profile reads it: a run is refused without a value all the same`,
      remedy: 'Remove it, or read it in a script as process.env.',
      path: ['env', index, 'variable'],
    });
  }
  // What another profile declares that uses the same script belongs to another way of reaching the agent.
  const declared = new Set([
    ...profile.env.map(({ variable }) => variable),
    ...Object.keys(profile.hookEnv),
    ...scripts.found.flatMap((script) =>
      usagesOf(context.files, workspaceRoot, script).flatMap(({ variables }) => variables),
    ),
  ]);
  for (const variable of [...read].sort()) {
    if (declared.has(variable) || isUsual(variable)) continue;
    hints.push({
      code: 'variable-not-declared',
      severity: 'hint',
      message: `a script reads ${variable}, and the profile does not declare it: nobody is told when it is missing`,
      remedy: `Add it under env: "- variable: ${variable}".`,
      path: ['env'],
      at: 'key',
    });
  }
  return hints;
}

/** Where a profile first speaks of each variable: an entry of `env`, else what refers to it in `hook_env`. */
function placesOfVariables({ env, hookEnv }: Profile, hasEnv: boolean): Map<string, Problem['path']> {
  const places = new Map<string, Problem['path']>();
  const add = (variable: string, path: Problem['path']): void => {
    if (!places.has(variable)) places.set(variable, path);
  };
  if (hasEnv) for (const [index, { variable }] of env.entries()) add(variable, ['env', index, 'variable']);
  for (const [name, value] of Object.entries(hookEnv))
    for (const [, variable] of value.matchAll(reference)) if (variable !== undefined) add(variable, ['hook_env', name]);
  return places;
}

/** Several scenarios at once, and an `open` that seems to put back what they share. */
export function sharedStateHint(profile: unknown, scripts: HookScripts, { files }: RuleContext): Problem[] {
  const concurrency = asRecord(profile)?.concurrency;
  const script = scripts.byPhase.open;
  if (typeof concurrency !== 'number' || concurrency <= 1 || script === undefined) return [];
  // A script of several phases says many things; one of its own says what open does.
  const alone = phasesOf(scripts).every(([phase, other]) => phase === 'open' || other !== script);
  const word = resetWord.exec(script.split(/[\\/]/).at(-1) ?? '')?.[0] ?? (alone && files.derive(script, resets));
  if (!word) return [];
  return [
    {
      code: 'shared-reset',
      severity: 'hint',
      message: `open seems to reset state (${word}), and ${concurrency} scenarios run at once: one would take away what another still uses`,
      remedy: 'Set concurrency: 1, or give each scenario its own state (ROOK_SESSION, ROOK_STATE_DIR).',
      path: ['concurrency'],
    },
  ];
}

const resetWord = /\b(?:reset|truncate|flushall|flushdb|dropdatabase|wipe|reseed)/i;

/** The word of a script by which it resets what is not the scenario's own. */
const resets: Derivation<string | undefined> = {
  of: (text) => (/ROOK_(?:SESSION|STATE_DIR|SCENARIO_ID)/.test(text) ? undefined : resetWord.exec(text)?.[0]),
};

/** Variables that programs expect of any environment, and Rook's own. */
function isUsual(variable: string): boolean {
  return (
    variable.startsWith('ROOK_') ||
    variable.startsWith('npm_') ||
    /^(?:PATH|HOME|USER|USERPROFILE|SHELL|LANG|LC_\w+|TZ|TERM|PWD|TMP|TEMP|TMPDIR|CI|DEBUG|NODE_\w+|NO_COLOR|FORCE_COLOR|HTTPS?_PROXY|NO_PROXY|APPDATA|LOCALAPPDATA|SystemRoot|COMSPEC|XDG_\w+)$/i.test(
      variable,
    )
  );
}

/** What the scripts read; undefined while nothing can be told. */
function environmentsOf(scripts: HookScripts, { files, analyse }: RuleContext): ScriptEnvironment[] | undefined {
  return analyse && scripts.found.flatMap((script) => environmentOf(files, script, analyse) ?? []);
}

function phasesOf({ byPhase }: HookScripts): [HookPhase, string][] {
  return hookPhases.flatMap((phase): [HookPhase, string][] => {
    const script = byPhase[phase];
    return script === undefined ? [] : [[phase, script]];
  });
}
