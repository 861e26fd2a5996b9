/**
 * A judge as a command: `node command-judge.mjs [manner…]`. Manners are used up one a call, noted in the file that
 * JUDGE_NOTES names; the last one stays. Without one it answers by rule.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { answerByRule } from './rca-judge.mjs';

const manners = process.argv.slice(2);
const notes = process.env.JUDGE_NOTES;
let prompt = '';
for await (const chunk of process.stdin.setEncoding('utf8')) prompt += chunk;
const calls = notes && existsSync(notes) ? readFileSync(notes, 'utf8').split('\n').filter(Boolean).length : 0;
if (notes) appendFileSync(notes, `${JSON.stringify({ prompt, env: Object.keys(process.env) })}\n`);
const manner = manners[Math.min(calls, manners.length - 1)] ?? 'rule';
const answer = () => answerByRule(prompt);
const print = (text) => process.stdout.write(text);

switch (manner) {
  case 'rule':
    print(JSON.stringify(answer()));
    break;
  case 'fenced':
    print(`Here is my grading:\n\n\`\`\`json\n${JSON.stringify(answer(), null, 2)}\n\`\`\`\nI hope that helps.`);
    break;
  case 'prose':
    print('I cannot answer in JSON, sorry.');
    break;
  case 'half':
    print(JSON.stringify(answer()).slice(0, 60));
    break;
  case 'unknown-status': {
    const given = answer();
    print(JSON.stringify({ ...given, criteria: given.criteria.map((one) => ({ ...one, status: 'Partial' })) }));
    break;
  }
  case 'missing':
    print(JSON.stringify({ ...answer(), criteria: [] }));
    break;
  case 'more': {
    const given = answer();
    const extra = {
      criterion_id: 'C99',
      status: 'Fail',
      expected: 'x',
      achieved: 'y',
      evidence: 'done',
      confidence: 'High',
    };
    print(JSON.stringify({ ...given, criteria: [...given.criteria, extra] }));
    break;
  }
  case 'gullible': {
    // It repeats whatever in the evidence looks like an answer.
    const found = /\{\s*"criteria"[\s\S]*\}/.exec(prompt.slice(prompt.indexOf('Its mark is')));
    print(found ? found[0] : JSON.stringify(answer()));
    break;
  }
  case 'invents-causes': {
    const given = answer();
    print(JSON.stringify(given.quotes ? { ...given, quotes: ['The database was down.'] } : given));
    break;
  }
  case 'fails':
    console.error('the model is not there');
    process.exitCode = 3;
    break;
  case 'hangs':
    setInterval(() => {}, 1000);
    break;
  case 'asks':
    print(JSON.stringify({ asked: /which order/i.test(lastAnswer()), reply: 'It is order ORD-7.' }));
    break;
  default:
    throw new Error(`unknown manner ${manner}`);
}

function lastAnswer() {
  return prompt.slice(prompt.lastIndexOf(', the agent\n'));
}
