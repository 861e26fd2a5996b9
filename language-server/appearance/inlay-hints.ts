import { relative } from 'node:path';
import type { InlayHint, Range } from 'vscode-languageserver/node';
import { asRecord, firstText } from '../../engine/workspace/plain-value';
import type { ProfileReading } from '../../engine/workspace/profile-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { ScenarioReading } from '../../engine/workspace/scenario-file';
import { resolveScript } from '../../engine/workspace/script-path';
import type { DocumentPath } from '../../schemas/criterion';
import { hookPhases } from '../../schemas/phase';
import type { RookDocument } from '../documents/rook-document';
import { effectiveTimeout } from '../hover/profile-notes';
import { gradeText, lastVerdict } from '../workspace/last-verdict';
import type { AgentFile } from '../workspace/script-mentions';

/** What a file leaves unsaid: the limit that a hook gets, where its script is, the last verdicts. @param within only there. */
export function inlayHints(document: RookDocument, { files }: RuleContext, within: Range): InlayHint[] {
  const { file, text } = document;
  if (!('agentDir' in file)) return [];
  const notes =
    document.kind === 'profile'
      ? hookNotes(document.reading, file, files.isFile.bind(files))
      : document.kind === 'scenario'
        ? verdictNotes(document.reading, file, { files })
        : [];
  const yaml = 'reading' in document ? document.reading.document : undefined;
  return notes.flatMap(({ path, label, tooltip }) => {
    const { end } = yaml?.rangeOf(path) ?? { end: 0 };
    const position = text.positionAt(end);
    if (position.line < within.start.line || position.line > within.end.line) return [];
    return [{ position, label, paddingLeft: true, ...(tooltip && { tooltip }) }];
  });
}

interface Note {
  /** It stands after the value there. */
  path: DocumentPath;
  label: string;
  tooltip?: string;
}

function hookNotes(
  { profile, document }: ProfileReading,
  { agentDir, workspaceRoot }: AgentFile,
  exists: (path: string) => boolean,
): Note[] {
  if (!profile) return [];
  return hookPhases.flatMap((phase): Note[] => {
    const hook = profile.hooks[phase];
    if (!hook) return [];
    const written = asRecord(asRecord(asRecord(document.value)?.hooks)?.[phase]);
    const { resolved } = resolveScript(hook.script, agentDir, workspaceRoot, exists);
    const fromAgent = resolved !== undefined && !relative(agentDir, resolved).startsWith('..');
    const limit = effectiveTimeout(profile, phase);
    const parts = [
      ...(resolved !== undefined && !fromAgent ? ['from the workspace root'] : []),
      ...(hook.timeoutSeconds === limit ? [] : [`up to ${limit} s`]),
    ];
    if (parts.length === 0) return [];
    const tooltip = resolved === undefined ? {} : { tooltip: resolved };
    return [{ path: written ? ['hooks', phase, 'script'] : ['hooks', phase], label: parts.join(', '), ...tooltip }];
  });
}

function verdictNotes(
  { id, document, scenario }: ScenarioReading,
  { agentDir }: AgentFile,
  { files }: Pick<RuleContext, 'files'>,
): Note[] {
  const verdict = lastVerdict(files, agentDir, id, document.text);
  const raw = asRecord(document.value);
  if (!verdict || !raw) return [];
  const since = verdict.outdated ? ' (before a change)' : '';
  const key = ['local_id', 'id', 'title'].find((name) => firstText(raw[name]) !== undefined);
  const tooltip = `Run ${verdict.runId}`;
  return [
    ...(key ? [{ path: [key], label: `${gradeText(verdict)}${since}`, tooltip }] : []),
    ...(scenario?.criteria ?? []).flatMap((criterion): Note[] => {
      const grade = verdict.criteria.get(criterion.id);
      if (!grade) return [];
      const place = firstOf(criterion.path, document.value);
      return [{ path: place, label: `${gradeText(grade)}${since}`, tooltip: `${criterion.id}: ${grade.achieved}` }];
    }),
  ];
}

/** A criterion's id, else its first value of one line. */
function firstOf(path: DocumentPath, value: unknown): DocumentPath {
  let entry: unknown = value;
  for (const step of path) entry = Array.isArray(entry) ? entry[Number(step)] : asRecord(entry)?.[step];
  const written = asRecord(entry);
  const key = ['id', 'check', 'statement'].find((name) => firstText(written?.[name]) !== undefined);
  return key === undefined ? path : [...path, key];
}
