import { describe, expect, test } from 'vitest';
import { plainView } from './harness/made-views';
import { panelState, usePanel } from './harness/use-panel';

describe('how the panel and the extension come together', () => {
  const panels = usePanel();

  test('it says that it is ready, keeps its state at once, and waits', async () => {
    const panel = await panels().open();
    expect(await panel.sent()).toEqual([{ type: 'ready' }]);
    expect(await panel.state()).toMatchObject(panelState);
    await panel.page.getByText('Opening the verdict…').waitFor();
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('it does not wait in silence for ever', async () => {
    const panel = await panels().open('dark', { clock: true });
    await panel.page.clock.fastForward(10_000);
    await panel.page.getByText('The extension has not answered yet.').waitFor();
    await panel.sent();
    await panel.page.getByRole('button', { name: 'Ask again' }).click();
    expect(await panel.sent()).toEqual([{ type: 'ready' }]);
    await panel.close();
  });

  test('what went wrong is said, with the remedy, and can be tried again', async () => {
    const panel = await panels().open();
    await panel.sent();
    await panel.post({ type: 'failed', message: 'The run 2026 is gone.', remedy: 'Run the scenario again.' });
    await panel.page.getByRole('alert').getByText('The run 2026 is gone.').waitFor();
    await panel.page.getByText('Run the scenario again.').waitFor();
    await panel.page.getByRole('button', { name: 'Try again' }).click();
    expect(await panel.sent()).toEqual([{ type: 'ready' }]);
    await panel.show(plainView());
    await panel.page.getByRole('heading', { level: 1, name: plainView().title }).waitFor();
    await panel.close();
  });

  test('a broken message is reported with the field; what is not for the panel is dropped', async () => {
    const panel = await panels().open();
    await panel.show(plainView());
    for (const stray of [null, 7, 'scenario', { type: 'setTheme' }, { source: 'devtools', type: 'connected' }]) {
      await panel.post(stray);
    }
    await panel.page.getByRole('heading', { level: 1, name: plainView().title }).waitFor();
    await panel.post({ type: 'scenario', route: panelState.route, view: { ...plainView(), title: 7 } });
    await panel.page.getByText('view.title').waitFor();
    await panel.page.getByText('Reload the window').waitFor();
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('the state follows the scenario that is shown, in the form that the extension reads', async () => {
    const panel = await panels().open();
    await panel.show({ ...plainView(), scenarioId: 'SC-009' });
    await expect.poll(panel.state).toMatchObject({
      ...panelState,
      route: { ...panelState.route, scenarioId: 'SC-009' },
    });
    await panel.close();
  });
});
