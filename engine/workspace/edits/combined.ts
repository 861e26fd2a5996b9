import type { Result } from '../../../schemas/result';
import type { YamlDocument } from '../yaml-document';
import { soundEdit } from './sound-edit';
import type { TextChange } from './text-change';

/**
 * Several edits of one text as one, each sound by itself.
 * @param expected what the text is to mean after all of them.
 */
export function combined(
  document: YamlDocument,
  edits: readonly Result<readonly TextChange[]>[],
  expected: unknown,
): Result<readonly TextChange[]> {
  const changes: TextChange[] = [];
  for (const edit of edits) {
    if (!edit.ok) return edit;
    changes.push(...edit.value);
  }
  return soundEdit(document, [changes], [expected], 'Make the changes by hand.');
}
