import type { ProblemSeverity, TextRange } from '../../../schemas/problem';
import type { ShellCommand } from './shell-commands';

export type CiFileKind = 'github' | 'gitlab' | 'jenkins' | 'script';

/** The files that are looked at, as editors and clients watch them; `ciFileKind` says the same of one path. */
export const ciFileGlobs = [
  '**/.github/workflows/*.{yml,yaml}',
  '**/.gitlab-ci.{yml,yaml}',
  '**/ci/*.gitlab-ci.{yml,yaml}',
  '**/Jenkinsfile*',
  '**/ci/*.{sh,bash}',
] as const;

/** What the file at a path is to continuous integration, by its place and name; undefined when it is nothing of that. */
export function ciFileKind(path: string): CiFileKind | undefined {
  const name = path.replaceAll('\\', '/');
  if (/(^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(name)) return 'github';
  if (/(^|\/)(\.gitlab-ci|ci\/[^/]+\.gitlab-ci)\.ya?ml$/.test(name)) return 'gitlab';
  if (/(^|\/)Jenkinsfile[^/]*$/.test(name)) return 'jenkins';
  if (/(^|\/)ci\/[^/]+\.(?:sh|bash)$/.test(name)) return 'script';
  return undefined;
}

/** An environment variable as it is written for a job or a step. */
export interface CiSetting {
  name: string;
  value: string;
  range: TextRange;
}

/** Shell text of one step, which runs as one script. */
export interface CiStep {
  range: TextRange;
  commands: ShellCommand[];
  /** The shell ends at the first command that fails. */
  stopsAtFailure: boolean;
  /** A pipe fails when any of its commands does. */
  pipesFail: boolean;
  settings: CiSetting[];
  /** What makes a failure of this step count for nothing. */
  tolerated?: TextRange;
  /** An action that the step uses. */
  uses?: { name: string; range: TextRange };
  /** The step keeps files of the job: which, and whether it also does so after a failure. */
  keeps?: { what: string; always: boolean; range: TextRange };
}

/** What runs one after the other on one machine. */
export interface CiJob {
  range: TextRange;
  steps: CiStep[];
  /** Variables of the job and of the whole file. */
  settings: CiSetting[];
  /** Something of the machine itself may answer there: services beside the job, or a machine of one's own. */
  hasNeighbours: boolean;
  /** A part of the job stands in another file, so what is missing here may be there. */
  partial?: boolean;
  /** What the job may do to the repository is not written anywhere. GitHub only. */
  unlimited?: boolean;
  /** A newer run ends this one. */
  cancelled?: TextRange;
  /** What makes a failure of the job count for nothing. */
  tolerated?: TextRange;
}

/** A file of continuous integration, whichever system it is for. */
export interface CiFile {
  kind: CiFileKind;
  text: string;
  jobs: CiJob[];
  /** Triggers by their names. GitHub only. */
  triggers: { name: string; range: TextRange }[];
}

/** Something in such a file that turns a red release green, or makes it unsafe. */
export interface CiTrap {
  code: string;
  severity: ProblemSeverity;
  message: string;
  remedy: string;
  range: TextRange;
}
