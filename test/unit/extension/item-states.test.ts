import { beforeEach, describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { ItemStates } from '../../../extension/item-states';
import { OwnStates } from '../../../extension/own-states';

let said: string[];
let states: ItemStates;
const item = (id: string): vscode.TestItem => ({ id }) as vscode.TestItem;

beforeEach(() => {
  said = [];
  const say = (state: string) => (one: vscode.TestItem) => said.push(`${state} ${one.id}`);
  const run = Object.fromEntries(
    ['enqueued', 'started', 'passed', 'failed', 'errored', 'skipped'].map((state) => [state, say(state)]),
  );
  const memento = { get: () => [], update: async () => {} } as unknown as vscode.Memento;
  states = new ItemStates(run as unknown as vscode.TestRun, new OwnStates(memento), ({ item: one, state }) =>
    said.push(`settled ${one.id}: ${state}`),
  );
});

describe('the states of a test run', () => {
  it('a late pass does not replace a failure, nor anything a final state', () => {
    const one = item('SC-1');
    states.enqueue(one);
    states.start(one);
    states.settle(one, 'failed');
    states.settle(one, 'passed');
    states.start(one);
    states.enqueue(one);
    expect(said).toEqual(['enqueued SC-1', 'started SC-1', 'failed SC-1', 'settled SC-1: failed']);
  });

  it('what is still open in the end gets one, and what is settled no second one', () => {
    const [one, two] = [item('SC-1'), item('SC-2')];
    for (const each of [one, two]) states.enqueue(each);
    states.settle(one, 'passed');
    states.settleRest();
    states.settleRest();
    expect(said.filter((line) => line.startsWith('settled'))).toEqual([
      'settled SC-1: passed',
      'settled SC-2: skipped',
    ]);
  });

  it('a scenario that speaks for itself silences its criteria', () => {
    const scenario = item('SC-1');
    const criterion = item('SC-1/C1');
    for (const each of [scenario, criterion]) states.enqueue(each);
    states.settleScenario(scenario, [criterion], 'errored', []);
    expect(said.slice(2)).toEqual([
      'skipped SC-1/C1',
      'settled SC-1/C1: skipped',
      'errored SC-1',
      'settled SC-1: errored',
    ]);
  });

  it('what was never enqueued is not started', () => {
    states.start(item('SC-1'));
    expect(said).toEqual([]);
  });
});
