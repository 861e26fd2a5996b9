import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { HookPhase } from '../../schemas/phase';
import type { HookRecord, HooksFile, PhaseRecord, ResponseFile } from '../../schemas/record';
import type { Scenario } from '../../schemas/scenario';
import type { AttemptLayout } from '../workspace/layout';
import { writeFileAtomically } from '../workspace/write-file';
import { answerOf, observe } from './observation';

/**
 * The records of one attempt, in memory and on disk. hooks.json is the authority: each result is written there before
 * the next phase starts; response.json is made from it (behaviour §5, §14).
 */
export class AttemptRecords {
  readonly hooks: HooksFile;
  private readonly evidence: { file: string; what: string }[] = [];

  constructor(
    readonly scenario: Scenario,
    readonly attempt: number,
    readonly layout: AttemptLayout,
    hooks?: HooksFile,
  ) {
    this.hooks = hooks ?? { version: 1, session: randomUUID(), phases: {} };
  }

  /** What is sent to the agent, in order. */
  get messages(): string[] {
    return [...this.scenario.setupMessages, this.scenario.goal];
  }

  get conversation(): string | undefined {
    const handle = this.hooks.conversation;
    return handle === null || handle === undefined ? undefined : String(handle);
  }

  /** Turns that the execute hook has completed, failed ones included. */
  get turns(): HookRecord[] {
    return this.hooks.phases.execute?.turns ?? [];
  }

  async writeRequest(profileId: string, script: string): Promise<void> {
    const request = {
      scenario_id: this.scenario.id,
      attempt: this.attempt,
      goal: this.scenario.goal,
      setup_messages: this.scenario.setupMessages,
      profile: profileId,
      invoked: script,
    };
    await writeFileAtomically(this.layout.requestFile, toJson(request));
  }

  /** Records one invocation of a hook, with what it printed, byte for byte. */
  async add(phase: HookPhase, record: HookRecord, stdout: Buffer): Promise<void> {
    const handle = record.data?.conversation;
    if (record.ok && (typeof handle === 'string' || typeof handle === 'number') && handle !== '')
      this.hooks.conversation = handle;
    if (phase === 'execute') this.hooks.phases.execute = withTurn(this.hooks.phases.execute, record);
    else this.hooks.phases[phase] = record;
    if (stdout.length > 0) await this.keepEvidence(phase, record.turn, stdout);
    await writeFileAtomically(this.layout.hooksFile, toJson(this.hooks));
  }

  /** Writes response.json from what is on record. @param last what the last execute printed. */
  async writeResponse(status: string, last: Buffer | undefined, error?: string): Promise<ResponseFile> {
    const response = this.response(status, last, error);
    await writeFileAtomically(this.layout.responseFile, toJson(response));
    return response;
  }

  private response(status: string, last: Buffer | undefined, error?: string): ResponseFile {
    const good = this.turns.filter((turn) => turn.ok);
    const { usage } = observe(this.hooks);
    const output = answerOf(good.at(-1)?.data);
    return {
      scenario_id: this.scenario.id,
      attempt: this.attempt,
      status,
      ...(output !== undefined && { output }),
      ...(last && last.length > 0 && { raw_response: last.toString('utf8') }),
      transcript: this.turns.flatMap((turn, index) => {
        const message = { role: 'user' as const, content: this.messages[index] ?? '', turn: index + 1 };
        const answer = turn.ok ? answerOf(turn.data) : undefined;
        return answer === undefined
          ? [message]
          : [message, { role: 'agent' as const, content: answer, turn: index + 1 }];
      }),
      ...(this.turns.length > 0 && { latency_ms: this.turns.reduce((sum, turn) => sum + (turn.durationMs ?? 0), 0) }),
      turns: good.length,
      ...(usage && { usage }),
      ...(error !== undefined && { error }),
    };
  }

  private async keepEvidence(phase: HookPhase, turn: number | undefined, stdout: Buffer): Promise<void> {
    const file = phase === 'execute' ? `execute-${turn ?? 1}.json` : `${phase}.json`;
    this.evidence.push({ file, what: `standard output of ${phase}${turn ? `, turn ${turn}` : ''}, byte for byte` });
    await writeFileAtomically(join(this.layout.evidenceDir, file), stdout);
    await writeFileAtomically(join(this.layout.evidenceDir, 'index.yaml'), stringify({ files: this.evidence }));
  }
}

/** The phase's own record: its last turn, the calls of all turns with their turn, the time of all turns together. */
function withTurn(phase: PhaseRecord | undefined, record: HookRecord): PhaseRecord {
  const turns = [...(phase?.turns ?? []), record];
  const { output: _output, agent_reply: _reply, ...rest } = record.data ?? {};
  const calls = turns.flatMap((turn, index) => {
    const list = turn.data?.calls;
    return Array.isArray(list)
      ? list.map((call) => (isMapping(call) ? { ...call, turn: call.turn ?? turn.turn ?? index + 1 } : call))
      : [];
  });
  const every = turns.every((turn) => Array.isArray(turn.data?.calls));
  const data = { ...rest, ...('calls' in rest || calls.length > 0 ? { calls } : {}) };
  if (!every && calls.length === 0) delete data.calls;
  const first = turns[0];
  return {
    ...record,
    ...(first?.started_at && { started_at: first.started_at }),
    durationMs: turns.reduce((sum, turn) => sum + (turn.durationMs ?? 0), 0),
    ...(record.data && { data }),
    turns,
  };
}

function isMapping(value: unknown): value is Record<string, never> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Indented JSON with a newline at its end, as every JSON record is written. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
