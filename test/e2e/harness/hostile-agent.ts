import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What must stay text, in an answer as in a title: each would do something in a page that believed it. */
export const hostileLines = {
  script: '<script>window.pwned = 1</script></script><img src=x onerror="window.pwned = 2"><!-- ]]>',
  link: '[click](command:workbench.action.terminal.new) ![i](https://evil.example/p.png) <a href="javascript:window.pwned=3">x</a>',
  ansi: '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example/\u0007link\u001b]8;;\u0007',
  bidi: 'total: \u202e00.01\u202c EUR',
  nul: 'before\u0000after',
} as const;

/** Every other answer ends otherwise, so that two runs can be compared; standard error has it all as raw bytes, too. */
const script = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';

if (process.argv[2] === 'execute') {
  const file = process.env.ROOK_WORKSPACE + '/hostile.txt';
  const turn = existsSync(file) ? Number(readFileSync(file, 'utf8')) + 1 : 1;
  writeFileSync(file, String(turn));
  const lines = ${JSON.stringify(Object.values(hostileLines))};
  const output = [...lines, turn % 2 ? 'mild' : 'wild', 'x'.repeat(100_000)].join('\\n');
  console.error(lines.join('\\n'));
  const calls = [{ name: lines[0], arguments: { [lines[1]]: lines[3] }, result: lines }];
  process.stdout.write(JSON.stringify({ output, calls }) + '\\n');
}
`;

const scenario = `local_id: SC-666
title: ${JSON.stringify(`${hostileLines.script} ${hostileLines.link}`)}
class: functional
goal: ${JSON.stringify(Object.values(hostileLines).slice(0, 4).join(' '))}
acceptance_criteria:
  - statement: ${JSON.stringify(hostileLines.script)}
    check: contains
    value: mild
  - statement: ${JSON.stringify(hostileLines.bidi)}
    check: contains
    value: ${JSON.stringify(hostileLines.link)}
`;

/** Adds an agent to the refund-desk example whose one scenario, SC-666, is hostile in every text. It passes, then fails. */
export function addHostileAgent(folder: string): void {
  const agent = path.join(folder, '.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'hostile');
  const files: Record<string, string> = {
    'agent.yaml': 'id: hostile\nname: Hostile\n',
    'profiles/local.yaml': 'id: local\nname: Local\nhooks:\n  execute: scripts/hostile.mjs\n',
    'scripts/hostile.mjs': script,
    'scenarios/SC-666.yaml': scenario,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(agent, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
