import { basename, extname } from 'node:path';
import type { Criterion, DocumentPath } from '../../schemas/criterion';
import type { LocatedProblem, Problem } from '../../schemas/problem';
import {
  type CallExpectation,
  categoriesByClass,
  type Scenario,
  ScenarioFile,
  scenarioClasses,
} from '../../schemas/scenario';
import { argumentsOfCalled } from '../judge/known-checks';
import { checkShape } from './check-shape';
import { duplicateIds, readCriterion } from './criterion-file';
import { inexactNumbers } from './exact-numbers';
import { atOtherPlaces } from './misspelt-keys';
import { asRecord, firstText } from './plain-value';
import { strayKeys } from './stray-parameters';
import { parseYaml, type YamlDocument } from './yaml-document';

export interface ScenarioReading {
  document: YamlDocument;
  /** The id the file claims, else its name. */
  id: string;
  title: string;
  /** The scenario, when nothing keeps it from running. */
  scenario?: Scenario;
  problems: LocatedProblem[];
}

/**
 * Reads a scenario's text, flat or nested form, into one model (behaviour §6).
 * @param options.snapshot the text is a run's copy, whose file is not named like the id.
 */
export function readScenarioText(text: string, file: string, options: { snapshot?: boolean } = {}): ScenarioReading {
  const document = parseYaml(text, file);
  const name = basename(file, extname(file));
  const raw = asRecord(document.value);
  const id = firstText(raw?.local_id, raw?.id) ?? name;
  const title = firstText(raw?.title) ?? id;
  if (document.syntaxProblems.length > 0) return { document, id, title, problems: document.syntaxProblems };

  const { value: shape, problems } = checkShape(ScenarioFile, withoutCheckNames(document.value), [], 'the scenario');
  for (const problem of problems)
    if (problem.message === 'the scenario is empty')
      problem.remedy = 'Write its goal, and what must hold of the answer.';
  const criteria: Criterion[] = [];
  let written = 0;
  for (const { path, list } of criterionLists(raw)) {
    for (const [index, item] of list.entries()) {
      const read = readCriterion(item, written++, [...path, index]);
      for (const problem of read.problems) Object.assign(problem, outsideCriterion(problem, item, raw ?? {}, document));
      problems.push(...read.problems);
      if (read.criterion) criteria.push(read.criterion);
    }
  }
  problems.push(...atOtherPlaces(problems, strayKeys(raw)));
  problems.push(...duplicateIds(criteria));
  if (id !== name && !options.snapshot) problems.push(idProblem(id, file, raw?.local_id === id));
  if (!shape) return { document, id, title, problems: problems.map(document.locate) };

  const scenario = toScenario(shape, id, title, criteria);
  problems.push(...scenarioProblems(scenario, shape, written));
  problems.push(...atOtherPlaces(problems, scenario.calls.flatMap(callProblems)));
  for (const { path, list } of criterionLists(raw)) problems.push(...inexactNumbers(list, path));
  for (const call of scenario.calls) problems.push(...inexactNumbers(call.arguments, [...call.path, 'arguments']));
  const errors = problems.some((problem) => problem.severity === 'error');
  return { document, id, title, ...(!errors && { scenario }), problems: problems.map(document.locate) };
}

/** The lists of criteria of the flat and of the nested form; a file that has both means both. */
function criterionLists(raw: Record<string, unknown> | undefined): { path: DocumentPath; list: unknown[] }[] {
  const places: { path: DocumentPath; list: unknown }[] = [
    { path: ['acceptance_criteria'], list: raw?.acceptance_criteria },
    { path: ['expectation', 'acceptance_criteria'], list: asRecord(raw?.expectation)?.acceptance_criteria },
  ];
  return places.flatMap(({ path, list }) => (Array.isArray(list) ? [{ path, list }] : []));
}

/** Criteria are checked one by one, with their own messages: here only their outer shape is. */
function withoutCheckNames(value: unknown): unknown {
  const record = asRecord(value);
  if (!record) return value;
  const strip = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((item) => (asRecord(item) ? { ...asRecord(item), check: undefined } : item)) : list;
  const expectation = asRecord(record.expectation);
  return {
    ...record,
    ...('acceptance_criteria' in record && { acceptance_criteria: strip(record.acceptance_criteria) }),
    ...(expectation && {
      expectation: { ...expectation, acceptance_criteria: strip(expectation.acceptance_criteria) },
    }),
  };
}

function toScenario(file: ScenarioFile, id: string, title: string, criteria: Criterion[]): Scenario {
  const expectation = file.expectation ?? {};
  const setupMessages = (file.setup_messages ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.content));
  const least = setupMessages.length + 1;
  const calls: CallExpectation[] = (
    [
      [file.calls, ['calls']],
      [expectation.calls, ['expectation', 'calls']],
      [expectation.mcp, ['expectation', 'mcp']],
    ] as const
  ).flatMap(([entries, base]) =>
    (entries ?? []).map((entry, index) => ({
      tool: entry.tool,
      ...(entry.server && { server: entry.server }),
      expect: entry.expect ?? 'called',
      ...(entry.arguments && { arguments: entry.arguments }),
      path: [...base, index],
    })),
  );
  return {
    id,
    title,
    ...(file.feature_id && { featureId: file.feature_id }),
    ...(file.class && { class: file.class }),
    ...(file.category && { category: file.category }),
    goal: file.goal,
    inputKind: file.input_kind ?? file.input?.kind ?? 'text',
    attachments: file.attachments ?? file.input?.attachments ?? [],
    criteria,
    calls,
    forbidden: [...(file.forbidden ?? []), ...(expectation.forbidden ?? [])],
    verificationRequires: file.verification_requires ?? [],
    preconditions: file.preconditions ?? [],
    multiTurn: file.multi_turn === true,
    setupMessages,
    maxTurns: Math.max(file.max_turns ?? least, least),
    repeat: file.repeat ?? 1,
    ...(typeof file.timeout_seconds === 'number' && { timeoutSeconds: file.timeout_seconds }),
    tags: file.tags ?? [],
    executable: file.executable !== false,
    ...(file.skip_reason && { skipReason: file.skip_reason }),
    excluded: file.excluded === true,
    successSignals: file.redteam?.success_signals ?? [],
    failureSignals: file.redteam?.failure_signals ?? [],
    adversarial: file.class === 'adversarial',
    ...(file.why && { why: file.why }),
    ...((file.output_kind ?? expectation.output_kind) && {
      outputKind: file.output_kind ?? expectation.output_kind ?? '',
    }),
  };
}

/** A parameter that a criterion misses, and that stands at the top of the file: its indentation was lost. */
function outsideCriterion(
  problem: Problem,
  item: unknown,
  raw: Record<string, unknown>,
  document: YamlDocument,
): Partial<Problem> {
  const [, , missed = '', choice = ''] =
    /^(check \w+|a criterion for a judge)(?: has no (\w+)| needs (?:exactly one of |a )?(.+))$/.exec(problem.message) ??
    [];
  const key = [missed, ...choice.split(/, | or /)].find(
    (name) => name !== '' && name in raw && !(name in ScenarioFile.shape) && !(name in (asRecord(item) ?? {})),
  );
  if (key === undefined) return {};
  const { line, column } = document.locate({ ...problem, path: [key], at: 'key' });
  return { remedy: `${key} stands at ${line}:${column}, outside the criterion: indent it.` };
}

/** What an expected call says that can never be decided. */
function callProblems(call: CallExpectation): Problem[] {
  if (call.expect === 'called_with' && call.arguments === undefined)
    return [
      {
        code: 'missing-field',
        severity: 'error',
        message: 'expect called_with has no arguments',
        remedy: 'Add arguments (a mapping), or expect called.',
        path: call.path,
      },
    ];
  if (call.expect === 'called' && Object.keys(call.arguments ?? {}).length > 0)
    return [{ code: 'undecidable', severity: 'warning', ...argumentsOfCalled, path: [...call.path, 'arguments'] }];
  return [];
}

function idProblem(id: string, file: string, local: boolean): Problem {
  const fileName = basename(file, extname(file));
  return {
    code: 'id-not-file-name',
    severity: 'error',
    message: `the id ${id} is not the name of the file (${fileName})`,
    remedy: isFileName(id)
      ? `Rename the file to ${id}${extname(file)}, or set the id to ${fileName}.`
      : `Set the id to ${fileName}.`,
    path: [local ? 'local_id' : 'id'],
  };
}

function isFileName(id: string): boolean {
  return !/[/\\:*?"<>|\0]/.test(id) && id !== '.' && id !== '..';
}

/** What the shape alone does not say. `written`: number of criteria in the file, malformed ones included. */
function scenarioProblems(scenario: Scenario, file: ScenarioFile, written: number): Problem[] {
  const problems: Problem[] = [];
  const forbids = scenario.forbidden.some((text) => text.trim() !== '');
  if (written === 0 && scenario.calls.length === 0 && !forbids) {
    problems.push({
      code: 'no-criterion',
      severity: 'error',
      message: 'the scenario has no criterion and no check: nothing could be verified, so it would never mean anything',
      remedy: 'Add acceptance_criteria, calls or forbidden.',
      path: file.acceptance_criteria === undefined ? [] : ['acceptance_criteria'],
      at: 'key',
    });
  }
  const least = scenario.setupMessages.length + 1;
  if (typeof file.max_turns === 'number' && file.max_turns < least) {
    problems.push({
      code: 'max-turns-raised',
      severity: 'warning',
      message: `max_turns is ${file.max_turns}, but the set-up messages and the goal need ${least}; ${least} is used`,
      remedy: `Set max_turns to ${least} or more.`,
      path: ['max_turns'],
    });
  }
  const category = file.category;
  const inClass = scenarioClasses.find((name) =>
    (categoriesByClass[name] as readonly string[]).includes(category ?? ''),
  );
  if (category && file.class && inClass && inClass !== file.class) {
    problems.push({
      code: 'category-of-other-class',
      severity: 'warning',
      message: `category ${category} belongs to class ${inClass}, not ${file.class}`,
      remedy: `Set class: ${inClass}, or a category of ${file.class}: ${categoriesByClass[file.class].join(', ')}.`,
      path: ['category'],
    });
  }
  return problems;
}
