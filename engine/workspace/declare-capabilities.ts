import { ok, type Result, refuse } from '../../schemas/result';
import { setValue } from './edits/set-value';
import { changed } from './edits/text-change';
import { asRecord } from './plain-value';
import { parseYaml } from './yaml-document';

/**
 * The text of a profile that declares these capabilities. Only their entries change: comments, quotes, order and line ends
 * of the rest stay as they are; what is declared already, or false and not mentioned, is not written again.
 * @param file name for messages.
 */
export function withCapabilities(
  text: string,
  file: string,
  capabilities: Readonly<Record<string, boolean>>,
): Result<string> {
  let edited = text;
  for (const [name, value] of Object.entries(capabilities)) {
    const next = withCapability(edited, file, name, value);
    if (!next.ok) return next;
    edited = next.value;
  }
  return ok(edited);
}

function withCapability(text: string, file: string, name: string, value: boolean): Result<string> {
  const document = parseYaml(text, file);
  const [problem] = document.syntaxProblems;
  if (problem) return refuse(`${file}: ${problem.message}`, problem.remedy, problem);
  const raw = asRecord(document.value);
  if (!raw) return refuse(`${file} is not a profile`, 'Write its fields first.');
  if ((asRecord(raw.capabilities)?.[name] === true) === value) return ok(text);
  const edit = setValue(document, ['capabilities', name], value);
  return edit.ok ? ok(changed(text, ...edit.value)) : edit;
}
