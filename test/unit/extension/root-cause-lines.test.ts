import { expect, it } from 'vitest';
import { buildReport } from '../../../engine/report/report';
import { rootCauseLines } from '../../../extension/root-cause-lines';
import { judged } from '../report/outcomes';

const plain = buildReport({ runId: 'R1', agentId: 'a', outcomes: [judged('SC-001', 'Fail')], unrunnable: 0 });

it('says nothing of a report that no model has explained', () => {
  expect(rootCauseLines(plain)).toBe('');
});

it('says what a model has found, without a character that the terminal would obey', () => {
  const explained = { cause: 'It \x1b[2Jclears.', remedy: 'Mend it.', fault: 'agent', confidence: 'low' };
  const clusters = plain.clusters.map((cluster) => ({ ...cluster, ...explained }));
  expect(rootCauseLines({ ...plain, clusters, narrative: 'One failed.', next: ['Look at SC-001.'] })).toBe(
    'One failed.\r\nCause of SC-001: It ‹ESC›[2Jclears. (agent, low confidence)\r\n  Remedy: Mend it.\r\nNext: Look at SC-001.\r\n',
  );
});
