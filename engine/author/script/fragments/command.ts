import type { Fragment } from '../script-parts';

/** A program, started without a shell. */
export const runProgram: Fragment = {
  imports: [['node:child_process', 'spawn']],
  code: `/**
 * Runs the program to its end, with no shell between: every argument arrives as it is. (On Windows, a .cmd or .bat file
 * cannot be started like this: name the program behind it.)
 */
async function runProgram([program, ...args], input, settings) {
  // No colours and no cursor tricks: nobody looks at a terminal here.
  const env = { ...process.env, NO_COLOR: '1', TERM: 'dumb', ...settings };
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const output = [];
  const errors = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  child.stdin.on('error', () => {}); // a program that does not read its input is no failure
  child.stdin.end(input); // and with that closed: a program that reads to the end goes on
  const letGo = () => {
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  const stop = () => {
    child.kill();
    setTimeout(() => child.kill('SIGKILL'), 2000).unref();
    letGo(); // what the program has started itself is in the process group of this script, which Rook ends with it
  };
  limit.addEventListener('abort', stop, { once: true });
  // Something that it has left behind may hold its output open: that is not waited for.
  child.once('exit', () => setTimeout(letGo, 1000).unref());
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(\`could not start \${program}: \${error.code ?? error.message}\`)));
    child.once('close', (...ended) => resolve(ended));
  });
  limit.removeEventListener('abort', stop);
  const stdout = Buffer.concat(output).toString('utf8');
  const stderr = Buffer.concat(errors).toString('utf8');
  if (stderr !== '') process.stderr.write(stderr.endsWith('\\n') ? stderr : \`\${stderr}\\n\`);
  const failure = signal ? \`was ended by \${signal}\` : \`exited with \${code}\`;
  return { stdout, stderr, failure: code === 0 ? undefined : failure };
}`,
};

export const programAnswer: Fragment = {
  imports: [['node:util', 'stripVTControlCharacters']],
  code: `/** What a program has printed, as a terminal shows it in the end: no colours, no links, no line ends at the end. */
function plain(text) {
  const links = /\\u001B\\][^\\u0007\\u001B]*(?:\\u0007|\\u001B\\\\)/g;
  const lines = text.replace(links, '').split(/(\\r*\\n)/);
  return lines.map(shownLine).join('').replace(/(?:\\r?\\n)+$/, '');
}

/** A line in which later pieces have been written over earlier ones, as progress is shown. */
function shownLine(line) {
  if (/^\\r*\\n$/.test(line)) return line; // the end of one
  let shown = '';
  for (const piece of line.split(/\\r|\\u001B\\[1?G/)) {
    const text = stripVTControlCharacters(piece).replace(/[^\\b]\\u0008/g, '');
    const erased = /\\u001B\\[[0-2]?K/.test(piece);
    shown = erased ? text : text + shown.slice(text.length);
  }
  return line.includes('\\r') ? shown.trimEnd() : shown;
}`,
};
