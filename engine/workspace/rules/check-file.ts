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
import { findCheckScripts, findHookScripts } from '../script-path';
import { activeProfile, featureIds } from './agent-snapshot';
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
}

/** Every rule about a file. Other files are read as they are saved; nothing is executed and nothing is written. */
export function checkFile(file: RookFile, read: RookReading, outer: RuleContext): FileCheck {
  const files = new ObservedView(outer.files);
  const context = { ...outer, files };
  const check = problemsOf(file, read, context);
  const text = textOf(read);
  const all = [...encodingProblems(text, file.path, files), ...check.problems];
  const problems = withoutSilenced(all, text, file.path, context.disabled);
  return {
    problems: inReadingOrder(problems),
    places: [...new Set([...(check.tried ?? []), ...files.places])],
    scripts: check.scripts ?? [],
  };
}

interface Findings {
  problems: LocatedProblem[];
  tried?: string[];
  scripts?: string[];
}

function problemsOf(file: RookFile, read: RookReading, context: RuleContext): Findings {
  switch (file.kind) {
    case 'profile':
      if (read.kind === 'profile') return checkProfile(file, read.reading, context);
      break;
    case 'scenario':
      if (read.kind === 'scenario') return { problems: checkScenario(file, read.reading, context) };
      break;
    case 'script':
      if (read.kind === 'script')
        return { problems: scriptProblems(read.source, file.path, file.workspaceRoot, context) };
      break;
    case 'ci':
      if (read.kind === 'ci') return { problems: checkCiFile(read.source, file.path) };
      break;
    default:
      if ('reading' in read && read.kind !== 'profile' && read.kind !== 'scenario')
        return { problems: checkPlain(file, read.reading, context) };
  }
  throw new Error(`${file.path} was read as ${read.kind}, and is ${file.kind}`);
}

function checkProfile(
  file: Extract<RookFile, { agentDir: string }>,
  reading: ProfileReading,
  context: RuleContext,
): Findings {
  const { document, profile, problems: told } = reading;
  const { files } = context;
  const { value } = document;
  if (document.syntaxProblems.length > 0 || reading.legacy) return { problems: told };
  const scripts = findHookScripts(value, file.agentDir, file.workspaceRoot, (path) => files.isFile(path));
  const own = [
    ...scripts.problems,
    ...notExecutable(scripts, context),
    ...hookLimitProblems(value),
    ...environmentProblems(value),
    ...profileIdProblems(firstText(profile?.id), file.path),
    ...twinProblems(file.path, 'profile', files),
    ...observedProblems(profile, scripts, file.agentDir, context),
    ...sharedStateHint(value, scripts, context),
    ...variableHints(reading, scripts, context, file.workspaceRoot),
  ];
  const ofScripts = hookScriptProblems(scripts, file.workspaceRoot, context).map(({ related, ...problem }) => ({
    ...document.locate(problem),
    related,
  }));
  return {
    problems: [...told, ...atOtherPlaces(told, own).map(document.locate), ...ofScripts],
    tried: scripts.tried,
    scripts: scripts.found,
  };
}

function checkScenario(
  file: Extract<RookFile, { agentDir: string }>,
  { document, scenario, problems: told }: ScenarioReading,
  context: RuleContext,
): LocatedProblem[] {
  if (document.syntaxProblems.length > 0) return told;
  const { files } = context;
  const { agentDir, workspaceRoot, path } = file;
  const scripts = findCheckScripts(document.value, agentDir, workspaceRoot, (one) => files.isFile(one));
  if (!scenario) return [...told, ...atOtherPlaces(told, scripts).map(document.locate)];
  const profile = activeProfile(files, agentDir);
  const usesMcp =
    scenario.verificationRequires.length > 0 || scenario.criteria.some(({ check }) => check === 'mcp_probe');
  const servers = usesMcp ? mcpServerNames(context, workspaceRoot) : undefined;
  const mcpFile = join(workspaceRoot, rookFolder, 'mcp.json');
  const more: Problem[] = [
    ...scripts,
    ...twinProblems(path, 'scenario', files),
    ...contradictions(scenario),
    ...(profile ? profileProblems(scenario, profile) : []),
    ...probeProblems(scenario, servers, mcpFile),
    ...requirementProblems(scenario, servers, mcpFile),
    ...(scenario.featureId === undefined ? [] : featureProblems(scenario, featureIds(files, agentDir))),
  ];
  return [...told, ...atOtherPlaces(told, more).map(document.locate)];
}

function textOf(read: RookReading): string {
  return 'reading' in read ? read.reading.document.text : read.source;
}

function inReadingOrder(problems: LocatedProblem[]): LocatedProblem[] {
  const weight = (severity: ProblemSeverity): number => problemSeverities.indexOf(severity);
  return problems.sort((a, b) => a.range.start - b.range.start || weight(a.severity) - weight(b.severity));
}
