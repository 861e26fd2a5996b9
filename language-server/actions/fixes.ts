import type { Fix } from '../../engine/workspace/edits/file-edit';
import { silenceAt } from '../../engine/workspace/edits/silence';
import { soundEdit } from '../../engine/workspace/edits/sound-edit';
import type { LocatedProblem } from '../../schemas/problem';
import { ok } from '../../schemas/result';
import { keepOne } from './duplicate-fixes';
import { type Fixer, type FixSubject, inDocument } from './fix-subject';
import { chooseExisting, renameAsTold, replaceWord, retype, useSlug, useSuggestedName } from './name-fixes';
import {
  addExecute,
  convertLegacy,
  declareAsObserved,
  declareVariable,
  findOrCreateScript,
  giveValue,
  mendReference,
  mendTimeout,
  removeIt,
} from './profile-fixes';
import {
  agreeOnId,
  allowRequired,
  classOfCategory,
  declareCapability,
  enoughTurns,
  lookAtArguments,
  nextFreeId,
  singleQuotes,
} from './scenario-fixes';
import { moveSecret } from './secret-fixes';

/** What can be done about the problems of each code, the likeliest first. */
const fixers: Readonly<Record<string, readonly Fixer[]>> = {
  'duplicate-key': [keepOne],
  'unknown-field': [useSuggestedName],
  'missing-field': [renameAsTold],
  'bad-value': [retype, useSlug, useSuggestedName],
  'unknown-phase': [useSuggestedName, removeIt('Remove it')],
  'unknown-check': [useSuggestedName],
  'malformed-criterion': [renameAsTold, retype, useSuggestedName],
  'unknown-feature': [useSuggestedName],
  'unknown-server': [useSuggestedName],
  'broken-server': [useSuggestedName],
  'tool-hook-placeholder': [useSuggestedName],
  'unknown-code': [replaceWord],
  'hook-variable-unknown': [replaceWord],
  'hook-phase-unknown': [replaceWord],
  'dangling-pointer': [chooseExisting],
  'execute-missing': [renameAsTold, addExecute],
  'script-not-found': [findOrCreateScript],
  'timeout-below-floor': [mendTimeout],
  'timeout-over-hour': [useSuggestedName],
  'delay-without-effect': [removeIt('Remove the delay', true)],
  'capability-not-observed': [declareAsObserved],
  'capability-not-declared': [declareAsObserved],
  'value-in-env': [removeIt('Remove the value')],
  'declared-twice': [removeIt('Remove this declaration', true)],
  'rook-variable': [removeIt('Remove it')],
  'reference-not-replaced': [mendReference],
  'variable-not-read': [removeIt('Remove the declaration')],
  'variable-not-declared': [declareVariable],
  'variable-without-value': [giveValue],
  'literal-credential': [moveSecret],
  'legacy-profile': [convertLegacy],
  'id-not-file-name': [agreeOnId],
  'duplicate-id': [nextFreeId],
  'duplicate-scenario': [nextFreeId],
  'duplicate-criterion': [nextFreeId],
  'forbidden-required': [allowRequired],
  undecidable: [lookAtArguments],
  'category-of-other-class': [classOfCategory],
  'max-turns-raised': [enoughTurns],
  'backspace-in-pattern': [singleQuotes],
  'not-runnable': [declareCapability],
  'not-observable': [declareCapability],
  'allow-ignored': [removeIt('Remove the allow rules')],
};

/** What a person has to choose, so that no fix is ever sure: there may be many, and each try reads the whole document. */
const onlyChoices = new Set([
  'capability-not-observed',
  'capability-not-declared',
  'value-in-env',
  'rook-variable',
  'variable-not-read',
  'variable-not-declared',
  'variable-without-value',
  'literal-credential',
  'legacy-profile',
  'duplicate-id',
  'duplicate-scenario',
  'duplicate-criterion',
  'forbidden-required',
  'category-of-other-class',
  'not-runnable',
  'not-observable',
  'allow-ignored',
]);

/** Whether nothing that can be done about the problems of a code is sure to be meant. */
export function isOnlyChoice(code: string): boolean {
  return !Object.hasOwn(fixers, code) || onlyChoices.has(code);
}

/** What keeps a file from being read cannot be silenced: then nothing else is known of it. */
const neverSilent = new Set([
  'yaml-syntax',
  'json-syntax',
  'yaml-several-documents',
  'merge-conflict',
  'duplicate-key',
  'hook-syntax',
  'not-checked',
  'unknown-code',
  'literal-credential',
]);

/** What can be done about a problem, in the order in which it is offered. */
export function fixesFor(problem: LocatedProblem, subject: FixSubject): Fix[] {
  const known = Object.hasOwn(fixers, problem.code) ? (fixers[problem.code] ?? []) : [];
  return known.flatMap((fixer) => fixer(problem, subject).flatMap((fix) => fix ?? []));
}

/** A comment that keeps the rule silent at this place; undefined where none can stand, as in JSON. */
export function silencing({ code, range }: LocatedProblem, subject: FixSubject): Fix | undefined {
  const { file, text, yaml } = subject;
  if (neverSilent.has(code) || /\.json$/i.test(file.path)) return undefined;
  const title = `Silence ${code} here`;
  if (file.kind === 'script') {
    // Within a template a comment would be text.
    const isInTemplate = (text.slice(0, range.start).match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1;
    if (isInTemplate || !/\.[mc]?[jt]s$/i.test(file.path)) return undefined;
    return inDocument(subject, title, ok([silenceAt(text, range.start, code, '//')]));
  }
  if (!yaml) return undefined;
  const change = silenceAt(text, range.start, code, '#');
  return inDocument(subject, title, soundEdit(yaml, [[change]], [yaml.value], ''));
}
