import type { ScenarioView } from '../../../../schemas/panel-view';
import { observe } from '../../../lifecycle/observation';
import { counted } from './figures';
import type { LongTexts } from './long-text';
import { html, type Markup } from './markup';
import { timelinePart } from './timeline-part';

/** More entries than these of one list are counted: a conversation or a loop of calls can be endless. */
const mostEntries = 200;

/** What an attempt has on record: transcript, tool calls, timeline. @param folder of the attempt in the scenario's, or empty. */
export function evidencePart(view: ScenarioView, texts: LongTexts, folder: string): Markup {
  return html`${transcriptPart(view, texts, folder)}${callsPart(view, texts, folder)}${timelinePart(view.timeline, texts, `${folder}hooks.json`)}`;
}

function transcriptPart({ response }: ScenarioView, texts: LongTexts, folder: string): Markup | undefined {
  const entries = response?.transcript ?? [];
  const file = `${folder}response.json`;
  const error = response?.error;
  if (entries.length === 0 && (error === undefined || error === '')) return undefined;
  return html`<details><summary>Transcript <span class="muted">${counted(entries.length, 'message')}</span></summary>
<div class="inside">
${error !== undefined && error !== '' && html`<h5>Error</h5>${texts.block(error, file)}`}
<ol class="talk">${entries
    .slice(0, mostEntries)
    .map(
      ({ role, content, turn, simulated }) =>
        html`<li class="${role}"><h5>${role === 'agent' ? 'Agent' : 'User'}${simulated === true && html` <span class="tag">Simulated</span>`}${turn !== undefined && html` <span class="muted">turn ${turn}</span>`}</h5>${texts.block(content, file)}</li>`,
    )}</ol>${rest(entries.length, file)}
</div></details>
`;
}

function callsPart({ hooks }: ScenarioView, texts: LongTexts, folder: string): Markup | undefined {
  if (!hooks) return undefined;
  const file = `${folder}hooks.json`;
  const { calls, callsGap } = observe(hooks);
  if (!calls) return html`<p class="muted">Tool calls: not observed, ${callsGap ?? 'none were returned'}.</p>`;
  if (calls.length === 0) return html`<p class="muted">Tool calls: observed, and none happened.</p>`;
  return html`<details><summary>Tool calls <span class="muted">${counted(calls.length, 'call')}</span></summary>
<div class="inside"><ol class="calls">${calls
    .slice(0, mostEntries)
    .map(({ name, turn, arguments: given, ...others }) => {
      return html`<li><h5><code>${name}</code>${turn !== undefined && html` <span class="muted">turn ${turn}</span>`}</h5>
${given === undefined ? html`<p class="none">No arguments are on record.</p>` : texts.value(given, file)}
${Object.keys(others).length > 0 && html`<h6>What else is on record of it</h6>${texts.value(others, file)}`}</li>`;
    })}</ol>${rest(calls.length, file)}</div></details>
`;
}

function rest(all: number, file: string): Markup | undefined {
  return all > mostEntries
    ? html`<p class="cut">${counted(all - mostEntries, 'more entry', 'more entries')} in <code>${file}</code>.</p>`
    : undefined;
}
