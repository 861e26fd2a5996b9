import { addItem } from '../../engine/workspace/edits/add-item';
import { combined } from '../../engine/workspace/edits/combined';
import type { FileEdit } from '../../engine/workspace/edits/file-edit';
import { removeEntry } from '../../engine/workspace/edits/remove-entry';
import { setValue } from '../../engine/workspace/edits/set-value';
import type { TextChange } from '../../engine/workspace/edits/text-change';
import { valueAt, withValueAt } from '../../engine/workspace/edits/value-at';
import { asRecord } from '../../engine/workspace/plain-value';
import { usagesOf } from '../../engine/workspace/rules/script-usages';
import { interpreterOf } from '../../engine/workspace/script-path';
import { parseYaml, type YamlDocument } from '../../engine/workspace/yaml-document';
import { changeOf, type Fixer, inDocument } from './fix-subject';

/**
 * A credential that stands in a file: a reference takes its place, and a profile names the variable. The value itself goes
 * nowhere; whoever has it sets it outside of the workspace (behaviour §13).
 */
export const moveSecret: Fixer = (problem, subject) => {
  switch (subject.file.kind) {
    case 'profile':
      return profileSecret(problem, subject);
    case 'mcp':
    case 'discovered-mcp':
      return referenceOnly(problem, subject);
    case 'script':
      return scriptSecret(problem, subject);
    default:
      return [];
  }
};

const profileSecret: Fixer = ({ path }, subject) => {
  const { yaml } = subject;
  if (!yaml) return [];
  if (path[0] === 'env') {
    const variable = String(valueAt(yaml.value, [...path.slice(0, -1), 'variable']));
    return [inDocument(subject, `Remove the value of ${variable} from the file`, removeEntry(yaml, path))];
  }
  if (path[0] !== 'hook_env' || path.length !== 2) return [];
  const name = variableFor(String(path[1]));
  const reference = `\${${name}}`;
  const declares = declaring(yaml, name, `value of hook_env.${String(path[1])}`);
  const replaced = withValueAt(yaml.value, path, reference);
  const edits = [setValue(yaml, path, reference), ...(declares ? [declares.edit] : [])];
  const expected = declares ? withValueAt(replaced, ['env'], declares.list) : replaced;
  return [
    inDocument(subject, `Replace it by ${reference}, and name ${name} under env`, combined(yaml, edits, expected)),
  ];
};

const referenceOnly: Fixer = ({ path }, subject) => {
  const reference = `\${${variableFor(String(path.at(-1)))}}`;
  const edit = subject.yaml && setValue(subject.yaml, path, reference);
  return [inDocument(subject, `Replace it by ${reference}`, edit)];
};

const scriptSecret: Fixer = ({ range, message }, { file, text, context, textOf }) => {
  if (file.kind !== 'script' || interpreterOf(file.path) !== 'node') return [];
  const literal = literalAround(text, range.start);
  if (!literal) return [];
  const assigned = /([\w$-]+)['"`]?\]?\s*(?:[:=]|\?\?=?|\|\|=?)\s*$/.exec(text.slice(0, literal.range.start))?.[1];
  const isScheme = literal.prefix !== ''; // `Bearer …`: what it is assigned to is a header
  const told = / literal value of ([\w$-]+)$/.exec(message)?.[1] ?? (isScheme ? undefined : assigned);
  const name = variableFor(told ?? 'API_TOKEN');
  const reference = `process.env.${name}`;
  const { prefix } = literal;
  const written = prefix === '' ? reference : `\`${prefix}\${${reference}}\``;
  const profiles = [...new Set(usagesOf(context.files, file.workspaceRoot, file.path).map((usage) => usage.file))];
  const edits: FileEdit[] = [changeOf(file.path, [{ range: literal.range, text: written }])];
  for (const profile of profiles) {
    const source = textOf(profile);
    if (source === undefined) return [];
    const declares = declaring(parseYaml(source, profile), name, 'credential of the agent');
    if (!declares) continue;
    if (!declares.edit.ok) return [];
    edits.push(changeOf(profile, declares.edit.value));
  }
  const where = profiles.length > 0 ? `, and name ${name} under env` : '';
  return [{ title: `Replace it by ${reference}${where}`, edits }];
};

/** The entry under env that names a variable; undefined when it is named already. */
function declaring(yaml: YamlDocument, variable: string, purpose: string) {
  const env = asRecord(yaml.value)?.env;
  const list: unknown[] = Array.isArray(env) ? env : [];
  if (list.some((entry) => asRecord(entry)?.variable === variable)) return undefined;
  const item = { variable, purpose };
  return { edit: addItem(yaml, ['env'], item), list: [...list, item] };
}

/**
 * The text in quotes that ends with the credential at an offset, when the rest can stand in a template; undefined when it is
 * not sure where the credential ends.
 */
function literalAround(text: string, offset: number): { range: TextChange['range']; prefix: string } | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const open = Math.max(...['"', "'", '`'].map((quote) => before.lastIndexOf(quote)));
  if (open < 0) return undefined;
  const quote = before[open] ?? '';
  const prefix = before.slice(open + 1);
  const value = new RegExp(`^[\\w+/=.~:-]+(?=${quote})`).exec(text.slice(offset))?.[0];
  if (value === undefined || /[\\`$]/.test(prefix)) return undefined;
  return { range: { start: lineStart + open, end: offset + value.length + 1 }, prefix };
}

/** The name of a variable for what a field calls its credential: `apiKey` → `API_KEY`. */
function variableFor(field: string): string {
  const name = field
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Z]/.test(name) && !name.startsWith('ROOK_') ? name : `AGENT_${name}`.replace(/_+$/, '');
}
