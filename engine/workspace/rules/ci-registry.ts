import { error, type Rule, warning } from './rule';

/** What is told of files of continuous integration that use rook (seed 004): an error where a red release could turn green. */
export const ciRules = {
  'ci-pull-request-target': error('What a stranger proposes would run with the secrets of the repository.'),
  'ci-exit-code-only': error('rook run exits 0 when it completed, whatever the verdicts are.'),
  'ci-report-without-id': error('The newest report can be one of an older run, which passed.'),
  'ci-tolerated-failure': error('The job is green whether the gate passes or fails.'),
  'ci-swallowed-exit': error('A command that cannot fail cannot stop a release.'),
  'ci-set-e': error('A script that goes on after a failure ends with the exit code of something else.'),
  'ci-pipefail': error('In a pipe the last command decides, and tee never fails.'),
  'ci-jq-number': error('jq -e takes every number for true, 0 as well.'),
  'ci-jq-exit-status': error('Without -e, jq exits 0 whatever a comparison comes to.'),
  'ci-json-stderr': warning('Standard error holds prose, which no reader of JSON understands.'),
  'ci-blanket-yes': warning('A blanket approval also approves what nobody has reviewed.'),
  'ci-unpinned-install': warning('Another version than the rehearsed one may judge otherwise.'),
  'ci-rook-home': warning('Permissions and values of other jobs on the same machine would count.'),
  'ci-upload-always': warning('The evidence of a red job is what one needs most.'),
  'ci-generates-in-gate': warning('A gate must test what was reviewed, not what it has just made.'),
  'ci-literal-secret': warning('Everybody who can read the repository can read it.'),
  'ci-cancel-in-progress': warning('A run that is ended in the middle leaves the agent, and its data, half done.'),
  'ci-permissions': warning('Without permissions a job may have more rights than it needs.'),
  'ci-scenario-ids': warning('The gate script refuses a list of ids that is not written as it wants.'),
  'ci-localhost-target': warning('On the machine of a job nothing runs that the job has not started.'),
} as const satisfies Record<string, Rule>;
