import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { writeRunBundle } from '../../../../../engine/report/exports/bundle/write-run-bundle';
import { readExportedRun } from '../../../../../engine/report/exports/read-exported-run';
import { readPatterns } from '../../../../../engine/report/exports/redaction-patterns';
import { openRun } from '../../../../../engine/workspace/runs';
import { openWorkspace } from '../../../../../engine/workspace/workspace';
import { WorkspaceBuilder } from '../../../../integration/workspace-builder';
import { corpusFolder } from '../../../schemas/corpus-files';

const runId = '2026-10-04T21-07-16Z';
const built: WorkspaceBuilder[] = [];
afterEach(() => {
  for (const workspace of built.splice(0)) workspace.remove();
});

interface Bundled {
  files: Record<string, string>;
  bytes: Uint8Array;
  result: Awaited<ReturnType<typeof writeRunBundle>>;
}

/** A workspace with the run of the corpus. */
function workspaceWithRun(): { workspace: WorkspaceBuilder; runDir: string; scenarioDir: string } {
  const workspace = new WorkspaceBuilder().agent().scenario('SC-002');
  built.push(workspace);
  const runDir = join(workspace.agentDir(), 'runs', runId);
  cpSync(join(corpusFolder, 'run'), runDir, { recursive: true });
  return { workspace, runDir, scenarioDir: join(runDir, 'scenarios/SC-002') };
}

async function bundled(
  { workspace }: { workspace: WorkspaceBuilder },
  {
    secrets = [],
    patterns = [],
    ...more
  }: { secrets?: [string, string][]; patterns?: string[]; includeBinary?: boolean; signal?: AbortSignal } = {},
): Promise<Bundled> {
  const opened = await openWorkspace(workspace.root);
  if (!opened.ok) throw new Error(opened.error.message);
  const agent = opened.value.projects[0]?.agents[0];
  if (!agent) throw new Error('no agent');
  const run = await openRun(agent.runsDir, runId);
  const read = readPatterns(patterns, '--redact');
  if (!run.ok || !read.ok) throw new Error('no run');
  const exported = await readExportedRun(run.value, opened.value, agent);
  const file = join(workspace.root, 'out/run.zip');
  const result = await writeRunBundle(run.value, exported, file, {
    secrets,
    patterns: read.value,
    version: '1.2.3',
    ...more,
  });
  const bytes = result.ok ? new Uint8Array(await (await import('node:fs/promises')).readFile(file)) : new Uint8Array();
  const files = result.ok
    ? Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]))
    : {};
  return { files, bytes, result };
}

describe('the bundle of a run', () => {
  it('holds the records, the page, the reports and the list of what was masked', async () => {
    const { files } = await bundled(workspaceWithRun());
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        `${runId}/run.yaml`,
        `${runId}/report.yaml`,
        `${runId}/scenarios/SC-002/verdict.yaml`,
        'report.html',
        'report.md',
        'junit.xml',
        'REDACTION.md',
        'redaction.json',
      ]),
    );
    expect(files['report.html']).toContain('SC-002');
    expect(JSON.parse(files['redaction.json'] ?? '')).toMatchObject({ version: 1, run_id: runId, left_out: [] });
  });

  it('is the same bytes each time', async () => {
    const place = workspaceWithRun();
    const first = await bundled(place, { secrets: [['TOKEN', 'refund']] });
    const second = await bundled(place, { secrets: [['TOKEN', 'refund']] });
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  it('masks a secret that YAML has folded in the middle, and keeps the values of the record', async () => {
    const place = workspaceWithRun();
    const secret = `Zx81kQ0pW7${'ab"cd/'.repeat(20)}\u001bend`;
    const record = { text: `It was ${secret} that he said, and then a long sentence follows to be folded somewhere.` };
    const folded = stringify(record, { lineWidth: 60 });
    expect(folded).toContain('\\\n');
    writeFileSync(join(place.scenarioDir, 'extra.yaml'), folded);
    const { files } = await bundled(place, { secrets: [['TOKEN', secret]] });
    const written = files[`${runId}/scenarios/SC-002/extra.yaml`] ?? '';
    expect(parse(written)).toEqual({ text: record.text.replace(secret, '«TOKEN»') });
  });

  it('leaves out links, states of hooks and what is no text, and says so', async () => {
    const place = workspaceWithRun();
    symlinkSync('/etc/hostname', join(place.scenarioDir, 'link.txt'));
    symlinkSync('/etc', join(place.scenarioDir, 'folder'));
    for (const folder of ['run-state', 'scenarios/SC-002/hook-state']) {
      mkdirSync(join(place.runDir, folder));
      writeFileSync(join(place.runDir, folder, 'kept.json'), '{"token": "unmasked-by-design"}');
    }
    writeFileSync(join(place.scenarioDir, 'shot.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
    writeFileSync(join(place.scenarioDir, 'secret.bin'), Buffer.from('\0 secret-value'));
    const { files } = await bundled(place);
    expect(JSON.parse(files['redaction.json'] ?? '').left_out).toEqual([
      { path: 'run-state/', why: 'state' },
      { path: 'scenarios/SC-002/folder', why: 'link' },
      { path: 'scenarios/SC-002/hook-state/', why: 'state' },
      { path: 'scenarios/SC-002/link.txt', why: 'link' },
      { path: 'scenarios/SC-002/secret.bin', why: 'binary' },
      { path: 'scenarios/SC-002/shot.png', why: 'binary' },
    ]);
    expect(Object.values(files).join('\n')).not.toContain('unmasked-by-design');

    const withBinary = await bundled(place, { includeBinary: true, secrets: [['TOKEN', 'secret-value']] });
    expect(withBinary.files).toHaveProperty([`${runId}/scenarios/SC-002/shot.png`]);
    expect(JSON.parse(withBinary.files['redaction.json'] ?? '').left_out).toContainEqual({
      path: 'scenarios/SC-002/secret.bin',
      why: 'secret',
    });
  });

  it('masks names of files, two of which never become one, and calls a scenario everywhere alike', async () => {
    const place = workspaceWithRun();
    writeFileSync(join(place.scenarioDir, 'anna-1.txt'), 'x');
    writeFileSync(join(place.scenarioDir, 'anna-2.txt'), 'y');
    const { files } = await bundled(place, { patterns: ['anna-\\d', 'SC-002'] });
    const names = Object.keys(files).filter((path) => path.endsWith('.txt') || path.includes('.txt-'));
    expect(names).toEqual([
      `${runId}/scenarios/«redacted»/«redacted».txt`,
      `${runId}/scenarios/«redacted»/«redacted».txt-2`,
    ]);
    const everything = Object.entries(files).flat().join('\n');
    expect(everything).not.toMatch(/anna-\d|SC-002/);
    expect(files['report.html']).toMatch(/id="s1">\n<h3>.*<code><bdi>«redacted»<\/bdi><\/code>/);
  });

  it('is not written at all when a pattern takes too long, or when it is stopped', async () => {
    const place = workspaceWithRun();
    writeFileSync(join(place.scenarioDir, 'trap.txt'), `${'a'.repeat(60)}!`);
    const { result } = await bundled(place, { patterns: ['(a+)+$'] });
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('scenarios/SC-002/trap.txt, so nothing was written') },
    });
    rmSync(join(place.scenarioDir, 'trap.txt'));
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(bundled(place, { signal: stopped })).rejects.toThrow('stopped');
    expect(readdirSync(join(place.workspace.root, 'out'))).toEqual([]);
  }, 30_000);

  it.each(['Pass', 'status', 'a', String.raw`\w+`])('is made whatever a pattern matches: %s', async (pattern) => {
    const { result, files } = await bundled(workspaceWithRun(), { patterns: [pattern] });
    expect(result.ok).toBe(true);
    const shown = (files['report.html'] ?? '').replace(/<style>[\s\S]*?<\/style>|<[^>]*>|«redacted»/g, ' ');
    expect(shown).not.toMatch(new RegExp(pattern));
    expect(files['report.md']?.replaceAll('«redacted»', '')).not.toMatch(new RegExp(pattern));
  });
});
