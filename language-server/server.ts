import './small-heap';
import { toFrame } from './handshake/frames';
import { greet, type RequestId } from './handshake/greet';

const { stdin, stdout } = process;

// A client that goes away before it has said anything.
const leave = (): never => process.exit(1);
stdin.once('end', leave);
void greet(stdin, stdout).then(serve);

/** Loads what does the work: most of the time that a start takes, while the client already goes on. */
async function serve(greeted: RequestId | undefined): Promise<void> {
  try {
    const { startConnection } = await import('./connection');
    stdin.off('end', leave);
    startConnection(greeted);
  } catch (error) {
    const message = `Rook's language server cannot be loaded. Install the extension again. ${String(error)}`;
    process.stderr.write(`${message}\n`);
    const params = { type: 1, message };
    stdout.write(toFrame({ method: 'window/logMessage', params }), () => process.exit(1));
  }
}
