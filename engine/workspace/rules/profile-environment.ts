import type { Problem } from '../../../schemas/problem';
import { isEnvName } from '../env-store';
import { rookVariables } from '../hook-contract/rook-variables';
import { nearestName } from '../nearest-name';
import { reference } from '../needed-variables';
import { asRecord } from '../plain-value';
import { literalValue, literalValues } from './literal-values';

/** What is wrong with the environment that a profile describes, as far as the file alone tells. */
export function environmentProblems(profile: unknown): Problem[] {
  return [...declaredProblems(profile), ...fixedProblems(profile)];
}

/** `env`: names only. */
function declaredProblems(profile: unknown): Problem[] {
  const env = asRecord(profile)?.env;
  if (!Array.isArray(env)) return [];
  const seen = new Set<string>();
  return env.flatMap((item: unknown, index): Problem[] => {
    const entry = asRecord(item);
    const variable = entry?.variable;
    if (!entry || typeof variable !== 'string' || !isEnvName(variable)) return [];
    const problems: Problem[] = [];
    if (entry.value !== undefined && entry.value !== null) {
      const remedy = `Set it outside the workspace: rook env set ${variable}.`;
      problems.push(
        literalValue(variable, entry.value, ['env', index, 'value'], `Remove it, and set it with rook env set.`) ?? {
          code: 'value-in-env',
          severity: 'warning',
          message: `env has no field for a value: what is written for ${variable} is not used`,
          remedy: `${remedy} A value that is no secret can stand under hook_env.`,
          path: ['env', index, 'value'],
          at: 'key',
        },
      );
    }
    if (isRookVariable(variable))
      problems.push({
        code: 'rook-variable',
        severity: 'error',
        message: `${variable} is set by Rook when a hook runs; declared here it would need a value before, and nothing would run`,
        remedy: 'Remove the entry: every hook has it.',
        path: ['env', index, 'variable'],
      });
    if (seen.has(variable))
      problems.push({
        code: 'declared-twice',
        severity: 'warning',
        message: `${variable} is declared twice`,
        remedy: 'Remove one of the two.',
        path: ['env', index, 'variable'],
      });
    seen.add(variable);
    return problems;
  });
}

/** `hook_env`: values that are no secret, and references. */
function fixedProblems(profile: unknown): Problem[] {
  const fixed = asRecord(asRecord(profile)?.hook_env) ?? {};
  const secrets = literalValues(
    fixed,
    ['hook_env'],
    (name) => `Name a variable under env, set it with rook env set, and write ${name}: \${NAME} here or drop the line.`,
  );
  const others = Object.entries(fixed).flatMap(([name, value]): Problem[] => {
    const path = ['hook_env', name];
    if (name.startsWith('ROOK_')) {
      const near = isRookVariable(name) ? undefined : nearestName(name, Object.keys(rookVariables));
      return [
        {
          code: 'rook-variable',
          severity: 'warning',
          message: isRookVariable(name)
            ? `${name} is always set by Rook: the value here is never seen by a hook`
            : `names that begin with ROOK_ are Rook's, and ${name} is none that it sets${near ? ` (did you mean ${near}?)` : ''}`,
          remedy: isRookVariable(name) ? 'Remove it.' : 'Give it a name of your own.',
          path,
          at: 'key',
        },
      ];
    }
    return typeof value === 'string' ? referenceProblems(name, value, path) : [];
  });
  return [...secrets, ...others];
}

/** What looks like a reference and is taken literally: only `${NAME}` is replaced. */
function referenceProblems(name: string, value: string, path: string[]): Problem[] {
  const rest = value.replace(reference, '');
  const meant = /\$\{[^}]*\}|^\$[A-Z_][A-Z0-9_]*$/.exec(rest)?.[0];
  if (meant === undefined) return [];
  const inner = /[A-Za-z_]\w*/.exec(meant)?.[0] ?? 'NAME';
  return [
    {
      code: 'reference-not-replaced',
      severity: 'warning',
      message: `hook_env.${name}: ${meant} stays as it is, since only references of the form \${NAME} are replaced`,
      remedy: `Write \${${inner}}; defaults and other shell forms are not known here.`,
      path,
    },
  ];
}

function isRookVariable(name: string): boolean {
  return Object.hasOwn(rookVariables, name);
}
