import type { HttpTarget, Path } from '../draft';
import { excerpt } from './fragments/exchange';
import { requiredValue } from './fragments/kept';
import { parseBody } from './fragments/reading';
import { waiting } from './fragments/request';
import { headerItems } from './http-call-code';
import { access, pathWords } from './place-code';
import type { ScriptParts } from './script-parts';
import { bracketed, quote } from './source-text';
import { hasSlot, type TemplateContext, urlCode } from './template-code';

/** The function of a script that waits for a job, asking as often as the agent wants it. */
export function jobFunction({ job, call }: HttpTarget, script: ScriptParts): string {
  if (!job) return '';
  script.use(waiting, excerpt);
  const context: TemplateContext = { script, goal: `''` };
  // A poll has no body, and no goal: headers that speak of them stay behind.
  const headers = headerItems(
    {
      method: 'GET',
      url: call.url,
      headers: call.headers.filter(([name, value]) => !/^content-type$/i.test(name) && !hasSlot(value, 'goal')),
    },
    context,
  );
  const at = job.at;
  const lines = [
    '/** Waits for the job that a reply names, asking as often as the agent wants it, and returns the reply that ends it. */',
    'async function jobResult(first) {',
  ];
  switch (at.kind) {
    case 'location':
      script.use(requiredValue);
      lines.push(`  const address = required(first.headers.location, 'header Location that names its job', first);`);
      break;
    case 'url':
      script.use(requiredValue, parseBody);
      lines.push(
        `  const address = required(${access('parseBody(first)', plain(at.path))}, ${quote(`${pathWords(at.path)} that names its job`)}, first);`,
      );
      break;
    case 'id':
      script.use(requiredValue, parseBody);
      lines.push(
        `  const id = required(${access('parseBody(first)', plain(at.path))}, ${quote(`${pathWords(at.path)} that names its job`)}, first);`,
      );
      lines.push(`  const address = ${urlCode(at.url, { ...context, job: 'id' })};`);
      break;
    default:
      throw at satisfies never;
  }
  lines.push('  const url = new URL(address, first.url);');
  if (headers.length > 0) {
    lines.push(
      '  // Another origin gets no credentials.',
      `  const headers = url.origin === new URL(first.url).origin ? ${bracketed('{', headers, '}', 2)} : {};`,
    );
  }
  const options = [headers.length > 0 && 'headers', 'follow: true', 'first'].filter(Boolean).join(', ');
  lines.push(
    '  let reply = first;',
    '  for (let pause = 1000; ; pause = Math.min(pause * 2, 5000)) {',
    '    await sleep(retryAfter(reply) ?? pause, undefined, { signal: limit });',
    `    reply = await request('GET', url.href, { ${options} });`,
  );
  if (job.state) {
    script.use(parseBody);
    const failed = job.state.failed.map(lowerCase);
    lines.push(
      "    if (reply.status === 202 && reply.body.trim() === '') continue;",
      `    const state = String(${access('parseBody(reply)', plain(job.state.path))}).toLowerCase();`,
      ...(failed.length > 0
        ? [
            `    if (${bracketed('[', failed, ']', 4)}.includes(state)) {`,
            '      throw new Error(`the job ended as ${state}: ${excerpt(reply.body)}`);',
            '    }',
          ]
        : []),
      `    const pending = ${bracketed('[', job.state.pending.map(lowerCase), ']', 4)};`,
      '    if (reply.status !== 202 && !pending.includes(state)) return reply;',
    );
  } else lines.push('    if (reply.status !== 202) return reply; // 202 says that it goes on');
  return [...lines, '  }', '}'].join('\n');
}

/** A word that states are compared with: agents write them in small letters and in capitals. */
function lowerCase(word: string): string {
  return quote(word.toLowerCase());
}

function plain(path: Path): (string | number)[] {
  return path.filter((step) => typeof step !== 'object');
}
