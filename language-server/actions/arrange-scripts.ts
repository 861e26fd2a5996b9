import { basename, dirname, extname, join } from 'node:path';
import { combined } from '../../engine/workspace/edits/combined';
import type { Fix } from '../../engine/workspace/edits/file-edit';
import { lineStart } from '../../engine/workspace/edits/lines';
import { setValue } from '../../engine/workspace/edits/set-value';
import { valueAt, withValueAt } from '../../engine/workspace/edits/value-at';
import { asRecord, firstText } from '../../engine/workspace/plain-value';
import { findHookScripts, interpreterOf, resolveScript } from '../../engine/workspace/script-path';
import { yamlStyleOf } from '../../engine/workspace/yaml-fragment';
import type { DocumentPath } from '../../schemas/criterion';
import { type HookPhase, hookPhases } from '../../schemas/phase';
import { changeOf, type FixSubject } from './fix-subject';
import { isIndifferent } from './movable-scripts';
import { scriptOf } from './profile-fixes';

/** A profile's hooks, each with the script that it runs. */
interface Hooks {
  agentDir: string;
  workspaceRoot: string;
  byPhase: Partial<Record<HookPhase, string>>;
}

/**
 * Gives a phase that shares its script with others one of its own, with the same text: it gets the same argument, so it does
 * the same. It stands beside the other, so that what it imports is found. Offered when the script is not known to ask for its name.
 */
export function splitScript(phase: HookPhase, subject: FixSubject): Fix | undefined {
  const hooks = hooksOf(subject);
  const script = hooks?.byPhase[phase];
  const written = scriptOf(subject.yaml?.value, phase);
  if (!hooks || script === undefined || written === undefined || interpreterOf(script) !== 'node') return undefined;
  const isShared = hookPhases.some((other) => other !== phase && hooks.byPhase[other] === script);
  if (!isShared || !isIndifferent(script, ['ownName', 'startedName'], subject)) return undefined;
  const ending = extname(script);
  const own = newScript(`${basename(script, ending)}-${phase}`, ending, script, written, hooks, subject);
  const text = subject.textOf(script);
  const edit = own && subject.yaml && setValue(subject.yaml, placeOf(phase, subject), own.written);
  if (!own || text === undefined || !edit?.ok) return undefined;
  return {
    title: `Give ${phase} a script of its own, ${basename(own.path)}`,
    edits: [{ kind: 'create', file: own.path, text }, changeOf(subject.file.path, edit.value)],
  };
}

/**
 * One script for all phases, which loads the one of the phase that it was started for. Argument, standard input and output stay
 * theirs. Offered when all are JavaScript in one folder, and none is known to ask which script was started.
 */
export function mergeScripts(subject: FixSubject): Fix | undefined {
  const hooks = hooksOf(subject);
  const { file, yaml } = subject;
  if (!hooks || !yaml) return undefined;
  const phases = hookPhases.filter((phase) => hooks.byPhase[phase] !== undefined);
  const scripts = [...new Set(Object.values(hooks.byPhase))];
  const [first] = scripts;
  const written = phases[0] && scriptOf(yaml.value, phases[0]);
  if (first === undefined || written === undefined || scripts.length < 2) return undefined;
  if (scripts.some((script) => !/\.[mc]?js$/i.test(script) || dirname(script) !== dirname(first))) return undefined;
  if (!scripts.every((script) => isIndifferent(script, ['startedName', 'started'], subject))) return undefined;
  const id = firstText(asRecord(yaml.value)?.id) ?? '';
  const name = /^[\w.-]+$/.test(id) ? id : basename(file.path, extname(file.path));
  const one = newScript(`${name}-hook`, '.mjs', first, written, hooks, subject);
  if (!one) return undefined;
  const places = phases.map((phase) => placeOf(phase, subject));
  const expected = places.reduce((value, place) => withValueAt(value, place, one.written), yaml.value);
  const edit = combined(
    yaml,
    places.map((place) => setValue(yaml, place, one.written)),
    expected,
  );
  if (!edit.ok) return undefined;
  const text = loader(phases, hooks.byPhase, yamlStyleOf([subject.text]).eol);
  return {
    title: `Use one script for all phases, ${basename(one.path)}`,
    edits: [{ kind: 'create', file: one.path, text }, changeOf(file.path, edit.value)],
  };
}

/** The phase whose entry under hooks is selected, from its line's start on; undefined outside of all entries. */
export function phaseAt(start: number, end: number, { yaml, text }: FixSubject): HookPhase | undefined {
  const entries = hookPhases.flatMap((phase) => {
    if (!yaml || valueAt(yaml.value, ['hooks', phase]) === undefined) return [];
    return [{ phase, start: yaml.rangeOf(['hooks', phase], 'key').start, end: yaml.rangeOf(['hooks', phase]).end }];
  });
  const touched = (from: (at: number) => number) => entries.find((one) => start <= one.end && end >= from(one.start));
  return (touched((at) => at) ?? touched((at) => lineStart(text, at)))?.phase;
}

/** Undefined when a script is missing: then what the phases do cannot be told. */
function hooksOf({ file, yaml, context: { files } }: FixSubject): Hooks | undefined {
  if (!yaml || file.kind !== 'profile') return undefined;
  const { agentDir, workspaceRoot } = file;
  const { byPhase, problems } = findHookScripts(yaml.value, agentDir, workspaceRoot, (path) => files.isFile(path));
  return problems.length > 0 ? undefined : { agentDir, workspaceRoot, byPhase };
}

function placeOf(phase: HookPhase, { yaml }: FixSubject): DocumentPath {
  return asRecord(valueAt(yaml?.value, ['hooks', phase])) ? ['hooks', phase, 'script'] : ['hooks', phase];
}

/** A file beside another that is not there yet, and how a profile that writes the other as `written` names it. */
function newScript(
  stem: string,
  ending: string,
  beside: string,
  written: string,
  { agentDir, workspaceRoot }: Hooks,
  { context: { files } }: FixSubject,
): { path: string; written: string } | undefined {
  const taken = files.names(dirname(beside)).map((name) => name.toLowerCase());
  for (let count = 1; count < 100; count++) {
    const name = `${stem}${count === 1 ? '' : `-${count}`}${ending}`;
    if (taken.includes(name.toLowerCase())) continue;
    const path = join(dirname(beside), name);
    const own = written.replace(/[^/\\]*$/, () => name);
    const { resolved } = resolveScript(own, agentDir, workspaceRoot, (one) => one === path || files.isFile(one));
    return resolved === path ? { path, written: own } : undefined;
  }
  return undefined;
}

function loader(phases: readonly HookPhase[], byPhase: Hooks['byPhase'], eol: string): string {
  const scripts = [...new Set(phases.map((phase) => byPhase[phase] ?? ''))];
  const lines = scripts.flatMap((script) => [
    ...phases.filter((phase) => byPhase[phase] === script).map((phase) => `  case '${phase}':`),
    `    await import('./${encodeURIComponent(basename(script)).replaceAll("'", '%27')}');`,
    '    break;',
  ]);
  return [
    '// A hook of Rook: run as "node <this file> <phase>". It loads the script of that phase, which does the work.',
    'switch (process.argv[2]) {',
    ...lines,
    '}',
    '',
  ].join(eol);
}
