/**
 * Stands in for @vscode/native-watchdog where it was not compiled: ends the extension host when its parent is gone.
 */
const checkEveryMs = 1_000;

exports.start = (pid) => {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, checkEveryMs).unref();
};
exports.exit = (code) => process.exit(code ?? 0);
