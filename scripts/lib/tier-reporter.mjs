import { appendFileSync, writeFileSync } from 'node:fs';

/**
 * A vitest reporter that writes to the file in `ROOK_TIER_REPORT`, one JSON object a line, as things happen.
 * Other than vitest's own JSON report it survives a killed run, and it keeps the reasons of skipped tests.
 */
export default class TierReporter {
  file = process.env.ROOK_TIER_REPORT ?? 'tier-report.ndjson';

  onInit() {
    writeFileSync(this.file, '');
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseReady(test) {
    this.write({ type: 'started', name: nameOf(test) });
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    this.write({
      type: 'finished',
      name: nameOf(test),
      state: result.state,
      message: messageOf(result.errors),
      reason: result.state === 'skipped' ? result.note : undefined,
    });
  }

  /**
   * A file that cannot be loaded, or a hook that fails: no test of its own has the error.
   * @param {import('vitest/node').TestModule} module
   */
  onTestModuleEnd(module) {
    this.writeErrors(module.relativeModuleId, module.errors());
    for (const suite of module.children.allSuites())
      this.writeErrors(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} _modules
   * @param {ReadonlyArray<import('vitest').SerializedError>} unhandled
   */
  onTestRunEnd(_modules, unhandled) {
    this.writeErrors('an error outside any test', unhandled);
    this.write({ type: 'end' });
  }

  /**
   * @param {string} name
   * @param {ReadonlyArray<import('vitest').SerializedError>} errors
   */
  writeErrors(name, errors) {
    if (errors.length > 0) this.write({ type: 'finished', name, state: 'failed', message: messageOf(errors) });
  }

  /** @param {Record<string, unknown>} event */
  write(event) {
    appendFileSync(this.file, `${JSON.stringify(event)}\n`);
  }
}

/** @param {import('vitest/node').TestCase} test */
function nameOf(test) {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

/** @param {ReadonlyArray<import('vitest').SerializedError> | undefined} errors */
function messageOf(errors) {
  return errors?.map(({ message, stack }) => `${message}\n${ownFrames(stack ?? '', message)}`).join('\n');
}

/**
 * The stack without its message and without the frames of Node.js and of the test runner.
 * @param {string} stack
 * @param {string} message
 */
function ownFrames(stack, message) {
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  const foreign = /node_modules|\(?node:|<anonymous>/;
  return frames
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreign.test(line))
    .join('\n');
}
