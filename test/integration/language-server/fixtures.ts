/** A profile without fault, when its script exists. */
export const goodProfile = 'id: local\nhooks:\n  execute: scripts/agent.mjs\n';

/** One fault, on its last line, in columns 13 to 15. */
export const brokenProfile = `${goodProfile}concurrency: 99\n`;

export const goodScenario = 'goal: Say hello.\nforbidden: [bye]\n';

export const brokenScenario = 'goal: Say hello.\nforbidden: bye\n';

/** A hook script without fault. */
export const goodScript = `let goal = '';
for await (const part of process.stdin) goal += part;
console.log(JSON.stringify({ output: 'You said: ' + goal }));
`;
