import { resolve } from 'node:path';
import { PolicyFile } from '../../schemas/policy';
import type { Problem } from '../../schemas/problem';
import { ok, type Result, refuse } from '../../schemas/result';
import { checkShape } from '../workspace/check-shape';
import { nearestName } from '../workspace/nearest-name';
import { asRecord } from '../workspace/plain-value';
import { messageOf, readTextIfPresent } from '../workspace/read-text';
import { parseYaml } from '../workspace/yaml-document';
import { generalPolicy, type Policy, policyOf, strictPolicy } from './policy';

const builtIn: Record<string, Policy> = { strict: strictPolicy, general: generalPolicy };

/**
 * The policy that is named: `strict`, `general`, or a file of YAML or JSON. A key that no policy has is refused, since a
 * misspelt threshold would limit nothing.
 * @param folder what a relative path is relative to.
 */
export async function loadPolicy(name: string, folder: string): Promise<Result<Policy>> {
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (known) return ok(known);
  let text: string | undefined;
  try {
    text = await readTextIfPresent(resolve(folder, name));
  } catch (error) {
    return refuse(`the policy cannot be read: ${messageOf(error)}`, undefined, { file: name });
  }
  if (text !== undefined) return readPolicyText(text, name);
  const near = nearestName(name, Object.keys(builtIn));
  return refuse(
    `there is no policy ${name}: neither a file, nor one of ${Object.keys(builtIn).join(', ')}`,
    near ? `Did you mean ${near}?` : 'Name strict, general, or the path of a policy file.',
  );
}

/** Reads the text of a policy file. @param file its name in messages; with .json it is read as JSON. */
export function readPolicyText(text: string, file: string): Result<Policy> {
  const document = parseYaml(text, file);
  const [syntax] = document.syntaxProblems;
  if (syntax) return refuse(syntax.message, syntax.remedy, { file, line: syntax.line, column: syntax.column });
  const { value: known, problems: strangers } = withoutStrangers(document.value);
  const { value, problems } = checkShape(PolicyFile, known, [], 'the policy');
  const [problem] = [...strangers, ...problems].map(document.locate);
  if (problem) {
    const { message, remedy, line, column } = problem;
    return refuse(message, remedy ?? 'See the policy section of docs/ci.md.', { file, line, column });
  }
  if (!value) throw new Error('a policy without a problem has no value');
  return ok(policyOf(value, file));
}

/** Keys that no policy has, with the one that was meant; and the policy without them. */
function withoutStrangers(value: unknown): { value: unknown; problems: Problem[] } {
  const policy = asRecord(value);
  if (!policy) return { value, problems: [] };
  const top = strangersOf(policy, Object.keys(PolicyFile.shape), [], 'a policy');
  const inner = asRecord(policy.unverifiable);
  const unverifiable =
    inner &&
    strangersOf(inner, Object.keys(PolicyFile.shape.unverifiable.unwrap().shape), ['unverifiable'], 'unverifiable');
  return {
    value: { ...top.known, ...(unverifiable && { unverifiable: unverifiable.known }) },
    problems: [...top.problems, ...(unverifiable?.problems ?? [])],
  };
}

function strangersOf(
  written: Record<string, unknown>,
  names: string[],
  path: string[],
  owner: string,
): { known: Record<string, unknown>; problems: Problem[] } {
  const entries = Object.entries(written);
  const problems = entries
    .filter(([key]) => !names.includes(key))
    .map(([key]): Problem => {
      const near = nearestName(key, names);
      return {
        code: 'unknown-field',
        severity: 'error',
        message: `${owner} has no ${key}`,
        remedy: near ? `Did you mean ${near}?` : `It has ${names.join(', ')}.`,
        path: [...path, key],
        at: 'key',
      };
    });
  return { known: Object.fromEntries(entries.filter(([key]) => names.includes(key))), problems };
}
