import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, WorkspaceBuilder } from '../workspace-builder';
import { eventually } from './rook-command';

const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;

it.skipIf(!hasScript)(
  'what is pasted into a terminal is read whole, empty lines and all; then the person is asked',
  async () => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(request.url === '/threads' ? 201 : 200, { 'content-type': 'application/json' });
      const said = (JSON.parse(body || '{}') as { content?: string }).content;
      response.end(JSON.stringify(request.url === '/threads' ? { id: 't-1' } : { reply: `You said: ${said}` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
    const workspace = new WorkspaceBuilder().agent();
    try {
      const command = `'${process.execPath}' '${join(repository, 'dist/rook.js')}' profile add two`;
      const { PATH = '', HOME = '' } = process.env;
      const child = spawn('script', ['-qefc', command, '/dev/null'], {
        cwd: workspace.root,
        env: { PATH, HOME, ROOK_HOME: join(workspace.root, '.rook-home'), NO_COLOR: '1', SHELL: '/bin/sh' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let shown = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        shown += text;
      });
      const closed = new Promise<number | null>((resolve) => {
        child.once('close', resolve);
      });
      await eventually(() => shown.includes('then an empty line'));
      const turn = `curl ${url}/threads/THREAD_ID/messages -H 'Content-Type: application/json' -d '{\n\n "content": "Hi"}'`;
      child.stdin.write(`curl -X POST ${url}/threads\n\n${turn}\n\n`);
      await eventually(() => shown.includes('[N]o: '));
      expect(asked).toEqual([]);
      child.stdin.write('o\n');
      await eventually(() => shown.includes('Is that its answer?'));
      child.stdin.write('y\n');
      expect(await closed).toBe(0);
      expect(shown).toContain('2 cURL commands');
      expect(asked[0]).toBe('POST /threads');
      expect(workspace.has('.testmuai/rook/projects/desk/agents/desk/scripts/two.mjs')).toBe(true);
    } finally {
      server.closeAllConnections();
      server.close();
      workspace.remove();
    }
  },
);
