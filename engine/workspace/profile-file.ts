import { hookPhases } from '../../schemas/phase';
import type { LocatedProblem, Problem } from '../../schemas/problem';
import { LegacyProfileFile, type Profile, ProfileFile, toProfile } from '../../schemas/profile';
import { checkShape } from './check-shape';
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
    return { document, legacy: true, problems: [document.locate(legacyProblem)] };
  }
  const { value: checked, problems } = checkShape(ProfileFile, value);
  problems.push(...hookProblems(value));
  const errors = problems.some((problem) => problem.severity === 'error');
  return {
    document,
    legacy: false,
    ...(checked && !errors && { profile: toProfile(checked) }),
    problems: problems.map(document.locate),
  };
}

const legacyProblem: Problem = {
  code: 'legacy-profile',
  severity: 'warning',
  message: 'this is a recipe profile of the old kind (kind, invoke, result): it has no hooks and cannot be run',
  remedy: 'Rewrite it with hooks: an execute script that sends the goal and prints {"output": …}.',
  path: ['invoke'],
  at: 'key',
};

/** What the shape alone does not say: execute is required, and a phase name is one of five. */
function hookProblems(value: unknown): Problem[] {
  const hooks = asRecord(asRecord(value)?.hooks);
  if (!hooks) return []; // reported by the schema
  const problems: Problem[] = [];
  if (hooks.execute === undefined || hooks.execute === null) {
    problems.push({
      code: 'execute-missing',
      severity: 'error',
      message: 'hooks has no execute: it is the one phase that a profile must have',
      remedy: 'Add execute: scripts/<name>.mjs, a script that sends the goal to the agent and prints {"output": …}.',
      path: ['hooks'],
      at: 'key',
    });
  }
  for (const name of Object.keys(hooks)) {
    if ((hookPhases as readonly string[]).includes(name)) continue;
    const near = nearestName(name, hookPhases);
    problems.push({
      code: 'unknown-phase',
      severity: 'warning',
      message: `hooks.${name} is not a phase, so nothing runs it; the phases are ${hookPhases.join(', ')}`,
      ...(near && { remedy: `Did you mean ${near}?` }),
      path: ['hooks', name],
      at: 'key',
    });
  }
  return problems;
}
