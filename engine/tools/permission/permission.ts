import type { ToolRequest } from '../../workspace/permission-rule';

/** Something that no rule decides, put to whoever can. */
export interface PermissionQuestion {
  request: ToolRequest;
  /** The rule that `always` and `never` stand for. */
  rule: string;
  /** What is going to happen, in words. */
  what: string;
  /** What is tested: `always` and `never` count for this target only. */
  target: string;
}

/** `once` and `no` are for this one time; `always` and `never` are kept for the target. */
export type PermissionAnswer = 'once' | 'always' | 'never' | 'no';

/** The port through which a surface answers: a modal, a prompt in a terminal, or nobody. */
export interface Permission {
  /** Why no person can be asked; absent when one can. */
  readonly unattended?: string;
  /** True when whatever is asked will be approved, though no person is there. */
  readonly approvesAll?: boolean;
  /** Never rejects: aborting `signal` is a `no`. It is asked one question at a time. */
  ask(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
}

/** Nobody can be asked: what no rule covers is refused. */
export function headlessPermission(why: string): Permission {
  return { unattended: why, ask: async () => 'no' };
}

/** `--yes`: approves for this command whatever would be asked, and keeps nothing. */
export function approvingPermission(): Permission {
  return { unattended: '--yes was given', approvesAll: true, ask: async () => 'once' };
}
