import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step as a workflow or a composite action has it. */
export interface JobStep {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  shell?: string;
  env?: Record<string, unknown>;
  'working-directory'?: string;
}

export interface JobOptions {
  /** The checkout. */
  workspace: string;
  /** Temporary folder of the job. */
  temp: string;
  /** Variables of workflow and job. */
  env?: Record<string, unknown>;
  /** What stands in `${{ … }}`, by its name: `secrets.TOKEN`, `matrix.shard`. Nothing else may be asked for. */
  contexts: Record<string, string>;
  /** Programs that stand before those of the machine. */
  path?: string;
  workingDirectory?: string;
  /** Does what an action would do. */
  onUses?: (step: { uses: string; with: Record<string, string> }) => void;
}

export interface JobResult {
  ok: boolean;
  /** Steps that ran, with what they printed; a skipped step is not among them. */
  steps: { name: string; code: number; output: string }[];
  outputs: Record<string, Record<string, string>>;
  summary: string;
  log: string;
}

/** Runs the steps of a job as a GitHub runner does, one after the other, with the shell's options of GitHub. */
export function runJob(steps: JobStep[], options: JobOptions): JobResult {
  const { workspace, temp, contexts, onUses } = options;
  mkdirSync(temp, { recursive: true });
  const file = (name: string): string => join(temp, `github-${name}`);
  for (const name of ['path', 'summary']) writeFileSync(file(name), '');
  const result: JobResult = { ok: true, steps: [], outputs: {}, summary: '', log: '' };
  for (const [index, step] of steps.entries()) {
    const all = { ...contexts, 'runner.temp': temp, ...outputsAsContexts(result.outputs) };
    if (!truth(step.if, all, result.ok)) continue;
    if (step.uses !== undefined) {
      onUses?.({ uses: step.uses, with: filledIn(step.with ?? {}, all) });
      continue;
    }
    const [script, output] = [join(temp, `step-${index}.sh`), file(`output-${index}`)];
    writeFileSync(script, fill(step.run ?? '', all));
    writeFileSync(output, '');
    const added = readFileSync(file('path'), 'utf8').split('\n').filter(Boolean).reverse();
    const where = fill(step['working-directory'] ?? options.workingDirectory ?? '.', all);
    const flags = step.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
    const { status, stdout, stderr } = spawnSync('bash', [...flags, script], {
      cwd: join(workspace, where),
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        HOME: temp,
        PATH: [...added, ...(options.path ? [options.path] : []), process.env.PATH].join(':'),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        RUNNER_TEMP: temp,
        GITHUB_WORKSPACE: workspace,
        GITHUB_PATH: file('path'),
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: file('summary'),
        ...filledIn(options.env ?? {}, all),
        ...filledIn(step.env ?? {}, all),
      },
    });
    const code = status ?? 1;
    result.steps.push({ name: step.name ?? step.run ?? '', code, output: `${stdout}${stderr}` });
    if (step.id !== undefined) result.outputs[step.id] = readOutputs(output);
    if (code !== 0) result.ok = false;
  }
  result.summary = readFileSync(file('summary'), 'utf8');
  result.log = result.steps.map(({ name, code, output }) => `── ${name} (${code})\n${output}`).join('\n');
  return result;
}

/** A folder with a `npm` that installs the bundled command in place of the published one, and with nothing else. */
export function npmThatInstalls(bundle: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const npm = `#!/usr/bin/env bash
set -euo pipefail
while [ $# -gt 0 ]; do
  if [ "$1" = --prefix ]; then prefix=$2; fi
  last=$1
  shift
done
case $last in rook-vscode@[0-9]*.[0-9]*.[0-9]*) ;; *) echo "no exact version: $last" >&2; exit 1 ;; esac
mkdir -p "$prefix/bin"
printf '#!/usr/bin/env bash\\nexec "%s" "%s" "$@"\\n' '${process.execPath}' '${bundle}' > "$prefix/bin/rook"
chmod +x "$prefix/bin/rook"
`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  return folder;
}

function outputsAsContexts(outputs: JobResult['outputs']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([id, values]) =>
      Object.entries(values).map(([name, value]) => [`steps.${id}.outputs.${name}`, value]),
    ),
  );
}

function readOutputs(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]));
}

function filledIn(values: Record<string, unknown>, contexts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(String(value ?? ''), contexts)]));
}

/** Puts values in place of `${{ … }}`. An unknown name throws: GitHub would make an empty text of it. */
export function fill(text: string, contexts: Record<string, string>): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => known(expression.trim(), contexts));
}

function known(name: string, contexts: Record<string, string>): string {
  const literal = /^'(.*)'$/.exec(name)?.[1];
  const value = literal ?? contexts[name];
  if (value === undefined) throw new Error(`nothing is known of \${{ ${name} }}`);
  return value;
}

/** Whether a step runs: conditions joined by `&&`, each a function of the job's state or a comparison. */
function truth(condition: string | undefined, contexts: Record<string, string>, ok: boolean): boolean {
  if (condition === undefined) return ok;
  const bare = condition.replace(/^\$\{\{([\s\S]*)\}\}$/, '$1');
  const parts = bare.split('&&').map((part) => part.trim());
  const named = parts.some((part) => /^!?\w+\(\)$/.test(part));
  return (named || ok) && parts.every((part) => holds(part, contexts, ok));
}

function holds(part: string, contexts: Record<string, string>, ok: boolean): boolean {
  if (part === 'always()' || part === '!cancelled()') return true;
  if (part === 'success()') return ok;
  const [left = '', right] = part.split('==').map((side) => side.trim());
  if (right === undefined) throw new Error(`what is ${part}?`);
  return known(left, contexts) === known(right, contexts);
}
