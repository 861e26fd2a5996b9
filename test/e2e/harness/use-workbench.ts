import { afterAll, beforeAll, beforeEach } from 'vitest';
import { copyExample } from '../../../scripts/lib/example-copy.mjs';
import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench';

export type SharedWorkbenchOptions = Omit<WorkbenchOptions, 'folder'> & ({ folder: string } | { example: string });

/**
 * One workbench for all tests of a file (or of a `describe`): started before the first, stopped after the last.
 * `example` opens a fresh copy of `examples/<name>`. A failed test leaves `test-results/<its name>/` behind.
 * @returns call it inside a test to get the workbench
 */
export function useWorkbench(options: SharedWorkbenchOptions): () => Workbench {
  let workbench: Workbench | undefined;
  let copy: ReturnType<typeof copyExample> | undefined;

  beforeAll(async () => {
    if ('example' in options) copy = copyExample(options.example);
    const folder = 'folder' in options ? options.folder : copy?.folder;
    if (folder === undefined) throw new Error('Neither a folder nor an example to open');
    workbench = await startWorkbench({ ...options, folder });
  });

  beforeEach(({ onTestFailed, task }) => {
    onTestFailed(async () => {
      const folder = await workbench?.saveFailure(task.name);
      console.error(`Screenshot and logs of "${task.name}": ${folder}`);
    });
  });

  afterAll(async () => {
    try {
      await workbench?.stop();
    } finally {
      copy?.remove();
    }
  });

  return () => {
    if (workbench === undefined) throw new Error('The workbench is there inside tests only');
    return workbench;
  };
}
