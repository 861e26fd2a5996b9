import { isDeepStrictEqual } from 'node:util';
import { ok, type Result, refuse } from '../../schemas/result';
import type { ScenarioCategory, ScenarioClass } from '../../schemas/scenario';
import { type NewCriterion, problemText } from './criterion-fields';
import { asRecord } from './plain-value';
import { readScenarioText } from './scenario-file';
import { parseYaml } from './yaml-document';
import { yamlFragment, yamlStyleOf } from './yaml-fragment';

/** What a person has said about a scenario that is to be written. */
export interface NewScenario {
  id: string;
  title: string;
  goal: string;
  class?: ScenarioClass;
  category?: ScenarioCategory;
  featureId?: string;
  criterion: NewCriterion;
}

/** The id after the highest SC-nnn: one that was given once is not given again, since old runs speak of it. */
export function nextScenarioId(taken: readonly string[]): string {
  let highest = 0;
  let width = 3;
  for (const id of taken) {
    const digits = /^SC-(\d{1,9})$/i.exec(id)?.[1];
    if (digits === undefined) continue;
    highest = Math.max(highest, Number(digits));
    width = Math.max(width, digits.length);
  }
  return `SC-${String(highest + 1).padStart(width, '0')}`;
}

/** What a key says when nobody has said anything: what scenario files carry along to show what there is. */
const silent: Record<string, unknown> = {
  input_kind: 'text',
  attachments: [],
  forbidden: [],
  verification_requires: [],
  preconditions: [],
  output_kind: 'text',
  calls: [],
  mcp: [],
  multi_turn: false,
  setup_messages: [],
  max_turns: 1,
  repeat: 1,
  timeout_seconds: null,
  tags: [],
  redteam: null,
  executable: true,
  skip_reason: null,
  excluded: false,
};

/**
 * The text of a new scenario file, in the style of the agent's other files: flat or nested form, their keys in their
 * order, quotes, line ends. It is sure to read back as what was said.
 * @param siblings texts of the agent's scenario files, the one to resemble last; those that cannot be read do not count.
 * @returns refused when the criterion is malformed
 */
export function newScenarioText(scenario: NewScenario, siblings: readonly string[]): Result<string> {
  const read = siblings.map((text) => ({ text, record: parsed(text) }));
  const style = yamlStyleOf(read.flatMap(({ text, record }) => (record ? [text] : [])));
  const records = read.flatMap(({ record }) => (record ? [record] : []));
  const text = yamlFragment(inOrder(scenario, records), style).concat('\n').replaceAll('\n', style.eol);
  const { scenario: written, problems } = readScenarioText(text, `${scenario.id}.yaml`);
  const [problem] = problems.filter(({ severity }) => severity === 'error');
  if (problem || !written) return refuse(problem ? problemText(problem) : 'the scenario cannot be written');
  const same = isDeepStrictEqual([written.title, written.goal], [scenario.title, scenario.goal]);
  return same ? ok(text) : refuse('the title and the goal cannot be written as YAML', 'Use other characters.');
}

/** Where the goal stands in a scenario's text: the offset behind its last character. */
export function goalEnd(text: string, file: string): number {
  return parseYaml(text, file).rangeOf(['goal']).end;
}

function parsed(text: string): Record<string, unknown> | undefined {
  const { value, syntaxProblems } = parseYaml(text, 'sibling.yaml');
  const record = asRecord(value);
  return syntaxProblems.length === 0 && typeof record?.goal === 'string' ? record : undefined;
}

/** The fields of the scenario, and the silent ones that most siblings have, in the order of the last sibling. */
function inOrder(scenario: NewScenario, siblings: readonly Record<string, unknown>[]): Record<string, unknown> {
  const model = siblings.at(-1) ?? {};
  const usual = (key: string): boolean =>
    siblings.filter((sibling) => Object.hasOwn(sibling, key)).length * 2 > siblings.length;
  const { statement, check, parameters } = scenario.criterion;
  const criteria = [{ ...(statement !== undefined && { statement }), check, ...parameters }];
  const nested = asRecord(model.expectation);
  const expectation = nested && { ...silentOf(Object.keys(nested)), acceptance_criteria: criteria };
  const input = asRecord(model.input);
  const said: Record<string, unknown> = {
    [idKey(model)]: scenario.id,
    title: scenario.title,
    ...(scenario.featureId !== undefined && { feature_id: scenario.featureId }),
    goal: scenario.goal,
    ...(input && { input: { kind: 'text', ...('attachments' in input && { attachments: [] }) } }),
    ...(expectation ? { expectation: sorted(expectation, Object.keys(nested)) } : { acceptance_criteria: criteria }),
    ...(scenario.class !== undefined && { class: scenario.class }),
    ...(scenario.category !== undefined && { category: scenario.category }),
  };
  return sorted(
    { ...said, ...silentOf(Object.keys(model).filter((key) => !(key in said) && usual(key))) },
    Object.keys(model),
  );
}

function idKey(model: Record<string, unknown>): 'local_id' | 'id' {
  return !('local_id' in model) && 'id' in model ? 'id' : 'local_id';
}

function silentOf(keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(silent, key)).map((key) => [key, silent[key]]));
}

/** The entries in the order of `keys`; one that is not named comes right after the one it came after before. */
function sorted(record: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const order: string[] = keys.filter((key) => Object.hasOwn(record, key));
  let before = -1;
  for (const key of Object.keys(record)) {
    const at = order.indexOf(key);
    if (at < 0) order.splice(before + 1, 0, key);
    before = order.indexOf(key);
  }
  return Object.fromEntries(order.map((key) => [key, record[key]]));
}
