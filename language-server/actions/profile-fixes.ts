import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { addItem } from '../../engine/workspace/edits/add-item';
import { addKey } from '../../engine/workspace/edits/add-key';
import type { Fix } from '../../engine/workspace/edits/file-edit';
import { removeEntry } from '../../engine/workspace/edits/remove-entry';
import { scriptTemplate } from '../../engine/workspace/edits/script-template';
import { setValue } from '../../engine/workspace/edits/set-value';
import { valueAt } from '../../engine/workspace/edits/value-at';
import { nearestName } from '../../engine/workspace/nearest-name';
import { asRecord } from '../../engine/workspace/plain-value';
import { yamlStyleOf } from '../../engine/workspace/yaml-fragment';
import { closeFloorSeconds, type HookPhase, hookPhases } from '../../schemas/phase';
import { uriOf } from '../documents/file-uri';
import { changeOf, type Fixer, type FixSubject, inDocument } from './fix-subject';

/** Hooks without execute: the key, and its script when that is not there yet. */
export const addExecute: Fixer = (_, subject) => {
  const { file, yaml, context } = subject;
  if (!yaml || file.kind !== 'profile') return [];
  const used = hookPhases.flatMap((phase) => scriptOf(yaml.value, phase) ?? []);
  const script = used[0] ?? `scripts/${basename(file.path).replace(/\.ya?ml$/, '')}.mjs`;
  const before = hookPhases.slice(0, 2).findLast((phase) => valueAt(yaml.value, ['hooks', phase]) !== undefined);
  const edit =
    valueAt(yaml.value, ['hooks', 'execute']) === null
      ? setValue(yaml, ['hooks', 'execute'], script)
      : addKey(yaml, ['hooks', 'execute'], script, before);
  if (!edit.ok) return [];
  const created = join(file.agentDir, script);
  const exists = used.length > 0 || isAbsolute(script) || context.files.isFile(created);
  const text = exists ? undefined : scriptTemplate(created, ['execute'], yamlStyleOf([subject.text]).eol);
  const edits: Fix['edits'] = [
    ...(text === undefined ? [] : [{ kind: 'create' as const, file: created, text }]),
    changeOf(file.path, edit.value),
  ];
  return [{ title: `Add execute: ${script}${text === undefined ? '' : ', and create the script'}`, edits }];
};

/** A script that is not there: one beside it that was meant, or a new one. */
export const findOrCreateScript: Fixer = ({ path }, subject) => {
  const { file, yaml, context } = subject;
  if (!yaml || !('agentDir' in file)) return [];
  const written = valueAt(yaml.value, path);
  if (typeof written !== 'string' || isAbsolute(written)) return [];
  const places = [file.agentDir, file.workspaceRoot].map((folder) => ({
    folder,
    names: context.files.names(join(folder, written, '..')),
  }));
  const near = places.flatMap(({ folder, names }) => {
    const name = nearestName(basename(written), names);
    return name === undefined
      ? []
      : [
          relative(folder, join(folder, written, '..', name))
            .split(sep)
            .join('/'),
        ];
  })[0];
  const useNear = near === undefined ? undefined : setValue(yaml, path, near);
  const created = join(file.agentDir, written);
  const isInside = !relative(file.agentDir, created).startsWith('..');
  const phases = hookPhases.filter((phase) => scriptOf(yaml.value, phase) === written);
  const eol = yamlStyleOf([subject.text]).eol;
  const text = isInside && file.kind === 'profile' ? scriptTemplate(created, phases, eol) : undefined;
  return [
    near === undefined ? undefined : inDocument(subject, `Change to ${near}`, useNear, { sure: true }),
    text === undefined
      ? undefined
      : { title: `Create ${written} from a template`, edits: [{ kind: 'create', file: created, text }] },
  ];
};

/** A limit that is not kept, or that nothing can keep. */
export const mendTimeout: Fixer = ({ path }, subject) => {
  const { yaml } = subject;
  if (!yaml) return [];
  const isClose = path[1] === 'close';
  return [
    isClose
      ? inDocument(subject, `Raise to ${closeFloorSeconds} s`, setValue(yaml, path, closeFloorSeconds), { sure: true })
      : undefined,
    inDocument(subject, 'Remove it, for the default limit', removeEntry(yaml, path)),
  ];
};

/** What has no effect, or is there twice. */
export const removeIt =
  (title: string, sure = false): Fixer =>
  ({ path }, subject) => {
    // What is wrong with an entry of env is told at its variable.
    const entry = path[0] === 'env' && path.at(-1) === 'variable' ? path.slice(0, -1) : path;
    return [subject.yaml && inDocument(subject, title, removeEntry(subject.yaml, entry), { sure })];
  };

/** A declared capability that was not observed, and the reverse. */
export const declareAsObserved: Fixer = ({ code, path }, subject) => {
  const value = code === 'capability-not-declared';
  const name = String(path.at(-1));
  const edit = subject.yaml && setValue(subject.yaml, path, value);
  return [inDocument(subject, `Set ${name}: ${value}, as observed`, edit)];
};

/** A variable that a script reads and the profile does not name. */
export const declareVariable: Fixer = ({ remedy }, subject) => {
  const variable = /"- variable: (\w+)"/.exec(remedy ?? '')?.[1];
  if (variable === undefined || !subject.yaml) return [];
  return [inDocument(subject, `Declare ${variable} under env`, addItem(subject.yaml, ['env'], { variable }))];
};

/** A variable without a value: the client asks for it, and keeps it outside of the workspace. */
export const giveValue: Fixer = ({ message }, subject) => {
  const variable = /^(\w+) has no value/.exec(message)?.[1];
  if (variable === undefined || subject.file.kind !== 'profile') return [];
  return [askFor(subject, variable, `Set the value of ${variable} …`)];
};

function askFor({ file }: FixSubject, variable: string, title: string): Fix | undefined {
  if (!('workspaceRoot' in file)) return undefined;
  const wanted = { root: file.workspaceRoot, variables: [variable] };
  return { title, edits: [], command: { id: 'rook.setEnvironmentValue', arguments: [wanted] } };
}

/** `$NAME` and `${NAME:-x}` in hook_env: only `${NAME}` is replaced. */
export const mendReference: Fixer = ({ path }, subject) => {
  const value = subject.yaml && valueAt(subject.yaml.value, path);
  if (typeof value !== 'string' || !subject.yaml) return [];
  const plain = /^\$([A-Z_][A-Z0-9_]*)$/.exec(value)?.[1];
  const mended = plain === undefined ? value.replace(/\$\{([A-Za-z_]\w*)[^}\w][^}]*\}/g, '${$1}') : `\${${plain}}`;
  if (mended === value) return [];
  // A default that is dropped may have been wanted.
  const edit = setValue(subject.yaml, path, mended);
  return [inDocument(subject, `Write ${mended}`, edit, { sure: plain !== undefined })];
};

/** A recipe profile of the old kind: what converts it stands in the engine, so the client is asked to. */
export const convertLegacy: Fixer = (_, { file }) => [
  { title: 'Convert to hooks', edits: [], command: { id: 'rook.convertProfile', arguments: [uriOf(file.path)] } },
];

/** The script that a phase names. */
export function scriptOf(profile: unknown, phase: HookPhase): string | undefined {
  const entry = valueAt(profile, ['hooks', phase]);
  const script = asRecord(entry)?.script ?? entry;
  return typeof script === 'string' && script !== '' ? script : undefined;
}
