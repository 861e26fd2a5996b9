import type { HookCode } from '../hook-contract/finding';
import { error, hint, type Rule, warning } from './rule';

/** What is told of hook scripts: where they break the hook contract (behaviour §3). */
export const hookRules = {
  'hook-syntax': error('Node.js does not start a script that is no valid JavaScript or TypeScript.'),
  'hook-phase-unhandled': {
    severities: ['error', 'warning'],
    why: 'The profile runs the script in a phase that it has nothing for.',
  },
  'hook-phase-unknown': warning('A comparison with a phase that does not exist never holds.'),
  'hook-goal-from-argv': warning('The goal comes on standard input; among the arguments there is only the phase.'),
  'hook-stdin-unread': warning('An execute that never reads the goal asks the agent something else.'),
  'hook-stdout-not-json': {
    severities: ['error', 'warning', 'hint'],
    why: 'Standard output of a hook is one JSON object and nothing else.',
  },
  'hook-stdout-twice': { severities: ['error', 'warning'], why: 'Two JSON objects are not one.' },
  'hook-output-missing': { severities: ['error', 'warning'], why: 'Without an answer there is nothing to judge.' },
  'hook-calls-invented': warning('Calls that the agent did not make are no evidence.'),
  'hook-usage-invented': warning('Token counts that nobody measured are no evidence.'),
  'hook-exit-before-flush': {
    severities: ['error', 'hint'],
    why: 'A process that ends at once can lose what it has just printed.',
  },
  'hook-failure-swallowed': warning('A failure that looks like a success is judged as the answer of the agent.'),
  'hook-child-stdin-open': {
    severities: ['warning', 'hint'],
    why: 'A program that reads to the end of its input waits until the time limit.',
  },
  'hook-child-output': warning('What a program prints beside the one JSON object keeps it from being read.'),
  'hook-variable-unknown': warning('A variable that Rook does not set has no value.'),
  'hook-request-without-timeout': hint('A request without a limit waits until the time limit of the hook.'),
} as const satisfies Record<HookCode, Rule>;
