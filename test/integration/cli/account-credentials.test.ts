import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stdioServerSource } from '../process/mcp-server-script';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rookJson } from './rook-command';

const account = { LT_USERNAME: 'lt-user-name-0001', LT_ACCESS_KEY: 'lt-access-key-0001' };
let workspace: WorkspaceBuilder | undefined;
afterEach(() => workspace?.remove());

/** Source that notes the whole environment that a process got. */
const noteEnvironment = (file: string): string =>
  `import { appendFileSync as noteDown } from 'node:fs';\nnoteDown(${JSON.stringify(file)}, JSON.stringify(process.env) + '\\n');\n`;

describe('the account of LT_USERNAME and LT_ACCESS_KEY', () => {
  it('is accepted, and reaches no hook, no judge command and no MCP server', async () => {
    const made = new WorkspaceBuilder();
    workspace = made;
    const noted = (who: string): string => join(made.root, `env-of-${who}`);
    const verdict = {
      criteria: [
        { criterion_id: 'C1', status: 'Pass', expected: 'x', achieved: 'y', evidence: 'done', confidence: 'high' },
      ],
    };
    made
      .agent()
      .profile('local', ['prepare', 'open', 'execute', 'close', 'collect'])
      .hook(noteEnvironment(noted('hooks')) + hookScript({ execute: "print({ output: 'done' });" }))
      .scenario('SC-1', {
        acceptance_criteria: [
          { statement: 'It is polite.', check: 'llm_judge' },
          {
            statement: 'The desk knows it.',
            check: 'mcp_probe',
            server: 'desk',
            tool: 'look',
            expect: { contains: '{' },
          },
        ],
      });
    made.file(
      'judge.mjs',
      `${noteEnvironment(noted('judge'))}process.stdin.resume().on('end', () => console.log(${JSON.stringify(JSON.stringify(verdict))}));`,
    );
    made.file('server.mjs', noteEnvironment(noted('server')) + stdioServerSource);
    made.file(
      '.rook-home/mcp.json',
      JSON.stringify({ mcpServers: { desk: { command: 'node', args: ['server.mjs'] } } }),
    );

    const env = { ...account, ROOK_JUDGE_COMMAND: 'node judge.mjs' };
    const { code, stdout, stderr } = await rookJson(['run', '--yes'], { cwd: made.root, env });
    expect(code).toBe(0);
    for (const who of ['hooks', 'judge', 'server']) {
      const seen = readFileSync(noted(who), 'utf8');
      expect(seen, who).toContain('"HOME":'); // what it got is the environment, and not nothing
      for (const value of ['LT_USERNAME', 'LT_ACCESS_KEY', ...Object.values(account)])
        expect(seen, who).not.toContain(value);
    }
    for (const value of Object.values(account)) expect(stdout + stderr).not.toContain(value);
  });
});
