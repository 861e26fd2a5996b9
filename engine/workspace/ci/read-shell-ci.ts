import type { TextRange } from '../../../schemas/problem';
import type { CiFile, CiSetting, CiStep } from './ci-file';
import { emptyStep } from './read-yaml-ci';
import { readShell, type ShellCommand } from './shell-commands';

/** Reads a shell script as a job of one step. What its caller sets and keeps is the caller's business. */
export function readScript(text: string): CiFile {
  const commands = readShell(text);
  const firstLine = /^[^\n]*/.exec(text)?.[0] ?? '';
  const range = { start: 0, end: Math.max(1, firstLine.trimEnd().length) };
  const set = settingsOfShell(commands);
  const step: CiStep = {
    ...emptyStep(range),
    commands,
    stopsAtFailure: /^#!.*\s-\w*e/.test(firstLine),
    pipesFail: false,
    settings: set,
  };
  return { kind: 'script', text, jobs: [{ range, steps: [step], settings: [], hasNeighbours: true }], triggers: [] };
}

const shellStep = /\bsh\s*(?:\(\s*)?(?:script:\s*)?('''|"""|'|")([\s\S]*?)\1/g;
const keepStep = /\barchiveArtifacts\b[^\n]*/g;
const setting = /(?<=^|[{;])[ \t]*([A-Z][A-Z0-9_]*)[ \t]*=[ \t]*(['"])([^'"\n]*)\2/gm;

/**
 * Reads a Jenkinsfile as one job: its `sh` steps, the variables of `environment`, and what is archived. Groovy is not
 * parsed; what these patterns do not see is not judged.
 */
export function readJenkins(text: string): CiFile {
  const source = text.replace(/^[ \t]*\/\/[^\n]*/gm, (comment) => ' '.repeat(comment.length));
  const range = { start: 0, end: Math.max(1, source.indexOf('\n')) };
  const tolerant = tolerantBlocks(source);
  const steps = [...source.matchAll(shellStep)].map((match): CiStep => {
    const [whole, quote = '', shell = ''] = match;
    const start = match.index + whole.length - quote.length - shell.length;
    // Jenkins runs sh -xe; a script with a first line of its own runs as that says.
    const ownShell = /^\s*#!(?!.*\s-\w*e)/.test(shell);
    return {
      ...emptyStep({ start: match.index, end: match.index + 2 }),
      // Groovy halves each pair of backslashes.
      commands: readShell(shell.replaceAll('\\\\', ' \\'), start),
      stopsAtFailure: !ownShell,
      pipesFail: false,
      ...toleratedBy(tolerant, match.index),
    };
  });
  const kept = [...source.matchAll(keepStep)].map((match): CiStep => {
    const place = { start: match.index, end: match.index + match[0].trimEnd().length };
    // In `post`, under a condition that also holds after a failure.
    const condition = [...source.slice(0, match.index).matchAll(/\b(always|cleanup|success|fixed|steps)\s*\{/g)].at(-1);
    const always = condition?.[1] === 'always' || condition?.[1] === 'cleanup';
    return { ...emptyStep(place), keeps: { what: match[0], always, range: place } };
  });
  const settings = [...source.matchAll(setting)].map((match): CiSetting => {
    const start = match.index + match[0].search(/\S/);
    return { name: match[1] ?? '', value: match[3] ?? '', range: { start, end: start + (match[1]?.length ?? 0) } };
  });
  return {
    kind: 'jenkins',
    text,
    jobs: [{ range, steps: [...steps, ...kept], settings, hasNeighbours: true }],
    triggers: [],
  };
}

/** Blocks after which a build is green, or not red, whatever failed in them. */
function tolerantBlocks(source: string): { range: TextRange; end: number }[] {
  const heads =
    /\b(?:warnError\s*\([^)\n]*\)|catchError\s*\([^)\n]*buildResult:\s*(?:null|['"](?:SUCCESS|UNSTABLE)['"])[^)\n]*\))\s*\{/g;
  return [...source.matchAll(heads)].map(({ 0: head, index }) => {
    let depth = 1;
    let end = index + head.length;
    for (; end < source.length && depth > 0; end++) depth += source[end] === '{' ? 1 : source[end] === '}' ? -1 : 0;
    return { range: { start: index, end: index + head.search(/\W/) }, end };
  });
}

function toleratedBy(blocks: ReturnType<typeof tolerantBlocks>, at: number): Pick<CiStep, 'tolerated'> {
  const block = blocks.find(({ range, end }) => range.start < at && at < end);
  return block ? { tolerated: block.range } : {};
}

/** The variables that a shell text gives values to. */
export function settingsOfShell(commands: readonly ShellCommand[]): CiSetting[] {
  return commands.flatMap(({ words }) =>
    words.flatMap(({ text, start, end, quoted }): CiSetting[] => {
      const found = quoted ? null : /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(text);
      if (!found) return [];
      const value = (found[2] ?? '').replace(/^(['"])([\s\S]*)\1$/, '$2');
      return [{ name: found[1] ?? '', value, range: { start, end } }];
    }),
  );
}
