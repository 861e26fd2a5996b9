import type { DocumentPath } from '../../../schemas/criterion';
import type { TextRange } from '../../../schemas/problem';
import { asRecord, firstText } from '../plain-value';
import type { YamlDocument } from '../yaml-document';
import type { CiFile, CiJob, CiSetting, CiStep } from './ci-file';
import { readShell, type ShellCommand } from './shell-commands';

/** Reads a GitHub workflow. What is not as GitHub wants it is left out: GitHub says so itself. */
export function readGithub(document: YamlDocument): CiFile {
  const workflow = asRecord(document.value) ?? {};
  const defaultShell = (owner: unknown): unknown => asRecord(asRecord(asRecord(owner)?.defaults)?.run)?.shell;
  const jobs = Object.entries(asRecord(workflow.jobs) ?? {}).flatMap(([id, value]): CiJob[] => {
    const job = asRecord(value);
    if (!job) return [];
    const path: DocumentPath = ['jobs', id];
    const shell = firstText(defaultShell(job), defaultShell(workflow));
    const steps = Array.isArray(job.steps) ? job.steps : [];
    const cancelled = cancelling(document, job, path) ?? cancelling(document, workflow, []);
    const tolerated = isSet(job['continue-on-error'])
      ? document.rangeOf([...path, 'continue-on-error'], 'key')
      : undefined;
    return [
      {
        range: document.rangeOf(path, 'key'),
        steps: steps.map((step, index) => githubStep(document, asRecord(step) ?? {}, [...path, 'steps', index], shell)),
        settings: [...settingsAt(document, workflow.env, ['env']), ...settingsAt(document, job.env, [...path, 'env'])],
        hasNeighbours: job.services !== undefined || /self-hosted/.test(JSON.stringify(job['runs-on'] ?? '')),
        unlimited: workflow.permissions === undefined && job.permissions === undefined,
        ...(cancelled && { cancelled }),
        ...(tolerated && { tolerated }),
      },
    ];
  });
  return { kind: 'github', text: document.text, jobs, triggers: triggersOf(document, workflow.on) };
}

function githubStep(
  document: YamlDocument,
  step: Record<string, unknown>,
  path: DocumentPath,
  defaultShell: string | undefined,
): CiStep {
  const shell = firstText(step.shell, defaultShell);
  const uses = firstText(step.uses);
  const options = asRecord(step.with) ?? {};
  const range = document.rangeOf(uses === undefined ? [...path, 'run'] : [...path, 'uses'], 'key');
  const keepsFiles = uses !== undefined && /(^|\/)upload-artifact@/.test(uses);
  return {
    range,
    commands: commandsAt(document, step.run, [...path, 'run']),
    // GitHub runs bash with -e; with pipefail only when `shell: bash` is written.
    stopsAtFailure: shell === undefined || !shell.includes('{0}') || /\s-\w*e/.test(shell),
    pipesFail: shell === 'bash' || /pipefail/.test(shell ?? ''),
    settings: settingsAt(document, step.env, [...path, 'env']),
    ...(isSet(step['continue-on-error']) && { tolerated: document.rangeOf([...path, 'continue-on-error'], 'key') }),
    ...(uses !== undefined && { uses: { name: uses, range: document.rangeOf([...path, 'uses']) } }),
    ...(keepsFiles && {
      keeps: {
        what: `${options.path ?? ''} ${options.name ?? ''}`,
        always: /always\(\)|cancelled\(\)|failure\(\)/.test(String(step.if ?? '')),
        range: document.rangeOf([...path, 'uses']),
      },
    }),
  };
}

function cancelling(document: YamlDocument, owner: Record<string, unknown>, path: DocumentPath): TextRange | undefined {
  const cancels = asRecord(owner.concurrency)?.['cancel-in-progress'];
  return isSet(cancels) ? document.rangeOf([...path, 'concurrency', 'cancel-in-progress'], 'key') : undefined;
}

function triggersOf(document: YamlDocument, on: unknown): CiFile['triggers'] {
  if (typeof on === 'string') return [{ name: on, range: document.rangeOf(['on']) }];
  if (Array.isArray(on))
    return on.map((name, index) => ({ name: String(name), range: document.rangeOf(['on', index]) }));
  return Object.keys(asRecord(on) ?? {}).map((name) => ({ name, range: document.rangeOf(['on', name], 'key') }));
}

/** Keys of a `.gitlab-ci.yml` that are no jobs. */
const gitlabWords = new Set(['default', 'include', 'stages', 'variables', 'workflow', 'spec', 'image', 'services']);

/** Reads a GitLab pipeline: each job's `before_script`, `script` and `after_script`. */
export function readGitlab(document: YamlDocument): CiFile {
  const pipeline = asRecord(document.value) ?? {};
  const common = settingsAt(document, pipeline.variables, ['variables']);
  const jobs = Object.entries(pipeline).flatMap(([id, value]): CiJob[] => {
    const job = asRecord(value);
    if (!job || gitlabWords.has(id)) return [];
    const family = [...extendedBy(pipeline, id)];
    const scripts = ['before_script', 'script', 'after_script'].flatMap((key) => gitlabStep(document, job, [id, key]));
    const artifacts = asRecord(job.artifacts);
    const kept: CiStep[] = artifacts
      ? [
          {
            ...emptyStep(document.rangeOf([id, 'artifacts'], 'key')),
            keeps: {
              what: JSON.stringify(artifacts.paths ?? ''),
              always: artifacts.when === 'always',
              range: document.rangeOf([id, 'artifacts'], 'key'),
            },
          },
        ]
      : [];
    return [
      {
        range: document.rangeOf([id], 'key'),
        steps: [...scripts, ...kept],
        settings: [
          ...common,
          ...family.flatMap((name) => settingsAt(document, asRecord(pipeline[name])?.variables, [name, 'variables'])),
        ],
        partial: family.some((name) => asRecord(pipeline[name]) === undefined),
        hasNeighbours: job.services !== undefined || pipeline.services !== undefined || job.tags !== undefined,
        ...(job.allow_failure === true && { tolerated: document.rangeOf([id, 'allow_failure'], 'key') }),
      },
    ];
  });
  return { kind: 'gitlab', text: document.text, jobs, triggers: [] };
}

/** A job and what it extends, in this file or another one. */
function extendedBy(pipeline: Record<string, unknown>, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  const bases = asRecord(pipeline[id])?.extends ?? [];
  for (const base of Array.isArray(bases) ? bases : [bases])
    if (typeof base === 'string') extendedBy(pipeline, base, seen);
  return seen;
}

/** GitLab runs the lines of a script in bash with -e and pipefail. */
function gitlabStep(document: YamlDocument, job: Record<string, unknown>, path: [string, string]): CiStep[] {
  const script = job[path[1]];
  if (script === undefined) return [];
  const lines: [unknown, DocumentPath][] = Array.isArray(script)
    ? script.map((line, index) => [line, [...path, index]])
    : [[script, path]];
  const commands = lines.flatMap(([line, place]) => commandsAt(document, line, place));
  return [{ ...emptyStep(document.rangeOf(path, 'key')), commands }];
}

/** A step that does nothing, in a shell that hides no failure. */
export function emptyStep(range: TextRange): CiStep {
  return { range, commands: [], stopsAtFailure: true, pipesFail: true, settings: [] };
}

/** The commands of a scalar, with places in the file: read from the file's own text, indentation and all. */
function commandsAt(document: YamlDocument, value: unknown, path: DocumentPath): ShellCommand[] {
  if (typeof value !== 'string') return [];
  const { start, end } = document.rangeOf(path);
  const source = document.text.slice(start, end);
  const opening = /^(?:[|>][^\n]*\n|["'])/.exec(source)?.[0] ?? '';
  const closing = /^["']/.test(opening) && source.endsWith(opening) ? 1 : 0;
  const inner = source.slice(opening.length, source.length - closing);
  // A folded scalar is one line: its line ends separate nothing.
  const shell = opening.startsWith('>') ? inner.replace(/\n(?=[ \t]*\S)/g, ' ') : inner;
  return readShell(shell, start + opening.length);
}

function settingsAt(document: YamlDocument, env: unknown, path: DocumentPath): CiSetting[] {
  return Object.entries(asRecord(env) ?? {}).map(([name, value]) => ({
    name,
    value: String(asRecord(value)?.value ?? value ?? ''),
    range: document.rangeOf([...path, name], 'key'),
  }));
}

function isSet(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^\s*\$\{\{\s*true\s*\}\}\s*$/.test(value));
}
