import { ciRules } from './ci-registry';
import { hookRules } from './hook-registry';
import { error, hint, information, type Rule, warning } from './rule';

/** What keeps a text from being read. */
const syntaxRules = {
  'yaml-syntax': error('The file is not YAML, so nothing in it can be used.'),
  'json-syntax': error('The file is not JSON, so nothing in it can be used.'),
  'yaml-several-documents': error('Only the first document of a file is read; the others would be ignored in silence.'),
  'merge-conflict': error('The file holds two versions of the same place.'),
  'duplicate-key': error('One of two values of a key would be dropped.'),
  'wrong-encoding': error('Bytes that are no UTF-8 are lost, so the agent would be told something else.'),
  unreadable: error('The file is there and cannot be read, so it is not run.'),
  'not-checked': information(
    'A fault of Rook kept the file, or one of its rules, from being checked; a silence would look like a clean file.',
  ),
} as const satisfies Record<string, Rule>;

/** What holds for the fields of every kind of file. */
const fieldRules = {
  'missing-field': error('Without the field the file has no meaning.'),
  'bad-value': error('The value is of another kind than the field takes, so it cannot be used.'),
  'out-of-range': error('The value is outside of what is allowed.'),
  'unknown-field': error('A misspelt key is dropped, and with it what it was meant to say.'),
  'id-not-file-name': {
    severities: ['error', 'information'],
    why: 'Files are found by their names, and verdicts by ids: two names for one thing lead to the wrong one.',
  },
  'duplicate-id': { severities: ['error', 'warning'], why: 'Two things with one id cannot be told apart.' },
  'literal-credential': error('Whoever gets the file gets the credential; nothing secret belongs into a workspace.'),
  'unknown-code': hint('A comment that names a code which no rule has silences nothing.'),
} as const satisfies Record<string, Rule>;

const profileRules = {
  'legacy-profile': warning('A recipe profile of the old kind has no hooks and cannot be run.'),
  'execute-missing': error('Without execute the agent is never asked.'),
  'unknown-phase': warning('Nothing runs a hook of a phase that does not exist.'),
  'script-not-found': error('A hook or a check whose script is not there fails.'),
  'script-outside': error('A script outside the workspace is not there for others.'),
  'script-not-executable': error('The system refuses to start the script.'),
  'hook-script': information('The script that a hook names has errors or warnings of its own.'),
  'timeout-below-floor': warning('The hook gets another limit than is written, or none that it can keep.'),
  'timeout-over-hour': warning('A hook that hangs would hold the run that long; often milliseconds were meant.'),
  'delay-without-effect': warning('Nothing precedes the phase, so nothing is waited for.'),
  'capability-not-observed': warning('Scenarios that need the capability would run and stay unverified.'),
  'capability-not-declared': information('What needs the capability is not run or stays unverified, without need.'),
  'value-in-env': warning('A value under env is not used, and does not belong into a file.'),
  'declared-twice': warning('One of two declarations of a variable has no effect.'),
  'rook-variable': { severities: ['error', 'warning'], why: 'What Rook sets for hooks cannot be set by a profile.' },
  'reference-not-replaced': warning('Only ${NAME} is replaced in hook_env; other forms reach the hook as they are.'),
  'variable-without-value': hint('A run is refused until each declared variable has a value.'),
  'variable-not-read': hint('A run is refused without the value, though nothing seems to need it.'),
  'variable-not-declared': hint('Nobody is told when a variable that is not declared has no value.'),
  'shared-reset': hint('Scenarios that run at once would reset what others still use.'),
} as const satisfies Record<string, Rule>;

const scenarioRules = {
  'no-criterion': error('A scenario that verifies nothing would never mean anything.'),
  'unknown-check': error('A criterion whose check does not exist cannot be decided.'),
  'malformed-criterion': error('A criterion with wrong parameters would verify something else, or nothing.'),
  'duplicate-criterion': error('Two criteria with one id could not be told apart in a verdict.'),
  'duplicate-scenario': error('Of two scenario files with one id only the first runs.'),
  'inexact-number': error(
    'The number is too large to be told from its neighbours, so comparing it could pass for another.',
  ),
  undecidable: warning('The criterion can never be decided as it is written.'),
  'backspace-in-pattern': warning('In double quotes YAML reads \\b as a backspace, which no answer holds.'),
  'forbidden-required': error(
    'A text is required and forbidden at once, so the scenario fails whatever the agent answers.',
  ),
  'max-turns-raised': warning('Fewer turns are allowed than the messages need, so the number is not kept.'),
  'category-of-other-class': warning('Scenarios are chosen and counted by class and category, which disagree here.'),
  'attachment-not-found': error('Hooks get a path at which nothing is, so the agent is asked something else.'),
  'not-runnable': information('The active profile lacks what the scenario needs, so it is not run.'),
  'not-observable': information('The active profile does not observe what the criterion is decided from.'),
  'requirement-without-operation': information('A requirement that names no operation can never be met.'),
  'requirement-without-probe': information('A requirement is met by a probe that asks for it, and there is none.'),
  'unknown-server': {
    severities: ['warning', 'information'],
    why: 'An MCP server that is not defined cannot be asked.',
  },
  'writing-tool': information('Judging looks and never touches: a tool that writes is not asked.'),
  'unknown-feature': information('Coverage counts the scenario for no feature.'),
} as const satisfies Record<string, Rule>;

/** Files of the workspace and of its agents, and what is missing between them. */
const workspaceRules = {
  'no-project': warning('There is nothing to run.'),
  'no-agent': warning('There is nothing to run in the project.'),
  'no-profile': warning('Nothing says how the agent is reached, so nothing can run.'),
  'misplaced-agents': error('Agents outside a project are not read.'),
  'dangling-pointer': error('What is active does not exist, so commands do not know what to work with.'),
  'broken-server': { severities: ['error', 'warning'], why: 'A server whose definition is wrong cannot be started.' },
  judge: error('A run with a judge configured like this is refused.'),
  'bad-rule': error('A deny rule that cannot be read would forbid nothing.'),
  'allow-ignored': warning('A workspace cannot permit itself anything.'),
  'tool-hook-command': error('The command would be refused when it is added or run.'),
  'tool-hook-placeholder': warning('A placeholder that does not exist reaches the program as it is.'),
  'stop-hook': information('Stop hooks are kept and never run.'),
} as const satisfies Record<string, Rule>;

/** Every code under which something is told, of whatever file (docs/diagnostics.md). */
export const ruleCodes: Readonly<Record<string, Rule>> = {
  ...syntaxRules,
  ...fieldRules,
  ...profileRules,
  ...scenarioRules,
  ...workspaceRules,
  ...hookRules,
  ...ciRules,
};

/** Where a code is explained, relative to the product's folder. */
export function docsOf(code: string): string {
  return `docs/diagnostics.md#${code}`;
}
