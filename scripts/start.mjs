/**
 * `npm start`: installs, builds, runs the refund-desk suite in the terminal, and says how to see it in VS Code.
 * Needs nothing but Node.js and, once, an npm registry.
 */
import path from 'node:path';
import { build, installDependencies } from './lib/prepare.mjs';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { repositoryRoot } from './lib/repository.mjs';
import { runCommand } from './lib/run-command.mjs';

const suiteLimitSeconds = 300;

if (isEntryPoint(import.meta.url)) {
  runAsProgram(async () => {
    await installDependencies();
    await build();
    const example = path.join('examples', 'refund-desk');
    // Nobody is asked here: this approves the example's own MCP server, as it was reviewed, in a home that is thrown away.
    const suite = path.join(example, 'run.mjs');
    console.log(`\n$ node ${suite}\n`);
    const { code } = await runCommand(process.execPath, [path.join(repositoryRoot, suite)], {
      limitSeconds: suiteLimitSeconds,
    });
    if (code !== 0) return code ?? 1;
    console.log(`
The failures above are the point: the example agent has faults, and Rook finds them (see ${example}/README.md).

To go on: cd ${example}, then
  node run.mjs --only SC-013        one scenario, with the MCP server approved
  node ../../dist/rook.js report    the run again

From here:
  npm run vscode      opens this example in VS Code, or serves the workbench on loopback and prints its address
  npm link            puts the command on your PATH: rook --help, in any folder with .testmuai/rook/
`);
    return 0;
  });
}
