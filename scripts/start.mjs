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
    const rook = path.join(repositoryRoot, 'dist', 'rook.js');
    const example = path.join('examples', 'refund-desk');
    console.log(`\n$ cd ${example} && npx rook run\n`);
    const { code } = await runCommand(process.execPath, [rook, 'run'], {
      cwd: path.join(repositoryRoot, example),
      limitSeconds: suiteLimitSeconds,
    });
    if (code !== 0) return code ?? 1;
    console.log(`
The failures above are the point: the example agent has faults, and Rook finds them (see ${example}/README.md).

  npm run vscode      opens this example in VS Code, or serves the workbench on loopback and prints its address
  npm link            puts the command on your PATH: rook --help, in any folder with .testmuai/rook/
`);
    return 0;
  });
}
