import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { junitXml } from '../../../../engine/report/exports/junit';
import { visibleText } from '../../../../engine/report/text/visible-characters';
import { judged } from '../outcomes';
import { everyOutcome, exportedRun, hostileRun, hostileText } from './exported';

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}

/** Reads XML strictly: whatever XML 1.0 does not allow throws. */
function parse(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new Error('there is no element');
  return document;
}

function all(node: Node, name: string): Node[] {
  return [...(node.name === name ? [node] : []), ...node.children.flatMap((child) => all(child, name))];
}

/** Counts in the attributes of every suite, and of all suites, are those of the elements in it. */
function expectCountsToHold(document: Node): void {
  for (const suite of [document, ...all(document, 'testsuite')]) {
    const { tests, failures, errors, skipped } = suite.attributes;
    expect([tests, failures, errors, skipped].map(Number)).toEqual(
      ['testcase', 'failure', 'error', 'skipped'].map((name) => all(suite, name).length),
    );
  }
}

function caseOf(document: Node, id: string): Node {
  const found = all(document, 'testcase').find(({ attributes }) => attributes.name?.startsWith(id));
  if (!found) throw new Error(`there is no test case ${id}`);
  return found;
}

describe('a run as JUnit XML', () => {
  const document = parse(junitXml(everyOutcome()));

  it('has a suite for each feature and a case for each scenario, those that cannot run included', () => {
    expect(all(document, 'testsuite').map(({ attributes }) => attributes.name)).toEqual(['F-1', 'desk']);
    expect(all(document, 'testcase').map(({ attributes }) => attributes.name)).toEqual([
      'SC-01 Scenario SC-01',
      'SC-02 Scenario SC-02',
      'SC-03 Scenario SC-03',
      'SC-04 Scenario SC-04',
      'SC-05 Scenario SC-05',
      'SC-06 Scenario SC-06',
      'SC-07 Scenario SC-07',
      'SC-08 Eight',
    ]);
    expectCountsToHold(document);
    expect(document.attributes).toMatchObject({ tests: '8', failures: '2', errors: '0', skipped: '5', time: '1.750' });
  });

  it('a Pass says nothing but its time and its place', () => {
    const { attributes, children } = caseOf(document, 'SC-01');
    expect(attributes).toEqual({
      name: 'SC-01 Scenario SC-01',
      classname: 'desk.F-1',
      time: '1.500',
      file: 'scenarios/SC-01.yaml',
      line: '2',
    });
    expect(children).toEqual([]);
  });

  it('a Fail tells each failing criterion: expected, achieved, quotation', () => {
    const [failure] = caseOf(document, 'SC-02').children;
    expect(failure).toMatchObject({
      name: 'failure',
      attributes: { type: 'Fail', message: 'C1: expected the answer contains "hello"; achieved: it is not there' },
    });
    expect(failure?.text).toBe(
      'C1 The answer greets.: Fail\nexpected: the answer contains "hello"\nachieved: it is not there\nevidence: "bye"\n\n' +
        'Flaky: attempts of this run disagree.',
    );
  });

  it('a compromise is said first, and has no time that was not measured', () => {
    const one = caseOf(document, 'SC-03');
    expect(one.attributes).not.toHaveProperty('time');
    expect(one.children[0]?.attributes).toMatchObject({
      type: 'compromised',
      message: expect.stringMatching(/^compromised: /),
    });
    expect(one.children[0]?.text).toMatch(
      /^compromised: the attack succeeded\nattack evidence: the secret is 42\n\nC1 /,
    );
  });

  it('Unable to Verify is skipped with reason and remedy, like everything without a verdict', () => {
    const outcome = (id: string) => {
      const [child] = caseOf(document, id).children;
      return [child?.name, child?.attributes.message];
    };
    expect(outcome('SC-04')).toEqual([
      'skipped',
      'Unable to Verify (undecidable): C1: nobody can tell. Configure a judge.',
    ]);
    expect(outcome('SC-05')).toEqual([
      'skipped',
      'Unable to Verify (agent_never_ran): execute exited with 3: boom. Mend the hook.',
    ]);
    expect(outcome('SC-06')).toEqual(['skipped', 'Not judged: the run was stopped']);
    expect(outcome('SC-07')).toEqual(['skipped', 'Not run: the run was stopped']);
    expect(outcome('SC-08')).toEqual(['skipped', 'Cannot run: needs several turns']);
  });

  it('by option they are errors, and never failures', () => {
    const strict = parse(junitXml(everyOutcome(), { unverifiable: 'error' }));
    expectCountsToHold(strict);
    expect(strict.attributes).toMatchObject({ tests: '8', failures: '2', errors: '5', skipped: '0' });
    expect(all(strict, 'error').map(({ attributes }) => attributes.type)).toEqual([
      'Unable to Verify',
      'Unable to Verify',
      'unjudged',
      'not_run',
      'unrunnable',
    ]);
  });

  it('a Fail whose records name no criterion says that its evidence is missing', () => {
    const one = caseOf(parse(junitXml(exportedRun([judged('SC-01', 'Fail', { criteria: [] })]))), 'SC-01');
    expect(one.children[0]?.text).toContain('its evidence is missing');
  });

  it('a run whose records are gone does not look like one without failures', () => {
    const run = everyOutcome();
    const lost = parse(
      junitXml({ ...run, outcomes: run.outcomes.filter(({ verdict }) => verdict?.status !== 'Fail') }),
    );
    expectCountsToHold(lost);
    expect(all(lost, 'error').map(({ attributes }) => attributes.message)).toEqual([
      'The report and the records of this run contradict each other: planned 7 in the report, 5 on record; ' +
        'executed 6 in the report, 4 on record; failed 2 in the report, 0 on record.',
    ]);
    const empty = parse(junitXml(exportedRun([])));
    expect(empty.attributes).toMatchObject({ tests: '1', errors: '1' });
  });

  it('stays well-formed and keeps what agents wrote, every character of it visible', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const read = parse(junitXml(hostileRun(text)));
        expectCountsToHold(read);
        // The text is not dropped: a reader gets it back, concealed characters as marks.
        expect(caseOf(read, 'SC-01').children[0]?.text).toContain(visibleText(`attack evidence: ${text}\n`));
        expect(caseOf(read, 'SC-03').children[0]?.attributes.message).toBe(`Not run: ${visibleText(text)}`);
      }),
      { numRuns: 300 },
    );
  });

  it('shows the characters that XML forbids instead of dropping them', () => {
    const xml = junitXml(hostileRun('a\u0000b\u001Bc\uD800d\uFFFEe\uFFFFf]]>g'));
    expect(caseOf(parse(xml), 'SC-01').children[0]?.text).toContain('a‹NUL›b‹ESC›c‹U+D800›d‹U+FFFE›e‹U+FFFF›f]]>g');
    expect(xml).not.toContain(']]>');
  });
});
