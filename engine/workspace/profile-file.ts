import { basename } from 'node:path';
import { hookPhases } from '../../schemas/phase';
import type { LocatedProblem, Problem } from '../../schemas/problem';
import {
  Capabilities,
  EnvReference,
  HookObject,
  LegacyProfileFile,
  type Profile,
  ProfileFile,
  toProfile,
} from '../../schemas/profile';
import { checkShape } from './check-shape';
import { atOtherPlaces, misspeltKeys } from './misspelt-keys';
import { nearestName } from './nearest-name';
import { asRecord } from './plain-value';
import { parseYaml, type YamlDocument } from './yaml-document';

export interface ProfileReading {
  document: YamlDocument;
  /** The profile, when nothing keeps it from running. */
  profile?: Profile;
  /** Set for a recipe profile of the old kind. */
  legacy: boolean;
  problems: LocatedProblem[];
}

/** Reads a profile's text. A legacy recipe profile is recognised and explained, not complained about field by field. */
export function readProfileText(text: string, file: string): ProfileReading {
  const document = parseYaml(text, file);
  if (document.syntaxProblems.length > 0) return { document, legacy: false, problems: document.syntaxProblems };
  const value = document.value;
  if (LegacyProfileFile.safeParse(value).success) {
    return { document, legacy: true, problems: [document.locate(legacyProblem(file))] };
  }
  const { value: checked, problems } = checkShape(ProfileFile, value, [], 'the profile');
  for (const problem of problems) Object.assign(problem, inTermsOfProfiles(problem, value));
  problems.push(...hookProblems(value));
  problems.push(...atOtherPlaces(problems, strayKeys(value)));
  const errors = problems.some((problem) => problem.severity === 'error');
  return {
    document,
    legacy: false,
    ...(checked && !errors && { profile: toProfile(checked) }),
    problems: problems.map(document.locate),
  };
}

/** The id in the remedy is the file's name, by which commands know a profile. */
function legacyProblem(file: string): Problem {
  const id = basename(file).replace(/\.ya?ml$/, '');
  return {
    code: 'legacy-profile',
    severity: 'warning',
    message: 'this is a recipe profile of the old kind (kind, invoke, result): it has no hooks and cannot be run',
    remedy: `Convert it to hooks: rook profile convert ${id}.`,
    path: ['invoke'],
    at: 'key',
  };
}

/** Says it in the terms of a profile where the shape alone would speak of texts and mappings. */
function inTermsOfProfiles({ code, path, message }: Problem, value: unknown): Partial<Problem> {
  const [field, second, third] = path;
  if (path.length === 0 && code === 'missing-field' && message.endsWith('is empty'))
    return { remedy: 'Write its id and, under hooks, its execute script.' };
  if (field === 'id' && typeof asRecord(value)?.id === 'string') return { remedy: slugRemedy(asRecord(value)?.id) };
  if (field === 'hooks' && path.length === 1 && code === 'bad-value')
    return { remedy: 'Write the phases below it, at least execute: scripts/<name>.mjs.' };
  if (field === 'hooks' && path.length === 2 && code === 'bad-value')
    return {
      message: message.replace('a text or a mapping', 'the path of a script, or a mapping with a script'),
      remedy: 'Write the path only, or script, timeout_seconds and delay_seconds below it.',
    };
  if (field === 'env' && (second === undefined || third === undefined) && code === 'bad-value')
    return { remedy: 'Write a list of variables: "- variable: NAME", with a purpose if you like.' };
  if (field === 'env' && third === 'variable' && message.includes('name of an environment variable'))
    return { remedy: 'Such a name has letters, digits and _ only, and does not begin with a digit.' };
  return {};
}

function slugRemedy(id: unknown): string {
  const slug = String(id)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'For example: my-profile.' : `For example: ${slug}.`;
}

/** Keys of a profile and its parts that must have been meant as one of those that decide: `call: true` would declare nothing. */
function strayKeys(value: unknown): Problem[] {
  const profile = asRecord(value);
  const hooks = asRecord(profile?.hooks);
  const env: unknown[] = Array.isArray(profile?.env) ? profile.env : [];
  const times = { timeout: 'timeout_seconds', delay: 'delay_seconds' };
  return [
    ...misspeltKeys(profile, ProfileFile.shape, [], 'a profile'),
    ...hookPhases.flatMap((phase) =>
      misspeltKeys(hooks?.[phase], HookObject.shape, ['hooks', phase], `hooks.${phase}`, times),
    ),
    ...env.flatMap((entry, index) => misspeltKeys(entry, EnvReference.shape, ['env', index], `env[${index}]`)),
    ...misspeltKeys(profile?.capabilities, Capabilities.shape, ['capabilities'], 'capabilities'),
  ];
}

/** What the shape alone does not say: execute is required, and a phase name is one of five. */
function hookProblems(value: unknown): Problem[] {
  const hooks = asRecord(asRecord(value)?.hooks);
  if (!hooks) return []; // reported by the schema
  const problems: Problem[] = [];
  const unknown = Object.keys(hooks).filter((name) => !(hookPhases as readonly string[]).includes(name));
  const executeMissing = hooks.execute === undefined || hooks.execute === null;
  const misspelt = executeMissing ? unknown.find((name) => nearestName(name, hookPhases) === 'execute') : undefined;
  if (executeMissing) problems.push(noExecute(misspelt));
  for (const name of unknown) {
    if (name === misspelt) continue;
    const near = nearestName(name, hookPhases);
    problems.push({
      code: 'unknown-phase',
      severity: 'warning',
      message: `hooks.${name} is not a phase, so nothing runs it`,
      remedy: near ? `Did you mean ${near}?` : `The phases are ${hookPhases.join(', ')}.`,
      path: ['hooks', name],
      at: 'key',
    });
  }
  return problems;
}

function noExecute(misspelt: string | undefined): Problem {
  const problem = { code: 'execute-missing', severity: 'error', at: 'key' } as const;
  return misspelt === undefined
    ? {
        ...problem,
        message: 'hooks has no execute: it is the one phase that a profile must have',
        remedy: 'Add execute: scripts/<name>.mjs, a script that sends the goal to the agent and prints {"output": …}.',
        path: ['hooks'],
      }
    : {
        ...problem,
        message: `hooks has no execute, which a profile must have, and ${misspelt} is not a phase`,
        remedy: `Rename ${misspelt} to execute.`,
        path: ['hooks', misspelt],
      };
}
