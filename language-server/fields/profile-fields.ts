import { closeFloorSeconds, defaultTimeoutSeconds, type HookPhase, hookPhases } from '../../schemas/phase';
import { type Field, type Fields, flagChoices } from './field';

const docs = (section: string): string => `files-and-hooks.md#${section}`;

/** What a phase is, as the table of phases says it. */
export interface PhaseText {
  when: string;
  input: string;
  returns: string;
  failing: string;
}

export const phaseTexts: Readonly<Record<HookPhase, PhaseText>> = {
  prepare: {
    when: 'once a run, before everything',
    input: 'nothing',
    returns: 'anything, for the record',
    failing: 'the run goes on, and nothing passes',
  },
  open: {
    when: 'before the turns of each attempt',
    input: 'nothing',
    returns: '`conversation`',
    failing: 'the turns run, and nothing passes',
  },
  execute: {
    when: 'once a turn; a profile must have it',
    input: 'the message',
    returns: '`output`, which it must; `conversation`, `calls`, `usage`, anything',
    failing: 'no further turn, `agent_never_ran`; three in a row halt the run',
  },
  close: {
    when: 'after the turns, whenever `open` ran',
    input: 'nothing',
    returns: 'anything, for the record',
    failing: 'it is on record, and no verdict changes',
  },
  collect: {
    when: 'after `close`, also when `execute` failed',
    input: 'nothing',
    returns: '`calls`, `usage`, anything',
    failing: 'nothing passes, and what is missing is no failure',
  },
};

/** The row of a phase as a list. */
export function phaseRow(phase: HookPhase): string {
  const { when, input, returns, failing } = phaseTexts[phase];
  const floor = phase === 'close' ? `, never below ${closeFloorSeconds} s` : '';
  return [
    `- runs ${when}`,
    `- standard input: ${input}`,
    `- may return ${returns}`,
    `- time limit: ${defaultTimeoutSeconds[phase]} s unless set${floor}`,
    `- when it fails: ${failing}`,
  ].join('\n');
}

function hookField(phase: HookPhase): Field {
  const limit = `${defaultTimeoutSeconds[phase]} (of ${phase})`;
  return {
    meaning: `The hook of \`${phase}\`.\n\n${phaseRow(phase)}`,
    type: 'path of a script, or a mapping, or null for none',
    ...(phase === 'execute' && { needed: true }),
    suggests: 'script',
    docs: docs('phases'),
    fields: {
      script: {
        meaning: "Path of the script: absolute, else in the agent's folder, else in the workspace's root.",
        type: 'path',
        needed: true,
        suggests: 'script',
        docs: docs('hooks'),
      },
      timeout_seconds: {
        meaning: `Time limit of one invocation.${phase === 'close' ? ` Never below ${closeFloorSeconds} s.` : ''}`,
        type: 'seconds, 0 or more',
        default: limit,
        docs: docs('hooks'),
      },
      delay_seconds: {
        meaning: 'Least time since the end of the phase before. Only the rest of it is waited for.',
        type: 'seconds, 0 or more',
        default: 'none',
        docs: docs('hooks'),
      },
    },
  };
}

/** `profiles/<id>.yaml`. */
const fields: Fields = {
  id: {
    meaning: 'Names the profile; the same as the file. Runs pin it.',
    type: 'lower-case letters, digits, dashes',
    needed: true,
    suggests: 'own-id',
    docs: docs('the-profile'),
  },
  name: { meaning: 'Shown to people; free to change.', type: 'text', default: 'the id', docs: docs('the-profile') },
  hooks: {
    meaning: 'Which script implements each phase of the lifecycle.',
    type: 'mapping',
    needed: true,
    docs: docs('hooks'),
    fields: Object.fromEntries(hookPhases.map((phase) => [phase, hookField(phase)])),
  },
  env: {
    meaning: 'Environment variables that must have a value before a run. There is no place for the value itself.',
    type: 'list',
    default: 'none',
    docs: docs('env'),
    items: {
      meaning: 'An environment variable that the hooks read.',
      type: 'mapping',
      docs: docs('env'),
      fields: {
        variable: {
          meaning: 'Name of the variable.',
          type: 'letters, digits, `_`; no digit first',
          needed: true,
          suggests: 'variable',
          docs: docs('env'),
        },
        purpose: {
          meaning: 'What the value is for; shown when it is missing.',
          type: 'text',
          default: 'none',
          docs: docs('env'),
        },
      },
    },
  },
  capabilities: {
    meaning: 'What the hooks promise to return. Rook says before a run what cannot be tested without.',
    type: 'mapping',
    default: 'all false',
    docs: docs('capabilities'),
    fields: {
      multi_turn: capability(
        'A hook returns `conversation`, and takes it up again.',
        'scenarios with several turns do not run',
      ),
      calls: capability('A hook returns `calls`.', 'checks of calls stay unverified'),
      usage: capability(
        'A hook returns `usage`.',
        'scenarios of category `token_economy` do not run; `max_tokens` stays unverified',
      ),
      attachments: capability(
        'Hooks read `ROOK_ATTACHMENTS`.',
        'scenarios with another input kind than `text` or `url` do not run',
      ),
    },
  },
  hook_env: {
    meaning: 'Further variables of every hook. `${NAME}` is replaced from the environment when a hook runs.',
    type: 'mapping of texts, numbers, true or false',
    default: 'none',
    docs: docs('values-and-secrets'),
    any: {
      meaning: 'A variable that every hook gets. `${NAME}` in it is replaced from the environment.',
      type: 'text, number, true or false',
      suggests: 'reference',
      docs: docs('values-and-secrets'),
    },
  },
  concurrency: {
    meaning: 'Scenarios in flight at once; `--concurrency` and the setting `rook.concurrency` win.',
    type: 'whole number, 1 to 8',
    default: '1',
    docs: docs('the-profile'),
  },
};

function capability(meaning: string, without: string): Field {
  return {
    meaning: `${meaning} Without it ${without}.`,
    type: 'true or false',
    default: 'false',
    choices: flagChoices(meaning),
    docs: docs('capabilities'),
  };
}

export const profileRoot: Field = {
  meaning: 'A profile: how an agent is reached.',
  type: 'mapping',
  docs: docs('the-profile'),
  fields,
};
