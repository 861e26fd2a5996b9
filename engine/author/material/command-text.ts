import { isInterpreter, isProgram } from './known-programs';

/** Whether a text is a command line, and no prose: one line, or lines joined, that begins with a program. */
export function isCommandLine(text: string): boolean {
  const [first = '', ...others] = text
    .trim()
    .replace(/[\\^`]\r?\n\s*/g, ' ')
    .split('\n');
  if (/^\s*[$%❯] \S/.test(first)) return true;
  const line = first.trim().replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '');
  const [program = '', ...rest] = line.split(/\s+/);
  if (!/^[a-z0-9_./~@-]+$/i.test(program) || (/^[A-Z]/.test(program) && !isProgram(program))) return false;
  if (rest.length === 0) return others.length === 0 && (isProgram(program) || /^[a-z][a-z0-9_-]{2,40}$/.test(program));
  const bare = line.replace(/"[^"]*"|'[^']*'/g, '""');
  // A comma or a full stop at a word's end, outside of quotes, is a sentence's.
  if (/[\p{L}],(\s|$)|\p{L}[.!?:]$/u.test(bare)) return false;
  if (/\s(&&|\|)\s/.test(bare)) return true;
  if (isProgram(program)) return !isInterpreter(program) || /^(-|run$|""$)|[./\\{<]/.test(rest[0] ?? '');
  return others.length === 0 && /\s-{1,2}[a-z]|""$|<\s*\S+$|\{\{/i.test(bare);
}
