import { join } from 'node:path';
import type { LocatedProblem, Problem } from '../../../schemas/problem';
import { rookFolder } from '../layout';
import { atOtherPlaces } from '../misspelt-keys';
import { asRecord, firstText } from '../plain-value';
import type { RookFile } from '../rook-file';
import { featureIds } from './agent-snapshot';
import { featureIdProblems, twinProblems } from './id-rules';
import { serverProblems } from './mcp-servers';
import {
  activeAgentProblems,
  activeProfileProblems,
  activeProjectProblems,
  agentsOf,
  ownerIdProblems,
  projectsOf,
} from './pointer-rules';
import type { PlainReading } from './rook-reading';
import type { RuleContext } from './rule-context';
import type { RuleRun } from './rule-run';
import { settingsProblems } from './settings-rules';
import { toolHookProblems } from './tool-hook-rules';

/** The rules about every document that is neither a profile nor a scenario. */
export function checkPlain(
  file: RookFile,
  reading: PlainReading,
  context: RuleContext,
  run: RuleRun,
): LocatedProblem[] {
  const { document, problems } = reading;
  const isPointer = file.kind === 'active-profile' || file.kind === 'active-agent';
  if (document.syntaxProblems.length > 0 && !isPointer) return problems;
  const more =
    run.one(`meaning of ${file.kind}`, () => plainProblems(file, document.value, document.text, context)) ?? [];
  return [
    ...problems,
    ...atOtherPlaces(problems, more).map(document.locate),
    ...(file.kind === 'settings'
      ? run.all({ 'values of settings': () => settingsProblems(reading, context.env) })
      : []),
  ];
}

function plainProblems(file: RookFile, value: unknown, text: string, context: RuleContext): Problem[] {
  const { files } = context;
  switch (file.kind) {
    case 'feature': {
      const record = asRecord(value);
      const id = firstText(record?.local_id, record?.id);
      const twins = twinProblems(file.path, 'feature', files);
      if (id === undefined) return twins;
      return [...twins, ...featureIdProblems(id, file.path, featureIds(files, file.agentDir))];
    }
    case 'agent':
      return ownerIdProblems(file.path, 'agent', agentsOf(files, join(file.agentDir, '..', '..')));
    case 'project':
      return ownerIdProblems(file.path, 'project', projectsOf(files, file.workspaceRoot));
    case 'active-profile':
      return activeProfileProblems(text.trim(), file.agentDir, files);
    case 'active-agent':
      return activeAgentProblems(text.trim(), file.projectDir, files);
    case 'settings':
      return activeProjectProblems(asRecord(value)?.active_project_id, file.workspaceRoot, files);
    case 'mcp':
      return serverProblems(value, true);
    case 'discovered-mcp':
      return isRookWorkspace(file.workspaceRoot, context) ? serverProblems(value, false) : [];
    case 'tool-hooks':
      return isRookWorkspace(file.workspaceRoot, context) ? toolHookProblems(value, context) : [];
    case 'profile':
    case 'scenario':
    case 'script':
    case 'ci':
      return [];
    default:
      return file satisfies never;
  }
}

/** Files at the root of a folder are other tools' when no Rook workspace is there. */
function isRookWorkspace(root: string, { files }: RuleContext): boolean {
  return files.names(join(root, rookFolder)).length > 0;
}
