import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipped } from '../../../../engine/judge/model/clipped';
import { annotationLines } from '../../../../engine/report/exports/annotations';
import { scenarioName } from '../../../../engine/report/exports/verdict-words';
import { visibleText } from '../../../../engine/report/text/visible-characters';
import { judged } from '../outcomes';
import { everyOutcome, exportedRun, hostileRun, hostileText } from './exported';

interface Command {
  name: string;
  properties: Record<string, string>;
  message: string;
}

/** Reads a workflow command as GitHub's runner does. */
function read(line: string): Command {
  const [, name = '', list = '', message = ''] = /^::([a-z]+) ([^:]*)::(.*)$/s.exec(line) ?? [];
  const plain = (text: string): string =>
    text
      .replaceAll('%2C', ',')
      .replaceAll('%3A', ':')
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%25', '%');
  const properties = Object.fromEntries(
    list.split(',').map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [key, plain(value.join('='))];
    }),
  );
  return { name, properties, message: plain(message) };
}

describe('annotations', () => {
  it('are errors for what failed, compromised first, warnings for Unable to Verify, notices for what has no verdict', () => {
    const commands = annotationLines(everyOutcome()).map(read);
    expect(commands.map(({ name, properties }) => [name, properties.title])).toEqual([
      ['error', 'Compromised: SC-03 Scenario SC-03'],
      ['error', 'Fail: SC-02 Scenario SC-02'],
      ['warning', 'Unable to Verify: SC-04 Scenario SC-04'],
      ['warning', 'Unable to Verify: SC-05 Scenario SC-05'],
      ['notice', 'Not judged: SC-06 Scenario SC-06'],
      ['notice', 'Not run: SC-07 Scenario SC-07'],
      ['notice', 'Cannot run: SC-08 Eight'],
    ]);
    expect(commands[1]).toEqual({
      name: 'error',
      properties: { file: 'scenarios/SC-02.yaml', line: '7', col: '3', title: 'Fail: SC-02 Scenario SC-02' },
      message: 'C1: expected the answer contains "hello"; achieved: it is not there',
    });
  });

  it('have no place when the scenario is gone', () => {
    const [first] = annotationLines({ ...everyOutcome(), placeOf: () => undefined }).map(read);
    expect(first?.properties).toEqual({ title: 'Compromised: SC-03 Scenario SC-03' });
  });

  it('say that a gate is closed before all else, also when there is no run', () => {
    const gate = {
      ok: false,
      gate: 'closed' as const,
      kind: 'blocked' as const,
      error: '2 scenarios are Unable to Verify',
      reasons: [],
      policy: { name: 'strict', source: 'strict', rules: [] },
    };
    expect(annotationLines({ gate })).toEqual([
      '::error title=Gate closed%3A blocked by the policy::2 scenarios are Unable to Verify',
    ]);
    expect(annotationLines({ ...everyOutcome(), gate })[0]).toBe(annotationLines({ gate })[0]);
    expect(annotationLines({ gate: { ...gate, gate: 'open', ok: true } })).toEqual([]);
  });

  it('tell of a report that its records contradict', () => {
    expect(read(annotationLines({ ...everyOutcome(), outcomes: [] })[0] ?? '')).toMatchObject({
      name: 'error',
      properties: { title: 'The report does not add up' },
    });
  });

  it('are ten of each level at most, and the last one says how many more there are', () => {
    const ids = Array.from({ length: 14 }, (_, index) => `SC-${index + 10}`);
    const lines = annotationLines(exportedRun(ids.map((id) => judged(id, 'Fail'))));
    expect(lines).toHaveLength(10);
    expect(lines[8]).not.toContain('more: see the summary');
    expect(lines[9]).toContain('(and 4 more: see the summary)');
    const ten = annotationLines(exportedRun(ids.slice(0, 10).map((id) => judged(id, 'Fail'))));
    expect(ten.join('')).not.toContain('more: see');
  });

  it('nothing that agents wrote begins a command, ends one or adds a property', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const lines = annotationLines(hostileRun(text));
        expect(lines).toHaveLength(5);
        const { properties: own } = read(lines[1] ?? '');
        const name = scenarioName({ id: 'SC-01', title: text });
        expect(own).toMatchObject({
          file: 'scenarios/SC-01.yaml',
          title: visibleText(clipped(`Compromised: ${name}`, 200)),
        });
        for (const line of lines) {
          expect(line).not.toMatch(/[\r\n\u2028]/);
          const { name, properties } = read(line);
          expect(['error', 'warning', 'notice']).toContain(name);
          expect(Object.keys(properties).filter((key) => !['file', 'line', 'col', 'title'].includes(key))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
