/**
 * A reader of our output may leave early (`rook run | head`, a closed terminal). What the command does goes on to its
 * end, since its records matter more than its words; what can no longer be written is dropped.
 */
export function surviveLostReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EIO') return;
      process.exitCode = 1;
      if (stream === process.stdout) process.stderr.write(`error: the answer could not be written: ${error.message}\n`);
    });
  }
}
