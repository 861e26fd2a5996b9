import { formatRefusal, type Refusal } from '../schemas/result';
import { paperOf } from './terminal/paper';
import { inertForRunner } from './terminal/runner-commands';
import { visibleLines } from './terminal/visible-text';

/** Writes what went wrong, and what to do about it, to standard error. */
export function printRefusal(error: Refusal): void {
  const { paint } = paperOf(process.stderr, process.env);
  const [first, ...more] = visibleLines(formatRefusal(error));
  const lines = [`${paint(['red', 'bold'], 'error:')} ${first ?? ''}`, ...more];
  for (const line of error.remedy ? visibleLines(error.remedy) : []) lines.push(paint('dim', `  ${line}`));
  write(`${lines.join('\n')}\n`);
}

/** Writes something the user should know, and that does not stop the command, to standard error. */
export function printWarning(error: Refusal): void {
  const { paint } = paperOf(process.stderr, process.env);
  const remedy = error.remedy ? `. ${error.remedy}` : '';
  write(`${paint('yellow', 'warning:')} ${visibleLines(formatRefusal(error) + remedy).join('\n  ')}\n`);
}

function write(text: string): void {
  process.stderr.write(inertForRunner(text, process.env));
}
