import { join } from 'node:path';
import { shownPath } from '../terminal/shown-path';

/** What to do after a first profile, where there is nothing to run yet: the smallest scenario that says something. */
export function firstScenario(scenariosDir: string): string {
  return `
Next: write a scenario, ${shownPath(join(scenariosDir, 'SC-001.yaml'))}, then rook run:

  local_id: SC-001
  title: It takes up what was said
  goal: Good morning, is anybody there?
  acceptance_criteria:
    - statement: The answer greets back.
      check: contains
      value: morning
      ignore_case: true

In VS Code, Rook: New Scenario… asks for the same.
`;
}
