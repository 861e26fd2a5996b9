import type { Diagnosis } from '../../engine/author/diagnosis';
import type { Trial, TrialPhase } from '../../engine/author/trial';
import type { Profile } from '../../schemas/profile';
import { capabilityRows } from '../capability-rows';
import { columns } from '../terminal/columns';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine, visibleLines } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';

/** Lines of an error that are shown: its first one says what failed, the last ones of standard error say why. */
const mostErrorLines = 14;

export interface TrialPage {
  profileId: string;
  trial: Trial;
  declared: Profile['capabilities'];
  /** Whether the capabilities were just written into the profile. */
  written: boolean;
  diagnosis?: Diagnosis;
}

/** A trial as a person reads it: the answer, or why there is none and what to do; then what was observed, and the times. */
export function trialPage({ profileId, trial, declared, written, diagnosis }: TrialPage, paper: Paper): string {
  const { paint } = paper;
  const id = visibleInOneLine(profileId);
  const head = trial.cancelled
    ? paint('yellow', `Stopped: profile ${id} was not tried to its end.`)
    : trial.ok
      ? paint('green', `Profile ${id} answers.`)
      : paint(['red', 'bold'], `Profile ${id} does not answer.`);
  return [
    `${head}\n`,
    trial.output === undefined ? '' : `\n${indented(trial.output, paper)}`,
    facts(trial),
    diagnosis ? finding(diagnosis, paper) : '',
    trial.error === undefined || trial.cancelled ? '' : `\nError\n${errorText(trial.error, paper)}`,
    `\nCapabilities\n${columns(capabilityRows(declared, trial.ok ? trial.observed : null))}`,
    written ? '  They were written into the profile.\n' : trial.ok ? hint(declared, trial) : '',
    `\nPhases\n${columns(trial.phases.map(phaseRow))}`,
  ].join('');
}

function indented(text: string, paper: Paper): string {
  const lines = visibleLines(text.trim()).flatMap((line) => (line === '' ? [''] : wrap(line, paper.width - 2)));
  return lines
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
}

function facts({ conversation, usage, calls }: Trial): string {
  const rows: string[][] = [];
  if (conversation !== undefined) rows.push(['Conversation', visibleInOneLine(conversation)]);
  if (usage)
    rows.push([
      'Tokens',
      `${usage.input_tokens} in, ${usage.output_tokens} out${usage.partial ? ' (not of every turn)' : ''}`,
    ]);
  if (calls) rows.push(['Calls', calls.map(({ name }) => visibleInOneLine(name)).join(', ') || 'none']);
  return rows.length === 0 ? '' : `\n${columns(rows, { indent: '' })}`;
}

function finding({ summary, next }: Diagnosis, paper: Paper): string {
  const field = (label: string, text: string): string => {
    const [first = '', ...more] = wrap(visibleInOneLine(text), paper.width - 6);
    return [`${paper.paint('bold', label)}  ${first}`, ...more.map((line) => `      ${line}`)].join('\n');
  };
  return `\n${field('Why ', summary)}\n${field('Next', next)}\n`;
}

function errorText(error: string, paper: Paper): string {
  const lines = visibleLines(error.trim()).flatMap((line) => (line === '' ? [''] : wrap(line, paper.width - 2)));
  const [first = '', ...rest] = lines;
  const room = mostErrorLines - 1;
  const cut = rest.length > room ? [`… ${rest.length - room} lines …`, ...rest.slice(-room)] : rest;
  return [first, ...cut]
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
}

function hint(declared: Profile['capabilities'], { observed }: Trial): string {
  const differs = (['multi_turn', 'calls', 'usage'] as const).some((name) => declared[name] !== observed[name]);
  return differs ? '  --write puts what was observed into the profile.\n' : '';
}

function phaseRow({ phase, turn, ok, durationMs, exitCode }: TrialPhase): string[] {
  const how = ok ? 'ok' : exitCode === null ? 'failed' : `failed, exit code ${exitCode}`;
  const time = durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  return [turn === undefined ? phase : `${phase} ${turn}`, time, how];
}
