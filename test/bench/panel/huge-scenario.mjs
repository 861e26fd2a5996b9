import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const runId = '2026-10-04T21-07-16Z';
const quote = 'the very last words of a very long answer';

/**
 * Writes a run with one scenario whose agent answered at length, as the engine records it: the answer stands in
 * response.json twice and in hooks.json once.
 * @param {string} runsDir
 * @param {string} scenarioId
 * @param {number} answerLength in UTF-16 units
 */
export function writeHugeScenario(runsDir, scenarioId, answerLength) {
  const place = { runId, scenarioId };
  const line = 'An order of “ORD-1042” was looked up – and it goes on and on, line by line.\n';
  const body = line.repeat(Math.ceil(answerLength / line.length)).slice(0, answerLength - quote.length);
  const answer = body + quote;
  const dir = join(runsDir, place.runId, 'scenarios', place.scenarioId);
  mkdirSync(dir, { recursive: true });
  const write = (name, value) =>
    writeFileSync(join(dir, name), typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const criterion = (index, status, evidence) =>
    `  - criterion_id: C${index}\n    criterion: It answers.\n    expected: an answer\n    achieved: one\n    status: ${status}\n    evidence: ${JSON.stringify(evidence)}\n    confidence: High\n`;
  write(
    'verdict.yaml',
    `scenario_id: ${place.scenarioId}\nrun_id: ${place.runId}\nstatus: Fail\ncriteria:\n${criterion(1, 'Fail', `"${quote}"`)}${Array.from(
      { length: 9 },
      (_, index) => criterion(index + 2, 'Pass', `"words that stand nowhere ${index}"`),
    ).join('')}forbidden_hits: []\n`,
  );
  write('snapshot.yaml', `id: ${place.scenarioId}\ntitle: A very long answer\ngoal: Say all you know.\n`);
  write('request.json', { scenario_id: place.scenarioId, goal: 'Say all you know.' });
  write('response.json', {
    scenario_id: place.scenarioId,
    status: 'completed',
    output: answer,
    transcript: [
      { role: 'user', content: 'Say all you know.', turn: 1 },
      { role: 'agent', content: answer, turn: 1 },
    ],
    latency_ms: 1000,
    turns: 1,
  });
  write('hooks.json', {
    version: 1,
    phases: { execute: { ran: true, ok: true, exit_code: 0, durationMs: 1000, data: { output: answer, calls: [] } } },
  });
  return { view: 'scenario', ...place };
}
