import { generateWorkspace } from '../generated-workspace.mjs';

/** Three criteria, as many as people write. */
const criteria = `  - { check: contains, value: done }
  - { check: not_called, tool: issue_refund }
  - { check: regex, pattern: d.ne }`;

/** Every tenth scenario fails, every hundredth cannot be verified. */
const script = `
if (process.argv[2] === 'execute') {
  let goal = '';
  for await (const chunk of process.stdin) goal += chunk;
  const number = Number(/(\\d+)\\.\\s*$/.exec(goal)?.[1]);
  if (number % 100 === 0) {
    console.error('no such order');
    process.exitCode = 1;
  } else process.stdout.write(JSON.stringify({ output: number % 10 === 0 ? 'not yet' : 'done', calls: [] }));
}
`;

export function generateScenarios(count) {
  return generateWorkspace({ count, hooks: ['execute'], script, criteria });
}
