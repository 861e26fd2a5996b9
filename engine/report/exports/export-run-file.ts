import type { ExportForm } from '../../../schemas/panel';
import { ok, type Result } from '../../../schemas/result';
import type { SecretValues } from '../../lifecycle/effective-environment';
import { openRun } from '../../workspace/runs';
import type { AgentRef, Workspace } from '../../workspace/workspace';
import { writeFileAtomically } from '../../workspace/write-file';
import type { RedactionList } from './bundle/redaction-list';
import { writeRunBundle } from './bundle/write-run-bundle';
import { writeHtmlReport } from './html/write-html-report';
import { junitXml } from './junit';
import { markdownReport } from './markdown';
import { readExportedRun } from './read-exported-run';
import { readPatterns } from './redaction-patterns';
import { knownSecrets } from './redaction-secrets';

export interface RunExport {
  workspace: Workspace;
  agent: AgentRef;
  runId: string;
  form: ExportForm;
  /** Where it is written; absolute. */
  file: string;
  /** Of what writes it. */
  version: string;
  env: NodeJS.ProcessEnv;
  /** What an editor keeps for the workspace: it is masked in a bundle. */
  secrets?: SecretValues & { names: readonly string[] };
  /** What else is masked in a bundle, and what the setting is called. */
  patterns: { texts: readonly string[]; where: string };
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/**
 * Writes a run of an agent in one form. When it is aborted, which throws, or refused, nothing is left of it.
 * @returns of a bundle, what was masked.
 */
export async function exportRunFile(request: RunExport): Promise<Result<RedactionList | undefined>> {
  const { workspace, agent, form, file, version, signal, onProgress } = request;
  const run = await openRun(agent.runsDir, request.runId);
  if (!run.ok) return run;
  // Before anything is read: a pattern that is wrong is told at once.
  const patterns = form === 'bundle' ? readPatterns(request.patterns.texts, request.patterns.where) : ok([]);
  if (!patterns.ok) return patterns;
  const exported = await readExportedRun(run.value, workspace, agent);
  signal.throwIfAborted();
  switch (form) {
    case 'html':
      await writeHtmlReport(exported, file, { version, signal, onProgress });
      return ok(undefined);
    case 'markdown':
      await writeFileAtomically(file, markdownReport(exported));
      return ok(undefined);
    case 'junit':
      await writeFileAtomically(file, junitXml(exported, { unverifiable: 'skipped' }));
      return ok(undefined);
    case 'bundle': {
      const { env, secrets } = request;
      const known = await knownSecrets({
        workspace,
        env,
        profileFile: run.value.layout.profileFile,
        ...(secrets && { secrets, names: secrets.names }),
      });
      if (!known.ok) return known;
      const options = { secrets: known.value, patterns: patterns.value, version, signal, onProgress };
      return writeRunBundle(run.value, exported, file, options);
    }
    default:
      return form satisfies never;
  }
}
