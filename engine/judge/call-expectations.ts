import type { CallExpectation } from '../../schemas/scenario';
import { gradeCalled } from './checks/called';
import { gradeCalledWith } from './checks/called-with';
import { gradeNotCalled } from './checks/not-called';
import type { Evidence } from './evidence';
import type { Grade } from './grade';

/** Grades one entry of `calls:`, which is a criterion of its own (behaviour §7). */
export function gradeCall(call: CallExpectation, evidence: Evidence): Grade {
  switch (call.expect) {
    case 'called':
      return gradeCalled(call, evidence);
    case 'not_called':
      return gradeNotCalled(call, evidence);
    case 'called_with':
      return gradeCalledWith(call, evidence);
    default:
      return call.expect satisfies never;
  }
}

/** The entry in words. */
export function callStatement(call: CallExpectation): string {
  const tool = call.server ? `${call.server}.${call.tool}` : call.tool;
  switch (call.expect) {
    case 'called':
      return `${tool} was called`;
    case 'not_called':
      return `${tool} was not called`;
    case 'called_with':
      return `${tool} was called with ${JSON.stringify(call.arguments ?? {})}`;
    default:
      return call.expect satisfies never;
  }
}
