import { runCommandLine } from './command-line';
import { surviveLostReaders } from './lost-readers';
import { keepCodeSmall, keepHeapSmall } from './small-process';

/** Entry of the `rook` command; bundled to dist/rook.js. The process ends by itself, so that all output is flushed. */
surviveLostReaders();
keepHeapSmall();
keepCodeSmall();
void runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode ||= code; // an answer that could not be written has set it already
});
