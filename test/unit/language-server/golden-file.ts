import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';

/** What a golden file says about itself; see test/fixtures/lsp/README.md. */
export interface Golden {
  /** `profiles/tabs.yaml`: the place below the agent's folder. */
  name: string;
  text: string;
  wanted: Wanted[];
}

export interface Wanted {
  /** `line:from-to code severity`, from 0, as positions of the protocol. */
  place: string;
  /** A part of the message. */
  part: string;
}

const folder = resolve(import.meta.dirname, '../../fixtures/lsp');

/** Every golden file of a kind. */
export function goldenFiles(kind: 'profiles' | 'scenarios'): Golden[] {
  return readdirSync(join(folder, kind)).map((file) => goldenFile(`${kind}/${file}`));
}

export function goldenFile(name: string): Golden {
  const text = readFileSync(join(folder, name), 'utf8');
  return { name, text, wanted: wantedIn(text, name) };
}

const expectation = /^\s*# want(?:@(\d+))? ([a-z-]+) (?:(warning|information|hint) )?"(.*?)"(?= |$)(?: (.*))?$/;

function wantedIn(text: string, name: string): Wanted[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (!/^\s*# want/.test(line)) return [];
    const [, at, code = '', severity = 'error', marked = '', part = ''] = expectation.exec(line) ?? [];
    const target = at === undefined ? lines.findIndex((other, i) => i > index && !/^\s*#/.test(other)) : Number(at) - 1;
    const from = lines[target]?.indexOf(marked) ?? -1;
    if (code === '' || from === -1) throw new Error(`${name}:${index + 1}: this expectation marks nothing`);
    return [{ place: `${target}:${from}-${from + marked.length} ${code} ${severity}`, part }];
  });
}

/** A diagnostic in the form of an expectation. Ranges of golden files lie on one line, save those of folded texts. */
export function placeOf({ range: { start, end }, code, severity }: Diagnostic): string {
  const to = end.line === start.line ? end.character : start.character + 2;
  return `${start.line}:${start.character}-${to} ${code} ${severityName(severity)}`;
}

/** A severity in the words of the golden files. */
export function severityName(severity: DiagnosticSeverity | undefined): string {
  return ['none', 'error', 'warning', 'information', 'hint'][severity ?? 0] ?? 'none';
}
