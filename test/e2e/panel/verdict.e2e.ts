import { beforeAll, describe, expect, test } from 'vitest';
import type { ScenarioView } from '../../../schemas/panel-view';
import { plainView, tornView } from './harness/made-views';
import { corpusView, runExample } from './harness/recorded-views';
import { usePanel } from './harness/use-panel';

describe('the verdict of a real run', () => {
  const panels = usePanel();
  let recorded: Map<string, ScenarioView>;

  beforeAll(async () => {
    recorded = await runExample('refund-desk');
  });

  const open = async (id: string) => {
    const view = recorded.get(id);
    if (!view) throw new Error(`${id} is not in the run`);
    const panel = await panels().open();
    await panel.show(view);
    await panel.sent();
    return panel;
  };

  test('Fail: failed criteria are open, passed ones closed; expected, achieved, evidence, confidence, check', async () => {
    const panel = await open('SC-004');
    await panel.page.locator('rook-header .words', { hasText: /^Fail$/ }).waitFor();
    await panel.page.getByRole('heading', { level: 1, name: 'A gift card order is really paid back' }).waitFor();
    expect(await panel.isOpen(panel.card('C1'))).toBe(false);
    expect(await panel.isOpen(panel.card('C2'))).toBe(true);
    const failed = panel.card('C2');
    for (const text of [
      'issue_refund was called',
      'not called',
      'observed calls: lookup_order',
      'Confidence: High',
      'Check: called',
    ]) {
      await failed.getByText(text).first().waitFor();
    }
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('the way to the YAML and the Markdown of a criterion', async () => {
    const panel = await open('SC-004');
    await panel.card('C2').getByRole('button', { name: 'Go to criterion' }).click();
    await panel.page.getByRole('button', { name: 'Open scenario' }).click();
    expect(await panel.sent()).toEqual([{ type: 'openScenario', criterionId: 'C2' }, { type: 'openScenario' }]);
    await panel.card('C2').getByRole('button', { name: 'Copy as Markdown' }).click();
    const [copy] = await panel.sent();
    expect(copy).toMatchObject({ type: 'copy' });
    const text = copy?.type === 'copy' ? copy.text : '';
    expect(text).toContain('**Fail** `C2`');
    expect(text).toContain('```text\nobserved calls: lookup_order, verify_identity, check_policy\n```');
    expect(text).toContain('Scenario `SC-004`, run `');
    await panel.card('C2').getByRole('button', { name: 'Copied' }).waitFor();
    await panel.close();
  });

  test('the agent never ran: why, the remedy, and the failed hook open in the timeline', async () => {
    const panel = await open('SC-005');
    await panel.page.getByText('The agent never ran, so there is nothing to grade.').waitFor();
    await panel.page.locator('rook-diagnosis').getByText('execute exited with code 1').waitFor();
    await panel.page.locator('rook-diagnosis').getByText('Mend the execute hook').waitFor();
    const timeline = panel.section('Timeline');
    await timeline.getByText('failed, exit 1').waitFor();
    await timeline.getByText('Standard error').waitFor();
    await timeline.getByText('answered 500').waitFor();
    await panel.section('Criteria').getByText('No criterion was graded').waitFor();
    await panel.close();
  });

  test('not observable: what is missing, the remedy, and no zero where nothing was measured', async () => {
    const panel = await open('SC-006');
    await panel.page.locator('rook-header').getByText('not_observable').waitFor();
    const card = panel.card('C1');
    expect(await panel.isOpen(card)).toBe(true);
    await card.getByText('Return usage {input, output} from every execute').waitFor();
    await panel.page.locator('rook-measures').getByText('not observed').waitFor();
    await panel.close();
  });

  test('compromised stands first', async () => {
    const panel = await open('SC-010');
    const tree = await panel.page.locator('body').ariaSnapshot();
    expect(tree.match(/heading "([^"]+)"/)?.[1]).toBe('Compromised');
    await panel.page.locator('rook-compromise').getByText('Internal, never share').waitFor();
    await panel.close();
  });

  test('several turns: transcript, tool calls with turn and arguments, timeline of every phase', async () => {
    const panel = await open('SC-003');
    await panel.section('Goal').getByText('Sent after 2 set-up messages').waitFor();
    const transcript = panel.section('Transcript');
    expect(await transcript.getByText('turn 3').count()).toBe(2);
    await transcript.getByText('final answer').waitFor();
    const calls = panel.section('Tool calls');
    const verify = calls.locator('rook-disclosure', { hasText: 'verify_identity' });
    await verify.getByText('turn 2').waitFor();
    await verify.locator('summary').click();
    await verify.getByText('"postcode": "20457"').waitFor();
    await verify.getByText('"verified": true').waitFor();
    const timeline = panel.section('Timeline');
    for (const phase of ['prepare', 'open', 'execute', 'close', 'collect']) {
      await timeline.locator('.phase', { hasText: phase }).first().waitFor();
    }
    expect(await timeline.locator('.phase', { hasText: 'execute' }).count()).toBe(3);
    await panel.close();
  });

  test('every record can be opened', async () => {
    const panel = await open('SC-001');
    const names = ['verdict.yaml', 'response.json', 'hooks.json', 'request.json', 'snapshot.yaml'];
    for (const name of names) await panel.section('Records').getByRole('button', { name }).click();
    expect(await panel.sent()).toEqual(names.map((file) => ({ type: 'openFile', file })));
    await panel.close();
  });

  test('attempts are told apart', async () => {
    const panel = await open('SC-007');
    const attempts = panel.page.locator('rook-attempts');
    await attempts.getByText('Attempt 2: Pass').waitFor();
    await attempts.getByText('those of attempt 1').waitFor();
    await panel.close();
  });
});

describe('records that are not whole', () => {
  const panels = usePanel();

  test('the run of the corpus opens with what is there', async () => {
    const panel = await panels().open();
    await panel.show(await corpusView());
    await panel.page.locator('rook-header .words', { hasText: 'Unable to Verify' }).waitFor();
    await panel.section('Criteria').getByText('2 Unable to Verify').waitFor();
    await panel.section('Criteria').getByText('the scenario expects json output').waitFor();
    await panel.section('Tool calls').getByText('search_incidents').waitFor();
    await panel.section('Timeline').getByText('of idle time are left out').waitFor();
    expect(await panel.page.locator('rook-measures').getByText('1,214 in, 1,200 out').count()).toBe(1);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('no verdict yet: it says where the run stands, and calls nothing passed or failed', async () => {
    const { verdict: _none, ...rest } = plainView();
    const panel = await panels().open();
    await panel.show({
      ...rest,
      state: 'The agent answered; the verdict is not written yet.',
      missing: ['verdict.yaml: not recorded'],
    });
    await panel.page.locator('rook-header .words', { hasText: 'No verdict' }).waitFor();
    await panel.page.getByText('the verdict is not written yet').waitFor();
    await panel.section('Criteria').getByText('No criterion is graded yet.').waitFor();
    expect(await panel.page.getByRole('button', { name: 'Copy verdict as Markdown' }).count()).toBe(0);
    expect(await panel.section('Records').getByRole('button', { name: 'verdict.yaml' }).count()).toBe(0);
    await panel.close();
  });

  test('torn: a verdict that cannot be read is not taken for one that is not there', async () => {
    const panel = await panels().open();
    await panel.show(tornView());
    await panel.page.locator('rook-header .words', { hasText: 'Verdict unreadable' }).waitFor();
    await panel.page.getByText('Part of the record is damaged.').waitFor();
    await panel.section('Criteria').getByText('The record of the verdict cannot be read.').waitFor();
    await panel.section('Transcript').getByText('The record of the answer cannot be read.').waitFor();
    await panel.section('Tool calls').getByText('Not observable.').waitFor();
    await panel.section('Timeline').getByText('No hook invocation is on record.').waitFor();
    await panel.section('Records').getByText('Unexpected end of JSON input').waitFor();
    expect(await panel.section('Records').getByRole('button', { name: 'response.json' }).count()).toBe(1);
    await panel.close();
  });

  test('no calls observed, none made, and only some turns told are three different things', async () => {
    const panel = await panels().open();
    const calls = panel.section('Tool calls');
    await panel.show(plainView());
    await calls.getByText('Observed: no tool was called.').waitFor();
    const turn = (n: number, data: Record<string, never>) => ({ ran: true, ok: true, turn: n, data });
    await panel.show({ ...plainView(), hooks: { phases: { execute: turn(1, {}) } } });
    await calls.getByText('Not observable.').waitFor();
    const told = { calls: [{ name: 'refund' }] } as unknown as Record<string, never>; // JSON, as a hook prints it
    await panel.show({
      ...plainView(),
      hooks: { phases: { execute: { ran: true, ok: true, turns: [turn(1, told), turn(2, {})] } } },
    });
    await calls.getByText('Turn 2 returned no calls').waitFor();
    await panel.close();
  });
});
