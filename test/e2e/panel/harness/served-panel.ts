import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from '../../../../scripts/lib/repository.mjs';

const command = path.join(repositoryRoot, 'dist', 'rook.js');

/** `rook ui` in a folder, as a person starts it. */
export interface ServedPanel {
  url: string;
  port: number;
  stop: () => Promise<void>;
}

/** @param args flags, such as `--port` */
export async function serveUi(folder: string, args: string[] = []): Promise<ServedPanel> {
  const child = spawn(process.execPath, [command, 'ui', '--json', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, port } = JSON.parse(await firstDocument(child));
  return {
    url,
    port,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGINT');
      }),
  };
}

/** A run of the command, made while somebody looks; resolves to its id. */
export async function runRook(folder: string, args: string[] = []): Promise<string> {
  const child = spawn(process.execPath, [command, 'run', '--json', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(await firstDocument(child)).run_id;
}

/** What a command prints until it is one JSON document. */
function firstDocument(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.endsWith('}\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${text}`)));
    child.once('error', reject);
  });
}
