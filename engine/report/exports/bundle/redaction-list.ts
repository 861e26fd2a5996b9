import { code } from '../../text/markdown';
import type { Redaction } from '../redaction';
import type { Masked, MaskKind } from '../redaction-spans';
import type { LeftOut, LeftOutReason } from './bundle-files';

/** What was masked, file by file, and what was left out; never a value. */
export interface RedactionList {
  version: 1;
  run_id: string;
  looked_for: {
    /** Variables whose values were looked for. */
    variables: string[];
    /** Variables whose values are too short to be masked: they would hit ordinary text. */
    too_short: string[];
    /** How many patterns the user added. */
    patterns: number;
  };
  files: { path: string; masked: Masked[] }[];
  left_out: LeftOut[];
}

export function redactionList(
  runId: string,
  redaction: Redaction,
  files: RedactionList['files'],
  leftOut: readonly LeftOut[],
): RedactionList {
  const { masked, tooShort } = redaction.variables;
  return {
    version: 1,
    run_id: runId,
    looked_for: { variables: masked, too_short: tooShort, patterns: redaction.looksFor.patterns.length },
    files: files.filter((file) => file.masked.length > 0),
    left_out: [...leftOut],
  };
}

/** The same for people. */
export function redactionMarkdown({ run_id, looked_for, files, left_out }: RedactionList): string {
  const { variables, too_short, patterns } = looked_for;
  const names = (list: string[]): string => list.map((name) => code(name)).join(', ');
  const total = files.reduce((sum, { masked }) => sum + masked.reduce((inner, { count }) => inner + count, 0), 0);
  return `${[
    `# What was masked in this bundle of run ${code(run_id)}`,
    `${total} ${total === 1 ? 'place' : 'places'} in ${files.length} ${files.length === 1 ? 'file' : 'files'}. A mask stands where a value stood: «NAME» for the value of a variable, «credential» for a literal credential, «redacted» for what a pattern matched.`,
    '## What was looked for',
    [
      `- Values of variables, as they are, JSON-escaped, URL-encoded and in base64: ${variables.length === 0 ? 'none is known here' : names(variables)}.`,
      ...(too_short.length === 0
        ? []
        : [
            `- **Not masked**, since values of fewer than six characters would hit ordinary text: ${names(too_short)}.`,
          ]),
      '- Literal credentials: tokens of known form, values of names that say they are secret, authorizations, passwords in URLs.',
      `- Patterns that were added: ${patterns}.`,
    ].join('\n'),
    'The page and the reports are made from records that were masked before: here stands what was found in them still.',
    'What nobody has named, and what has no form that gives it away, is not found: look before you send.',
    '## What was masked',
    files.length === 0
      ? 'Nothing.'
      : files
          .map(
            ({ path, masked }) =>
              `- ${code(path)}: ${masked.map((one) => `${kindWords(one)} (${one.count})`).join(', ')}`,
          )
          .join('\n'),
    '## What was left out',
    left_out.length === 0
      ? 'Nothing.'
      : left_out.map(({ path, why }) => `- ${code(path)}: ${whyWords(why)}`).join('\n'),
  ].join('\n\n')}\n`;
}

function kindWords({ kind, name }: { kind: MaskKind; name: string }): string {
  switch (kind) {
    case 'secret':
      return `value of ${code(name)}`;
    case 'literal':
    case 'pattern':
      return name;
    default:
      return kind satisfies never;
  }
}

function whyWords(why: LeftOutReason): string {
  switch (why) {
    case 'link':
      return 'a link, which may lead anywhere';
    case 'state':
      return 'what hooks keep for themselves, which may hold secrets unmasked';
    case 'special':
      return 'no file: a pipe, a socket or a device';
    case 'gone':
      return 'it was removed meanwhile';
    case 'binary':
      return 'no text, so it cannot be masked (--include-binary takes it in as it is)';
    case 'large':
      return 'too large to be looked through (more than 256 MiB)';
    case 'secret':
      return 'no text, and it holds the value of a secret';
    default:
      return why satisfies never;
  }
}
