import { detectCiSystem } from '../../engine/ci/ci-systems';
import { filesOfGate, writeGateFiles } from '../../engine/ci/gate-files';
import { folderProblem, type GateSuite, readGateSuite } from '../../engine/ci/gate-suite';
import { repositoryPath, repositoryRoot } from '../../engine/report/exports/repository';
import { type CiInitResult, CiSystem, ciSystems } from '../../schemas/ci';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { CiInitFlags } from '../commands/ci';
import { locateAgent } from '../locate';
import { version } from '../version';

/** `rook ci init [system]`: writes pipeline, script and policy, and says what is left to do by hand. */
export async function initCi(
  named: string | undefined,
  flags: CiInitFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const repository = await repositoryRoot(workspace.root);
  const system = named === undefined ? await detectCiSystem(repository) : namedSystem(named);
  if (!system.ok) return system;
  const { profile, only, shards = 1, force = false } = flags;
  const suite = await readGateSuite(
    workspace,
    agent,
    { ...(profile !== undefined && { profile }), ...(only && { only }) },
    process.env,
  );
  if (!suite.ok) return suite;
  const parts = suite.value.scenarioIds.length;
  if (shards > parts)
    return refuse(
      `${shards} shards are more than the suite has scenarios (${parts}), and an empty part runs nothing`,
      `Choose at most ${parts}. Nothing was written.`,
    );
  const folder = repositoryPath(repository, workspace.root);
  const plain = folderProblem(folder);
  if (!plain.ok) return plain;
  const files = filesOfGate(system.value, { suite: suite.value, version, folder, shards });
  const written = await writeGateFiles(repository, files, { force });
  if (!written.ok) return written;
  const document: CiInitResult = { ok: true, written: written.value };
  return ok({ document, text: () => told(system.value, suite.value, written.value, folder) });
}

function namedSystem(name: string): Result<CiSystem> {
  const system = CiSystem.safeParse(name);
  return system.success
    ? ok(system.data)
    : refuse(`${name} is no system that pipelines are written for`, `They are ${ciSystems.join(', ')}.`);
}

function told(system: CiSystem, suite: GateSuite, written: string[], folder: string): string {
  const { profileId, scenarioIds, variables, optionalVariables, allowRules } = suite;
  const files =
    written.length > 0 ? written.map((path) => `  ${path}\n`).join('') : '  nothing: all files are there already\n';
  const names = variables.map(({ variable }) => variable).join(', ');
  const optional = optionalVariables.map(({ variable, purpose }) => `${variable} (${purpose})`).join(', ');
  const steps = [
    `Read what was written, and commit it. The suite is ${scenarioIds.length} ${scenarioIds.length === 1 ? 'scenario' : 'scenarios'} with profile ${profileId}.`,
    ...secretSteps(system, names),
    ...(optional === ''
      ? []
      : [`Not in the pipeline, since it may be left out: ${optional}. Add it when it is elsewhere there.`]),
    allowRules.length > 0
      ? `The probes of the suite need ${allowRules.join(', ')}: the rules are in the pipeline. Review them.`
      : 'When a rehearsal (rook run) asks for rules, write each into ROOK_ALLOW_RULES, one in a line.',
    'See that the gate stops what it must stop: rook gate self-test.',
    ...startSteps(system, folder),
  ];
  return `Written:\n${files}\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

function secretSteps(system: CiSystem, names: string): string[] {
  switch (system) {
    case 'github':
      return [
        'Make the environment rook-gate (Settings, Environments): required reviewers, and the default branch alone.',
        ...(names === '' ? [] : [`Give it these secrets: ${names}.`]),
      ];
    case 'gitlab':
      return [
        'Protect the environment rook-gate (Settings, CI/CD, Protected environments).',
        ...(names === '' ? [] : [`Make these CI/CD variables, masked and protected: ${names}.`]),
      ];
    case 'jenkins':
      return names === '' ? [] : [`Make these credentials, as secret texts with these ids: ${names}.`];
    default:
      return system satisfies never;
  }
}

function startSteps(system: CiSystem, folder: string): string[] {
  const below = (path: string): string => (folder === '' ? path : `${folder}/${path}`);
  switch (system) {
    case 'github':
      return ['Start it: Actions, Rook release gate, Run workflow.'];
    case 'gitlab':
      return [
        `Include it in .gitlab-ci.yml: include: [{ local: ${below('ci/rook.gitlab-ci.yml')} }].`,
        'Start it by hand in a pipeline of the default branch.',
      ];
    case 'jenkins':
      return [`Make a pipeline job with the script path ${below('ci/Jenkinsfile.rook')}, and start it.`];
    default:
      return system satisfies never;
  }
}
