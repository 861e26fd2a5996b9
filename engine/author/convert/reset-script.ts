import type { TextTemplate } from '../draft';
import { commentText, property, quote } from '../script/source-text';
import type { Reset } from './recipe-draft';

/**
 * The open hook that a recipe's `reset` becomes: it runs the program, with no shell between, in the workspace's root joined
 * with its folder. What the program prints goes to standard error: standard output is for JSON alone.
 */
export function resetScript({ argv, cwd }: Reset, about: { profileId: string }): string {
  const [program = quote(''), ...args] = argv.map(expression);
  return `// Open hook of the profile ${commentText(about.profileId)}: resets the agent before each scenario.
// It was the reset of a recipe. Rook runs it once a phase: node <this file> open

import { spawn } from 'node:child_process';
import path from 'node:path';

const folder = path.join(process.env.ROOK_WORKSPACE ?? process.cwd(), ${quote(cwd)});

if (process.argv[2] === 'open') {
  // This Node.js, whichever node the PATH leads to. What the program prints is shown as standard error.
  const program = ${program};
  const child = spawn(program === 'node' ? process.execPath : program, [${args.join(', ')}], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    windowsHide: true,
  });
  child.once('error', (error) => {
    console.error(\`could not start \${program} in \${folder}: \${error.code ?? error.message}\`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    if (code === 0) return;
    console.error(\`\${program} \${signal ? \`was ended by \${signal}\` : \`exited with \${code}\`}\`);
    process.exitCode = 1;
  });
}
`;
}

function expression(template: TextTemplate): string {
  const parts = template.map((part) => {
    if (typeof part === 'string') return quote(part);
    if ('env' in part) return `(${property('process.env', part.env)} ?? '')`;
    return "(process.env.ROOK_SESSION ?? '')"; // there is no goal, and no conversation yet
  });
  return parts.join(' + ') || quote('');
}
