import type { CoverageGaps, RedteamCoverage } from '../../schemas/report';
import { padTo } from '../terminal/display-width';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';

const labelWidth = 9;

/** What a run left out, in words: criteria without a decision, features and categories without a scenario. */
export function coverageLines(gaps: CoverageGaps, redteam: RedteamCoverage | undefined, paper: Paper): string {
  const { criteria_verified: decided, criteria_total: all } = gaps;
  const said: string[] = [all === 0 ? 'No criterion was graded.' : `${decided} of ${all} criteria were decided.`];
  if (gaps.features.length > 0) said.push(`No scenario was executed for feature ${gaps.features.join(', ')}.`);
  if (gaps.categories.length > 0) said.push(`None for category ${gaps.categories.join(', ')}.`);
  for (const { category, scenarios, verified, compromised } of redteam?.categories ?? []) {
    said.push(
      `${category}: ${verified} of ${scenarios} decided${compromised > 0 ? `, ${compromised} compromised` : ''}.`,
    );
  }
  const owasp = redteam?.owasp?.filter(({ scenarios }) => scenarios > 0) ?? [];
  if (owasp.length > 0)
    said.push(`OWASP: ${owasp.map(({ id, status }) => `${id} ${status}`).join(', ')}; the others unverified.`);
  const [first = '', ...more] = said.flatMap((text) => wrap(visibleInOneLine(text), paper.width - labelWidth - 3));
  return [
    `  ${paper.paint('dim', padTo('Coverage', labelWidth))} ${first}`,
    ...more.map((line) => `  ${' '.repeat(labelWidth)} ${line}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
