import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

describe('a folder in which the command has run scenarios', () => {
  const copy = copyExample('refund-desk');
  beforeAll(() => {
    const rook = path.join(repositoryRoot, 'dist', 'rook.js');
    execFileSync(process.execPath, [rook, 'run', '--only', 'SC-001,SC-004'], { cwd: copy.folder, stdio: 'ignore' });
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  test('shows their verdicts before anything was run here', async () => {
    const { openTestingView, expandAll, waitForRowState, rowState, testRow } = workbench();
    await openTestingView();
    await expandAll();
    await waitForRowState(/^SC-001/, 'Passed', 30_000);
    await waitForRowState(/^SC-004/, 'Failed', 30_000);
    expect(await rowState(/^SC-002/)).toBe('Not yet run');
    expect(
      await testRow(/^SC-001/)
        .first()
        .getAttribute('aria-label'),
    ).not.toContain('outdated');
  });

  test('marks as outdated what has changed since', async () => {
    const { reload, openTestingView, expandAll, testRow, folder, rowState } = workbench();
    const file = path.join(folder, agentPath, 'scenarios', 'SC-001.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# changed\n`);
    await reload();
    await openTestingView();
    await expandAll();
    const label = async (id: RegExp) => (await testRow(id).first().getAttribute('aria-label')) ?? '';
    await waitFor('SC-001 to be outdated', async () => (await label(/^SC-001/)).includes('outdated'), {
      describe: () => label(/^SC-001/),
    });
    expect(await rowState(/^SC-004/)).toBe('Failed');
    expect(await label(/^SC-004/)).not.toContain('outdated');
  });
});
