import { join } from 'node:path';
import type { LocatedProblem, Problem, ProblemSeverity } from '../../../schemas/problem';
import { problemSeverities } from '../../../schemas/problem';
import { checkCiFile } from '../ci/check-ci-file';
import { rookFolder } from '../layout';
import { atOtherPlaces } from '../misspelt-keys';
import { firstText } from '../plain-value';
import type { ProfileReading } from '../profile-file';
import type { RookFile } from '../rook-file';
import type { ScenarioReading } from '../scenario-file';
import { findCheckScripts, findHookScripts, type HookScripts } from '../script-path';
import { activeProfile, featureIds } from './agent-snapshot';
import { attachmentProblems } from './attachment-rules';
import { checkPlain } from './check-plain';
import { encodingProblems } from './encoding';
import { ObservedView } from './file-view';
import { hookLimitProblems } from './hook-limits';
import { profileIdProblems, twinProblems } from './id-rules';
import { mcpServerNames } from './mcp-servers';
import { observedProblems } from './observed-rules';
import { environmentProblems } from './profile-environment';
import { notExecutable, sharedStateHint, variableHints } from './profile-scripts';
import type { RookReading } from './rook-reading';
import type { RuleContext } from './rule-context';
import { type RuleFault, RuleRun } from './rule-run';
import { contradictions, featureProblems, probeProblems, profileProblems, requirementProblems } from './scenario-rules';
import { hookScriptProblems, scriptProblems } from './script-rules';
import { withoutSilenced } from './silencing';

/** What is wrong with a file, and what that depends on. */
export interface FileCheck {
  /** In reading order, the gravest of one place first; silenced ones are left out. */
  problems: LocatedProblem[];
  /** Absolute paths: whatever appears, changes or vanishes there may change the problems. */
  places: string[];
  /** The scripts that a profile names and that are there. */
  scripts: string[];
  /** Rules that have a fault themselves; each is among the problems as `not-checked`. */
  faults: RuleFault[];
}

/**
 * Every rule about a file. Other files are read as they are saved; nothing is executed and nothing is written.
 * A fault in a rule is told and leaves what the others find.
 */
export function checkFile(file: RookFile, read: RookReading, outer: RuleContext): FileCheck {
  const files = new ObservedView(outer.files);
  const context = { ...outer, files };
  const run = new RuleRun();
  const check = problemsOf(file, read, context, run);
  const text = textOf(read);
  const encoding = run.one('encoding', () => encodingProblems(text, file.path, files)) ?? [];
  const all = [...encoding, ...check.problems, ...run.notices(file.path)];
  const problems = withoutSilenced(all, text, file.path, context.disabled);
  return {
    problems: inReadingOrder(problems),
    places: [...new Set([...(check.tried ?? []), ...files.places])],
    scripts: check.scripts ?? [],
    faults: run.faults,
  };
}

interface Findings {
  problems: LocatedProblem[];
  tried?: string[];
  scripts?: string[];
}

function problemsOf(file: RookFile, read: RookReading, context: RuleContext, run: RuleRun): Findings {
  switch (file.kind) {
    case 'profile':
      if (read.kind === 'profile') return checkProfile(file, read.reading, context, run);
      break;
    case 'scenario':
      if (read.kind === 'scenario') return { problems: checkScenario(file, read.reading, context, run) };
      break;
    case 'script':
      if (read.kind === 'script')
        return { problems: scriptProblems(read.source, file.path, file.workspaceRoot, context, run) };
      break;
    case 'ci':
      if (read.kind === 'ci') return { problems: checkCiFile(read.source, file.path, undefined, run) };
      break;
    default:
      if ('reading' in read && read.kind !== 'profile' && read.kind !== 'scenario')
        return { problems: checkPlain(file, read.reading, context, run) };
  }
  throw new Error(`${file.path} was read as ${read.kind}, and is ${file.kind}`);
}

function checkProfile(
  file: Extract<RookFile, { agentDir: string }>,
  reading: ProfileReading,
  context: RuleContext,
  run: RuleRun,
): Findings {
  const { document, profile, problems: told } = reading;
  const { files } = context;
  const { value } = document;
  if (document.syntaxProblems.length > 0 || reading.legacy) return { problems: told };
  const isFile = (path: string): boolean => files.isFile(path);
  const find = () => findHookScripts(value, file.agentDir, file.workspaceRoot, isFile);
  const scripts = run.one('scripts of hooks', find) ?? noScripts;
  const own = run.all<Problem>({
    'places of scripts': () => scripts.problems,
    'executable scripts': () => notExecutable(scripts, context),
    'limits of hooks': () => hookLimitProblems(value),
    'environment of hooks': () => environmentProblems(value),
    'id of a profile': () => profileIdProblems(firstText(profile?.id), file.path),
    'twins of a profile': () => twinProblems(file.path, 'profile', files),
    'observed capabilities': () => observedProblems(profile, scripts, file.agentDir, context),
    'shared state': () => sharedStateHint(value, scripts, context),
    'values of variables': () => variableHints(reading, scripts, context, file.workspaceRoot),
  });
  const ofScripts = run.all({
    'problems of scripts': () =>
      hookScriptProblems(scripts, file.workspaceRoot, context).map(({ related, ...problem }) => ({
        ...document.locate(problem),
        related,
      })),
  });
  return {
    problems: [...told, ...atOtherPlaces(told, own).map(document.locate), ...ofScripts],
    tried: scripts.tried,
    scripts: scripts.found,
  };
}

const noScripts: HookScripts = { problems: [], tried: [], found: [], byPhase: {} };

function checkScenario(
  file: Extract<RookFile, { agentDir: string }>,
  { document, scenario, problems: told }: ScenarioReading,
  context: RuleContext,
  run: RuleRun,
): LocatedProblem[] {
  if (document.syntaxProblems.length > 0) return told;
  const { files } = context;
  const { agentDir, workspaceRoot, path } = file;
  const isFile = (one: string): boolean => files.isFile(one);
  const findScripts = () => findCheckScripts(document.value, agentDir, workspaceRoot, isFile);
  const scripts = run.all({ 'scripts of checks': findScripts });
  if (!scenario) return [...told, ...atOtherPlaces(told, scripts).map(document.locate)];
  const usesMcp =
    scenario.verificationRequires.length > 0 || scenario.criteria.some(({ check }) => check === 'mcp_probe');
  const servers = usesMcp ? run.one('names of servers', () => mcpServerNames(context, workspaceRoot)) : undefined;
  const mcpFile = join(workspaceRoot, rookFolder, 'mcp.json');
  const more = run.all<Problem>({
    'twins of a scenario': () => twinProblems(path, 'scenario', files),
    contradictions: () => contradictions(scenario),
    attachments: () => attachmentProblems(document.value, workspaceRoot, files),
    'what the profile can do': () => {
      const profile = activeProfile(files, agentDir);
      return profile ? profileProblems(scenario, profile) : [];
    },
    'probed servers': () => probeProblems(scenario, servers, mcpFile),
    requirements: () => requirementProblems(scenario, servers, mcpFile),
    'feature of a scenario': () =>
      scenario.featureId === undefined ? [] : featureProblems(scenario, featureIds(files, agentDir)),
  });
  return [...told, ...atOtherPlaces(told, [...scripts, ...more]).map(document.locate)];
}

function textOf(read: RookReading): string {
  return 'reading' in read ? read.reading.document.text : read.source;
}

function inReadingOrder(problems: LocatedProblem[]): LocatedProblem[] {
  const weight = (severity: ProblemSeverity): number => problemSeverities.indexOf(severity);
  return problems.sort((a, b) => a.range.start - b.range.start || weight(a.severity) - weight(b.severity));
}
