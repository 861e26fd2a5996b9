import { asRecord, firstText } from '../../engine/workspace/plain-value';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { FileView } from '../../engine/workspace/rules/file-view';
import type { ScenarioReading } from '../../engine/workspace/scenario-file';
import type { DocumentPath } from '../../schemas/criterion';
import { gradeText, type LastVerdict, lastVerdict } from '../workspace/last-verdict';
import { type Lens, lineOf, top } from './lens';

/** Run and debug a scenario, and what its newest verdict says: of the whole, and of each criterion. */
export function scenarioLenses(
  uri: string,
  { agentDir }: Extract<RookFile, { agentDir: string }>,
  { document, id }: ScenarioReading,
  files: FileView,
): Lens[] {
  const raw = asRecord(document.value);
  const last = lastVerdict(files, agentDir, id, document.text);
  const lens = (title: string, command: string, path?: DocumentPath): Lens => ({
    range: path ? lineOf(document, path) : top,
    command: { title, command, arguments: [uri] },
  });
  const list = raw && criteriaPath(raw);
  return [
    lens('Run', 'rook.runScenario'),
    lens('Debug', 'rook.debugScenario'),
    ...(last ? [lens(`Open Verdict: ${shown(last, last)}`, 'rook.openVerdict')] : []),
    ...(last ? [lens('Open Evidence', 'rook.openRunFolder')] : []),
    ...(list ? [lens('New Criterion…', 'rook.newCriterion', list)] : []),
    ...(last && raw ? criteriaLenses(raw, last) : []),
  ];

  /** What the agent said or did is not shown: titles are words of ours alone. */
  function criteriaLenses(scenario: Record<string, unknown>, verdict: LastVerdict): Lens[] {
    let count = 0;
    return [['acceptance_criteria'], ['expectation', 'acceptance_criteria']].flatMap((path) => {
      const owner = path.length > 1 ? asRecord(scenario.expectation) : scenario;
      const entries = owner?.acceptance_criteria;
      return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index) => {
        count++;
        const criterion = verdict.criteria.get(firstText(asRecord(entry)?.id) ?? `C${count}`);
        return criterion ? [lens(shown(criterion, verdict), 'rook.openVerdict', [...path, index])] : [];
      });
    });
  }
}

function shown(graded: Parameters<typeof gradeText>[0], { outdated }: LastVerdict): string {
  return outdated ? `${gradeText(graded)}, before the last change` : gradeText(graded);
}

/** The list of criteria; where there is none yet, the goal, below which it will stand. */
function criteriaPath(raw: Record<string, unknown>): DocumentPath | undefined {
  if ('acceptance_criteria' in raw) return ['acceptance_criteria'];
  const expectation = asRecord(raw.expectation);
  if (expectation && 'acceptance_criteria' in expectation) return ['expectation', 'acceptance_criteria'];
  return 'goal' in raw ? ['goal'] : undefined;
}
