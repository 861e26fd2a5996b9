import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CiSystem } from '../../schemas/ci';
import { ok, type Result, refuse } from '../../schemas/result';
import { diskRefusal } from '../workspace/disk-fault';
import { readTextIfPresent } from '../workspace/read-text';
import { writeFileAtomically } from '../workspace/write-file';
import { githubWorkflow, githubWorkflowPath } from './github-workflow';
import { gitlabPipeline, gitlabPipelinePath } from './gitlab-pipeline';
import { jenkinsfile, jenkinsfilePath } from './jenkins-pipeline';
import { gateFiles, type PipelineRequest } from './pipeline';
import { policyText } from './policy-template';
import gateScript from './templates/rook-ci.sh?raw';

/** A file of the release gate. */
export interface GateFile {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  text: string;
  executable: boolean;
}

/** The files of a release gate: pipeline, script, policy. The script is left out where the pipeline does not call it. */
export function filesOfGate(system: CiSystem, request: PipelineRequest): GateFile[] {
  const below = (path: string): string => (request.folder === '' ? path : `${request.folder}/${path}`);
  const script = { path: below(gateFiles.script), text: gateScript, executable: true };
  return [
    pipelineFile(system, request, below),
    ...(request.shards > 1 ? [] : [script]),
    { path: below(gateFiles.policy), text: policyText, executable: false },
  ];
}

function pipelineFile(system: CiSystem, request: PipelineRequest, below: (path: string) => string): GateFile {
  switch (system) {
    case 'github':
      return { path: githubWorkflowPath, text: githubWorkflow(request), executable: false };
    case 'gitlab':
      return { path: below(gitlabPipelinePath), text: gitlabPipeline(request), executable: false };
    case 'jenkins':
      return { path: below(jenkinsfilePath), text: jenkinsfile(request), executable: false };
    default:
      return system satisfies never;
  }
}

/**
 * Writes the files that are not there yet. When one is there with another text, nothing at all is written.
 * @param force writes over what is there.
 * @returns the paths of those that were written; what was there already word for word is not among them.
 */
export async function writeGateFiles(
  repository: string,
  files: readonly GateFile[],
  { force = false }: { force?: boolean },
): Promise<Result<string[]>> {
  try {
    const missing: GateFile[] = [];
    const differing: string[] = [];
    for (const file of files) {
      const present = await readTextIfPresent(join(repository, file.path));
      if (present === file.text) continue;
      missing.push(file);
      if (present !== undefined) differing.push(file.path);
    }
    if (differing.length > 0 && !force)
      return refuse(
        `${differing.join(', ')} ${differing.length === 1 ? 'is' : 'are'} there already, with another text`,
        'Write over with --force, or rename what is there. Nothing was written.',
      );
    for (const { path, text, executable } of missing) {
      const target = join(repository, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFileAtomically(target, text);
      if (executable) await chmod(target, 0o755);
    }
    return ok(missing.map(({ path }) => path));
  } catch (error) {
    const refusal = diskRefusal(error, 'run rook ci init again');
    if (refusal) return refusal;
    throw error;
  }
}
