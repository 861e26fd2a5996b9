import type { Hover } from 'vscode-languageserver/node';
import { code, escaped } from '../../engine/report/text/markdown';
import { usagesOf } from '../../engine/workspace/rules/script-usages';
import { toRange } from '../documents/rook-document';
import { scriptFacts } from '../documents/script-facts';
import { phaseRow } from '../fields/profile-fields';
import type { HoverPlace } from './hover-yaml';
import { variableNotes } from './variable-notes';

/** What a variable of a hook script is, and what a phase that it tells apart does. Silent where the script cannot be read. */
export function hoverScript(place: HoverPlace): Hover | null {
  const { file, text, offset, context } = place;
  const facts = file.kind === 'script' ? scriptFacts(text.getText(), file.path, context) : undefined;
  if (file.kind !== 'script' || !facts) return null;
  const touches = ({ range }: { range: { start: number; end: number } }): boolean =>
    range.start <= offset && offset <= range.end;
  const usages = usagesOf(context.files, file.workspaceRoot, file.path);
  const variable = [...facts.env, ...facts.rookVariables].find(touches);
  if (variable) {
    const declaring = usages.filter(({ variables }) => variables.includes(variable.name)).map(({ profile }) => profile);
    const notes = variableNotes({ name: variable.name, scripts: [], workspaceRoot: file.workspaceRoot }, context);
    if (declaring.length > 0)
      notes.push(`Declared by ${[...new Set(declaring)].map((name) => code(name)).join(', ')}.`);
    return { contents: { kind: 'markdown', value: notes.join('\n\n') }, range: toRange(text, variable.range) };
  }
  const site = facts.phaseSites.find(touches);
  if (!site) return null;
  const profiles = usages.filter(({ phase }) => phase === site.phase).map(({ profile }) => escaped(profile));
  const used = profiles.length > 0 ? `Mapped by ${profiles.join(', ')}.` : 'No profile maps this phase to this script.';
  const value = `**${site.phase}**\n\n${phaseRow(site.phase)}\n\n${used}`;
  return { contents: { kind: 'markdown', value }, range: toRange(text, site.range) };
}
