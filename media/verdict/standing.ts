import { html, type TemplateResult } from 'lit';
import type { StandingStatus } from '../../schemas/comparison';
import { icon } from '../frame/icon';
import { type StatusLook, statusLook } from './status';

/** How a scenario's standing in a run looks; null where it is not in the run. */
export function standingLook(status: StandingStatus | null): StatusLook {
  switch (status) {
    case 'Pass':
    case 'Fail':
    case 'Unable to Verify':
      return statusLook(status);
    case 'unjudged':
      return { tone: 'muted', icon: 'circle-large-outline', words: 'Not judged' };
    case 'not_run':
      return { tone: 'muted', icon: 'circle-large-outline', words: 'Not run' };
    case 'unrunnable':
      return { tone: 'muted', icon: 'circle-slash', words: 'Cannot run' };
    case null:
      return { tone: 'muted', icon: 'circle-slash', words: 'Not in this run' };
    default:
      return status satisfies never;
  }
}

/** A standing with icon and words. */
export function standingTemplate(status: StandingStatus | null): TemplateResult {
  const look = standingLook(status);
  return html`<span class="standing ${look.tone}">${icon(look.icon)}<span class="words">${look.words}</span></span>`;
}

/** From one standing to another. */
export function stepTemplate(base: StandingStatus | null, head: StandingStatus | null): TemplateResult {
  return html`<span class="step"
    >${standingTemplate(base)}<span class="muted" aria-hidden="true">→</span><span class="unseen"> then </span
    >${standingTemplate(head)}</span
  >`;
}
