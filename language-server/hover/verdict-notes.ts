import { code, escaped } from '../../engine/report/text/markdown';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { ScenarioReading } from '../../engine/workspace/scenario-file';
import type { DocumentPath } from '../../schemas/criterion';
import { gradeText, type LastVerdict, lastVerdict } from '../workspace/last-verdict';
import type { AgentFile } from '../workspace/script-mentions';

/** The newest verdict of the scenario that a reading is of. */
export function verdictOf(
  { id, document }: ScenarioReading,
  file: AgentFile,
  { files }: RuleContext,
): LastVerdict | undefined {
  return lastVerdict(files, file.agentDir, id, document.text);
}

/** What the newest run says of the scenario. */
export function scenarioNote(verdict: LastVerdict): string {
  return `Last verdict: **${gradeText(verdict)}** in ${code(verdict.runId)}${since(verdict)}`;
}

/** What the newest run says of the criterion at a path. */
export function criterionNote(
  { scenario }: ScenarioReading,
  path: DocumentPath,
  verdict: LastVerdict,
): string | undefined {
  const criterion = scenario?.criteria.find((one) => one.path.join('\n') === path.join('\n'));
  const grade = criterion && verdict.criteria.get(criterion.id);
  if (!criterion || !grade) return undefined;
  const achieved = grade.achieved ? `: ${escaped(grade.achieved)}` : '';
  return `${code(criterion.id)} was **${gradeText(grade)}** in ${code(verdict.runId)}${achieved}${since(verdict)}`;
}

function since({ outdated }: LastVerdict): string {
  return outdated ? ' (of another text: the scenario was changed since)' : '';
}
