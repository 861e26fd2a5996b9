import type { CiFile, CiJob, CiSetting, CiStep, CiTrap } from './ci-file';
import { isPinned } from './command-traps';
import { settingsOfShell } from './read-shell-ci';
import { rookCall } from './rook-calls';
import { decides, mustStop } from './verdict-traps';

/** What the frame around the commands does: triggers, permissions, variables, what is kept. */
export function workflowTraps(file: CiFile): CiTrap[] {
  return [...foreignCode(file), ...file.jobs.flatMap((job) => jobTraps(job, file))];
}

function foreignCode({ triggers }: CiFile): CiTrap[] {
  return triggers.flatMap(({ name, range }): CiTrap[] =>
    name === 'pull_request_target'
      ? [
          {
            code: 'ci-pull-request-target',
            severity: 'error',
            message: 'pull_request_target gives the secrets of the repository to what a stranger proposes',
            remedy: 'Start the release gate by hand on the default branch: workflow_dispatch.',
            range,
          },
        ]
      : [],
  );
}

function jobTraps(job: CiJob, file: CiFile): CiTrap[] {
  const first = job.steps.findIndex(usesRook);
  if (first === -1) return job.steps.flatMap(({ settings }) => settings.flatMap(scenarioIds));
  const stopping = job.steps.filter((step) => step.commands.some(mustStop) || usesAction(step));
  const set = [
    ...job.settings,
    ...job.steps.flatMap(({ settings, commands }) => [...settings, ...settingsOfShell(commands)]),
  ].filter((one, index, all) => all.findIndex(({ range }) => range.start === one.range.start) === index);
  const tolerated = job.tolerated ?? stopping.find((step) => step.tolerated)?.tolerated;
  return [
    ...(tolerated ? [toleratedFailure(tolerated)] : []),
    ...(job.cancelled ? [cancelledRun(job.cancelled)] : []),
    ...(job.unlimited ? [noPermissions(job)] : []),
    ...sharedHome(job, set, file),
    ...job.steps.slice(first).flatMap(lostEvidence),
    ...job.steps.flatMap(unpinnedAction),
    ...set.flatMap((setting) => [...literalSecret(setting), ...scenarioIds(setting)]),
    ...(job.hasNeighbours || startsServer(job) ? [] : set.flatMap(ownMachine)),
  ];
}

/** True when a step calls rook, the gate script, or the action that does. */
export function usesRook(step: CiStep): boolean {
  return usesAction(step) || step.commands.some((command) => rookCall(command) !== undefined || decidesByRook(command));
}

/** `jq -e` alone is no sign of rook. */
function decidesByRook(command: Parameters<typeof decides>[0]): boolean {
  return decides(command) && !/^(?:.*\/)?jq$/.test(command.words[0]?.text ?? '');
}

function usesAction({ uses }: CiStep): boolean {
  return uses !== undefined && /(?:^|\/)rook(?:-vscode)?@/.test(uses.name);
}

function toleratedFailure(range: CiTrap['range']): CiTrap {
  return {
    code: 'ci-tolerated-failure',
    severity: 'error',
    message: 'the gate may fail here, and the job is green all the same',
    remedy: 'Remove it: a later step with if: always() still runs when the gate fails.',
    range,
  };
}

function cancelledRun(range: CiTrap['range']): CiTrap {
  return {
    code: 'ci-cancel-in-progress',
    severity: 'warning',
    message: 'a newer job ends this one in the middle of a run, and what the agent has written stays half done',
    remedy: 'Let it wait instead: cancel-in-progress: false.',
    range,
  };
}

function noPermissions({ range }: CiJob): CiTrap {
  return {
    code: 'ci-permissions',
    severity: 'warning',
    message: 'the workflow does not say what its token may do, so the job may have more rights than it needs',
    remedy: 'Write permissions: with contents: read.',
    range,
  };
}

/** Grants that lie in a home from an earlier job would count in this one, without any flag. */
function sharedHome(job: CiJob, set: CiSetting[], { kind }: CiFile): CiTrap[] {
  const runs = job.steps.flatMap(({ commands }) => commands).find(mustStop);
  if (kind === 'script' || job.partial || !runs || set.some(({ name }) => name === 'ROOK_HOME')) return [];
  return [
    {
      code: 'ci-rook-home',
      severity: 'warning',
      message: 'ROOK_HOME is not set, so permissions and values that an earlier job left behind count here, too',
      remedy: 'Set ROOK_HOME to a folder of this job alone, such as ${{ runner.temp }}/rook-home.',
      range: { start: runs.start, end: runs.end },
    },
  ];
}

function lostEvidence({ keeps }: CiStep): CiTrap[] {
  if (!keeps || keeps.always || !/rook|testmuai|junit|sarif/i.test(keeps.what)) return [];
  return [
    {
      code: 'ci-upload-always',
      severity: 'warning',
      message: 'the evidence is kept only when everything before it passed: a red job has none',
      remedy: 'Keep it always: if: always() in GitHub, when: always in GitLab, post { always { … } } in Jenkins.',
      range: keeps.range,
    },
  ];
}

function unpinnedAction({ uses }: CiStep): CiTrap[] {
  const version = /(?:^|\/)rook(?:-vscode)?@(.+)$/.exec(uses?.name ?? '')?.[1];
  if (!uses || version === undefined || isPinned(version) || /^[0-9a-f]{40}$/.test(version)) return [];
  return [
    {
      code: 'ci-unpinned-install',
      severity: 'warning',
      message: `${version} is no exact version, so the job can run another rook than the one that was rehearsed`,
      remedy: 'Name an exact version, or the full hash of a commit.',
      range: uses.range,
    },
  ];
}

const secretName = /(?:^|_)(?:ACCESS_KEY|API_KEY|APIKEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD|PRIVATE_KEY)$/;

function literalSecret({ name, value, range }: CiSetting): CiTrap[] {
  const text = value.trim();
  // A reference, a call, an empty value, or a word that says that nothing is behind it.
  if (!secretName.test(name) || text === '' || /[$`]|^credentials\(|^(?:unused|none|null|dummy)$/i.test(text))
    return [];
  return [
    {
      code: 'ci-literal-secret',
      severity: 'warning',
      message: `the value of ${name} stands here for everybody who can read the repository`,
      remedy: 'Keep it in the secret store of the pipeline, and change it where it is valid.',
      range,
    },
  ];
}

/** The gate takes exact ids, joined by commas. */
function scenarioIds({ name, value, range }: CiSetting): CiTrap[] {
  if (name !== 'ROOK_SCENARIO_IDS' || value.includes('$') || value.trim() === '') return [];
  const ids = value.split(',');
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  const wrong = /\s/.test(value)
    ? 'a blank'
    : ids.includes('')
      ? 'an empty entry'
      : twice !== undefined
        ? `${twice} twice`
        : undefined;
  if (wrong === undefined) return [];
  return [
    {
      code: 'ci-scenario-ids',
      severity: 'warning',
      message: `ROOK_SCENARIO_IDS has ${wrong}, and the gate stops at it`,
      remedy: 'Write each id once, with commas and nothing else between them: SC-001,SC-004.',
      range,
    },
  ];
}

/** The machine of a hosted job is not the one on which the agent was started by hand. */
function ownMachine({ name, value, range }: CiSetting): CiTrap[] {
  if (!/^\w+:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?=[:/]|$)/i.test(value)) return [];
  return [
    {
      code: 'ci-localhost-target',
      severity: 'warning',
      message: `${name} is an address on the machine of the job, where nothing that you have started runs`,
      remedy: 'Name a target that the job can reach, such as staging, or start it in the job.',
      range,
    },
  ];
}

/** A command that is left running in the background, or containers. */
function startsServer({ steps }: CiJob): boolean {
  return steps.some(({ commands }) =>
    commands.some(({ next, words }) => next === '&' || /^docker(?:-compose)?$/.test(words[0]?.text ?? '')),
  );
}
