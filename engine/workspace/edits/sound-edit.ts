import { isDeepStrictEqual } from 'node:util';
import { ok, type Refusal, type Result, refuse } from '../../../schemas/result';
import { parseYaml, type YamlDocument } from '../yaml-document';
import { changed, type TextChange } from './text-change';

/**
 * The first of several edits after which the text reads exactly as meant: what was to change has changed, and nothing else.
 * Whatever the style of a file is, such as anchors, braces or tabs, an edit that would do more than was asked is not made.
 * @param expected what the whole text is to mean; several when one is as good as another.
 * @param byHand what a person may do instead, when none is sound.
 */
export function soundEdit(
  document: YamlDocument,
  candidates: Iterable<readonly TextChange[]>,
  expected: readonly unknown[],
  byHand: string,
): Result<readonly TextChange[]> {
  for (const changes of candidates) {
    const read = parseYaml(changed(document.text, ...changes), document.file);
    if (read.syntaxProblems.length > 0) continue;
    if (expected.some((value) => isDeepStrictEqual(read.value, value))) return ok(changes);
  }
  return refuse(`${document.file} is written in a way that cannot be edited safely`, byHand);
}

/** What keeps a document from being edited at all: it cannot be read, so nobody can tell what an edit would do to it. */
export function unreadable(document: YamlDocument): { ok: false; error: Refusal } | undefined {
  const [problem] = document.syntaxProblems;
  return problem && refuse(`${document.file}: ${problem.message}`, problem.remedy, problem);
}
