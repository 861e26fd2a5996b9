import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const fakeVscode = fileURLToPath(new URL('test/unit/extension/vscode-fake.ts', import.meta.url));

/** The style sheet of exported pages is part of what is tested: without this, Vitest has it empty. */
const css = { include: [/engine\/report\/exports\/html\/style\.css/] };

/** One project per tier; `npm test` runs them in this order, cheapest first. */
export default defineConfig({
  test: {
    // Tests that wait for processes leave a core idle; by itself Vitest would use one of two.
    maxWorkers: 2,
    projects: [
      {
        // Pure functions: one process, no isolation between files. Of VS Code they take texts only.
        resolve: { alias: { vscode: fakeVscode } },
        test: {
          name: 'unit',
          css,
          include: ['test/unit/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          // A limit ends what hangs; it does not measure a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Real hook processes driven through the engine.
        test: {
          name: 'process',
          include: ['test/integration/process/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The bundled server over stdio.
        test: {
          name: 'language-server',
          include: ['test/integration/language-server/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The bundled command in a child process.
        test: { name: 'cli', include: ['test/integration/cli/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        // The panel's page in a real browser, with the host's side in the hands of the test.
        test: {
          name: 'panel',
          css,
          include: ['test/e2e/panel/**/*.e2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // One browser takes two cores by itself.
          fileParallelism: false,
        },
      },
      {
        // The packaged extension in a real workbench.
        test: {
          name: 'e2e',
          css,
          // Pictures for the documentation are made when they are asked for; nothing is tested by them.
          include: [process.env.ROOK_UPDATE_SCREENSHOTS === '1' ? 'test/e2e/*.{e2e,pictures}.ts' : 'test/e2e/*.e2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
