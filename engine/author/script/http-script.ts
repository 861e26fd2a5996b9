import type { HttpStep, HttpTarget, Reading, TakenFrom } from '../draft';
import { historyFile } from './fragments/history';
import { cookieJar, hiddenField, keptState, requiredValue } from './fragments/kept';
import { parseBody } from './fragments/reading';
import { requestFragment } from './fragments/request';
import { historyIn, replyMessage } from './history-code';
import { requestCode } from './http-call-code';
import { jobFunction } from './job-code';
import { access, pathWords } from './place-code';
import { readingCode } from './reading-code';
import type { ScriptParts } from './script-parts';
import { objectKey, quote } from './source-text';
import { jsonCode, type TemplateContext, useConversation } from './template-code';

/** The functions of a script that talks over HTTP: one for each phase, and what they need. */
export function httpScript(target: HttpTarget, reading: Reading | undefined, script: ScriptParts): string[] {
  const cookies = target.cookies === true || target.steps.length > 0;
  const steps = target.steps.length > 0;
  const job = target.job !== undefined;
  script.use(
    requestFragment({
      cookies,
      steps,
      job,
      follow: job || target.call.follow === true || target.steps.some(({ call }) => call.follow === true),
      stream: reading === undefined ? 'maybe' : reading.format === 'sse',
    }),
  );
  if (cookies) script.use(keptState, cookieJar);
  const phases = (['prepare', 'open'] as const).flatMap((phase) => {
    const own = target.steps.filter((step) => step.phase === phase);
    return own.length > 0 ? [stepsFunction(phase, own, script)] : [];
  });
  const history = historyIn(target.call.body?.kind === 'json' ? target.call.body.value : null);
  const own = target.cookies === true || history !== undefined;
  const read = readingCode(reading, 'http', own, script);
  return [
    ...phases,
    executeFunction(target, read.conversation !== 'none', script),
    ...(target.job ? [jobFunction(target, script)] : []),
    read.code,
  ];
}

function executeFunction(target: HttpTarget, speaksOfConversation: boolean, script: ScriptParts): string {
  const context: TemplateContext = { script, goal: 'goal' };
  const { call } = target;
  const history = historyIn(call.body?.kind === 'json' ? call.body.value : null);
  const cookies = target.cookies === true || target.steps.length > 0;
  const handle = target.steps.some((step) => step.handle !== undefined);
  const lines = ['/** One turn: the goal in, the answer out. */', 'async function execute(goal) {'];
  if (cookies) lines.push('  loadKept();');
  if (history) {
    script.use(historyFile);
    lines.push('  const history = readHistory();', `  const turn = ${jsonCode(history.turn, context, 2)};`);
  }
  const sent = requestCode(call, context, []);
  lines.push(...sent.before, `  const ${target.job ? 'first' : 'reply'} = await ${sent.code};`);
  if (target.job) lines.push('  const reply = await jobResult(first);');
  if (cookies) lines.push('  saveKept(process.env.ROOK_STATE_DIR);');
  if (history) {
    lines.push(
      '  const answer = readAnswer(reply);',
      `  saveHistory([...history, turn, ${jsonCode(replyMessage(history), { script, goal: 'answer.output' }, 2)}]);`,
      '  return answer;',
    );
  } else if (handle && !speaksOfConversation) {
    useConversation(script);
    lines.push('  return { ...readAnswer(reply), conversation };');
  } else lines.push('  return readAnswer(reply);');
  return [...lines, '}'].join('\n');
}

function stepsFunction(phase: HttpStep['phase'], steps: readonly HttpStep[], script: ScriptParts): string {
  const context: TemplateContext = { script, goal: `''`, step: true };
  const what = phase === 'prepare' ? 'Once for a run' : 'Before each scenario';
  const lines = [
    `/** ${what}: what has to be done before the agent can be asked. */`,
    `async function ${phase}() {`,
    '  loadKept();',
  ];
  let handle: string | undefined;
  steps.forEach((step, index) => {
    const name = steps.length === 1 ? 'reply' : `reply${index + 1}`;
    const sent = requestCode(step.call, context, ['step: true'], index + 1);
    const used = step.takes.some(({ from }) => from.kind !== 'cookie');
    lines.push(...sent.before, `  ${used ? `const ${name} = ` : ''}await ${sent.code};`);
    for (const { name: taken, from } of step.takes)
      lines.push(`  ${assignable('kept.taken', taken)} = ${takeCode(from, name, script)};`);
    handle = step.handle ?? handle;
  });
  lines.push(`  saveKept(process.env.${phase === 'prepare' ? 'ROOK_RUN_STATE_DIR' : 'ROOK_STATE_DIR'});`);
  if (handle !== undefined && phase === 'open')
    lines.push(`  return { conversation: ${assignable('kept.taken', handle)} };`);
  return [...lines, '}'].join('\n');
}

/** A property that may be assigned to. */
function assignable(root: string, name: string): string {
  const key = objectKey(name);
  return key.startsWith('[') ? `${root}${key}` : key.startsWith(`'`) ? `${root}[${key}]` : `${root}.${key}`;
}

function takeCode(from: TakenFrom, reply: string, script: ScriptParts): string {
  switch (from.kind) {
    case 'json': {
      script.use(requiredValue, parseBody);
      const value = access(
        `parseBody(${reply})`,
        from.path.filter((step) => typeof step !== 'object'),
      );
      return `required(${value}, ${quote(pathWords(from.path))}, ${reply})`;
    }
    case 'header':
      script.use(requiredValue);
      return `required(${access(`${reply}.headers`, [from.name.toLowerCase()])}, ${quote(`header ${from.name}`)}, ${reply})`;
    case 'cookie':
      return `kept.cookies.findLast(({ name }) => name === ${quote(from.name)})?.value`;
    case 'html':
      script.use(requiredValue, hiddenField);
      return `required(hiddenField(${reply}.body, ${quote(from.name)}), ${quote(`hidden field ${from.name}`)}, ${reply})`;
    default:
      throw from satisfies never;
  }
}
