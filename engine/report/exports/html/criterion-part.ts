import type { CriterionVerdict } from '../../../../schemas/verdict';
import type { LongTexts } from './long-text';
import { html, type Markup } from './markup';
import { badge, standingOfStatus } from './status';

/** A criterion: what is left to look at (Fail, Unable to Verify) is open, what passed is closed. */
export function criterionPart(criterion: CriterionVerdict, texts: LongTexts): Markup {
  const { status, expected, achieved, evidence, confidence, check, remedy, unverifiable_reason: reason } = criterion;
  const standing = standingOfStatus(status);
  const block = (text: string, kind?: string): Markup => texts.block(text, 'verdict.yaml', kind);
  return html`<details class="criterion ${standing}"${status !== 'Pass' && html` open`}>
<summary>${badge(standing)} <code>${criterion.criterion_id}</code> ${criterion.criterion}</summary>
<div class="inside">
${reason != null && html`<p>${reasonWords(reason)}</p>`}
<div class="pair"><div><h5>Expected${check !== undefined && html` <span class="muted">check <code>${check}</code></span>`}</h5>${block(expected)}</div>
<div><h5>Achieved</h5>${block(achieved)}</div></div>
<h5>Evidence${confidence !== '' && html` <span class="muted">confidence ${confidence}</span>`}</h5>
${evidence === '' ? html`<p class="none">No evidence is on record.</p>` : block(evidence, 'quote')}
${remedy !== undefined && remedy !== '' && html`<p class="remedy"><strong>To make it checkable:</strong> ${remedy}</p>`}
</div>
</details>
`;
}

/** Why something could not be verified. */
export function reasonWords(reason: NonNullable<CriterionVerdict['unverifiable_reason']>): string {
  switch (reason) {
    case 'agent_never_ran':
      return 'The agent gave no usable answer, so there is nothing to grade.';
    case 'not_observable':
      return 'What the criterion is about was not observed.';
    case 'undecidable':
      return 'The evidence is there, and does not decide.';
    default:
      return reason satisfies never;
  }
}
