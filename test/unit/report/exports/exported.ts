import fc from 'fast-check';
import type { ExportedRun } from '../../../../engine/report/exports/exported-run';
import type { ScenarioOutcome } from '../../../../engine/report/outcome';
import { buildReport } from '../../../../engine/report/report';
import { gradeOf, judged, unfinished } from '../outcomes';

/** A completed run of these outcomes, whose scenarios stand in `scenarios/<id>.yaml`, criteria on line 7. */
export function exportedRun(outcomes: ScenarioOutcome[], changes: Partial<ExportedRun> = {}): ExportedRun {
  const unrunnable = changes.unrunnable?.length ?? 0;
  return {
    id: 'R1',
    agentId: 'desk',
    created: '2026-10-04T21:07:16.123Z',
    dir: '/w/.testmuai/rook/projects/desk/agents/desk/runs/R1',
    dirInRepository: '.testmuai/rook/projects/desk/agents/desk/runs/R1',
    report: buildReport({ runId: 'R1', agentId: 'desk', outcomes, unrunnable }),
    outcomes,
    unrunnable: [],
    status: 'completed',
    placeOf: (id, criterion) => ({ file: `scenarios/${id}.yaml`, line: criterion === undefined ? 2 : 7, column: 3 }),
    ...changes,
  };
}

/** Every way in which a scenario can come out, once. */
export function everyOutcome(): ExportedRun {
  return exportedRun(
    [
      { ...judged('SC-01', 'Pass', { latency_ms: 1500 }), featureId: 'F-1' },
      { ...judged('SC-02', 'Fail', { latency_ms: 250, flaky: true }), featureId: 'F-1' },
      {
        ...judged('SC-03', 'Fail', { compromised: true, attack_evidence: ['the secret is 42'] }),
        class: 'adversarial',
      },
      judged('SC-04', 'Unable to Verify', {
        criteria: [gradeOf('Unable to Verify', { remedy: 'Configure a judge.', evidence: 'nobody can tell' })],
      }),
      judged('SC-05', 'Unable to Verify', {
        unverifiable_reason: 'agent_never_ran',
        criteria: [],
        diagnosis: 'execute exited with 3:\nboom',
        remedy: 'Mend the hook.',
      }),
      unfinished('SC-06', 'unjudged'),
      unfinished('SC-07', 'not_run'),
    ],
    { unrunnable: [{ id: 'SC-08', title: 'Eight', why: 'needs several turns' }] },
  );
}

/** What an agent may write: everything that means something to a format, and everything that means nothing to any. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          ']]>',
          '<script>alert(1)</script>',
          '&amp;',
          '"',
          "'",
          '`',
          '```',
          '````\n',
          '\n',
          '\r\n',
          '\r',
          '\t',
          '|',
          '\\',
        ],
        ...[
          '@octocat',
          '#12',
          'https://evil.example/',
          '[click](https://evil.example)',
          '![x](https://evil.example/p.png)',
        ],
        ...[
          '::error::x',
          ',file=evil.txt,line=1',
          '%0A',
          '{0}',
          '{',
          '}',
          '\u202E',
          '\u0000',
          '\u001B[31m',
          '\uD800',
          '\uDFFF',
          '\uFFFE',
          '\uFEFF',
        ],
        ...[
          '<!-- ',
          ' -->',
          '\n# head',
          '\n| a | b |\n| --- | --- |',
          '\n~~~\n',
          '<details>',
          '&#64;',
          '**bold**',
          '$x$',
          'word ',
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

/** A run in which everything that can come from outside is this text. */
export function hostileRun(text: string): ExportedRun {
  const grade = { criterion: text, expected: text, achieved: text, evidence: text, remedy: text };
  return exportedRun(
    [
      {
        ...judged('SC-01', 'Fail', { compromised: true, attack_evidence: [text], criteria: [gradeOf('Fail', grade)] }),
        title: text,
      },
      {
        ...judged('SC-02', 'Unable to Verify', { criteria: [gradeOf('Unable to Verify', grade)], diagnosis: text }),
        title: text,
      },
      { ...unfinished('SC-03', 'not_run'), title: text, why: text },
    ],
    {
      name: text,
      status: 'halted',
      reason: text,
      unrunnable: [{ id: 'SC-04', title: text, why: text }],
      gate: {
        ok: false,
        gate: 'closed',
        kind: 'finding',
        error: text,
        reasons: [{ kind: 'finding', message: text, remedy: text }],
        policy: { name: text, source: text, rules: [text] },
      },
    },
  );
}
