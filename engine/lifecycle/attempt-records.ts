import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { type HookPhase, hookPhases } from '../../schemas/phase';
import {
  type HookRecord,
  type HooksFile,
  HooksFile as HooksFileSchema,
  type PhaseRecord,
  type ResponseFile,
} from '../../schemas/record';
import type { Scenario } from '../../schemas/scenario';
import type { AttemptLayout } from '../workspace/layout';
import { readTextIfPresent } from '../workspace/read-text';
import { readStored, storedValue } from '../workspace/runs';
import { Flushes, writeFileAtomically } from '../workspace/write-file';
import { answerOf, observe } from './observation';
import type { Redactor } from './redactor';

/** Name of the file with the conversation handle, among what is kept unmasked. */
const handleName = 'conversation';

/** What the records of an attempt belong to. */
export interface AttemptRef {
  scenario: Scenario;
  attempt: number;
  layout: AttemptLayout;
  /**
   * Folder in run-state/ for what holds a secret and is still needed as it was: a conversation handle, and what hooks
   * printed, which is judged. The records only have it masked.
   */
  unmaskedDir: string;
  redactor: Redactor;
}

/**
 * The records of one attempt, in memory and on disk. hooks.json is the authority: each result is written there before
 * the next phase starts; response.json is made from it (behaviour §5, §14).
 */
export class AttemptRecords {
  /** What was written for a phase gets to the disk while the next one runs, and is there before that one is recorded. */
  private readonly flushes = new Flushes();
  /** How many files the index of the evidence names. */
  private indexed = 0;

  private constructor(
    private readonly ref: AttemptRef,
    readonly hooks: HooksFile,
    /** The handle as the agent knows it. */
    private handle: string | undefined,
  ) {}

  /** The records of an attempt that has not begun. */
  static fresh(ref: AttemptRef): AttemptRecords {
    return new AttemptRecords(ref, { version: 1, session: randomUUID(), phases: {} }, undefined);
  }

  /** The records that an earlier process left of an attempt; fresh ones when it left none that can be read. */
  static async load(ref: AttemptRef): Promise<AttemptRecords> {
    const hooks = storedValue(await readStored(ref.layout.hooksFile, HooksFileSchema));
    if (!hooks) return AttemptRecords.fresh(ref);
    const unmasked = await readTextIfPresent(join(ref.unmaskedDir, handleName));
    const handle = unmasked ?? (hooks.conversation == null ? undefined : String(hooks.conversation));
    return new AttemptRecords(ref, hooks, handle);
  }

  get scenario(): Scenario {
    return this.ref.scenario;
  }

  get attempt(): number {
    return this.ref.attempt;
  }

  get layout(): AttemptLayout {
    return this.ref.layout;
  }

  /** What is sent to the agent, in order: set-up messages, the goal, and what a simulated user said so far. */
  get messages(): string[] {
    const simulated = this.hooks.simulation?.messages.map(({ content }) => content) ?? [];
    return [...this.scenario.setupMessages, this.scenario.goal, ...simulated];
  }

  get conversation(): string | undefined {
    return this.handle;
  }

  /** Turns that the execute hook has run, failed ones included. */
  get turns(): HookRecord[] {
    const execute = this.hooks.phases.execute;
    return execute?.turns ?? (execute ? [execute] : []);
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
    await writeFileAtomically(this.layout.requestFile, toJson(this.ref.redactor.maskJson(request)));
  }

  /** Records one invocation of a hook. @param stdout what it printed, unmasked. @param conversation its handle, likewise. */
  async add(phase: HookPhase, record: HookRecord, stdout: Buffer, conversation?: string | number): Promise<void> {
    if (record.ok && conversation !== undefined && conversation !== '') await this.keepHandle(conversation);
    if (stdout.length > 0) {
      const name = phase === 'execute' ? `execute-${record.turn ?? 1}.json` : `${phase}.json`;
      record.stdout_file = `evidence/${name}`;
      const masked = maskBytes(stdout, this.ref.redactor);
      if (masked !== stdout) {
        record.masked = true;
        await this.keepUnmasked(name, stdout);
      }
      await writeFileAtomically(join(this.layout.evidenceDir, name), masked);
    }
    if (phase === 'execute') this.hooks.phases.execute = withTurn(this.hooks.phases.execute, record);
    else this.hooks.phases[phase] = record;
    await this.writeHooks();
  }

  /** Writes the index of the evidence from what is on record, unless it is written; none when no hook printed anything. */
  async writeEvidenceIndex(): Promise<void> {
    const index = this.evidenceIndex();
    if (index.files.length === this.indexed) return;
    this.indexed = index.files.length;
    await writeFileAtomically(join(this.layout.evidenceDir, 'index.yaml'), indexText(index));
  }

  /**
   * Begins the attempt anew, with a session of its own; what there was of it stays on record as `previous`.
   * The state folder of the earlier session is emptied.
   */
  async restart(): Promise<void> {
    const { previous, ...ended } = this.hooks;
    const list = Array.isArray(previous) ? previous : [];
    for (const key of Object.keys(this.hooks)) delete this.hooks[key];
    Object.assign(this.hooks, { version: 1, session: randomUUID(), phases: {}, previous: [...list, ended] });
    this.handle = undefined;
    await rm(this.ref.unmaskedDir, { recursive: true, force: true });
    await rm(this.layout.stateDir, { recursive: true, force: true });
    await this.writeHooks();
  }

  /**
   * Sets aside what was recorded after the turns, before a turn is run again: its close released another session, and its
   * collect saw another answer. It stays on record as `previous`.
   */
  async setAsideAfterTurns(): Promise<void> {
    const { close, collect, ...kept } = this.hooks.phases;
    if (!close && !collect) return;
    const earlier = Array.isArray(this.hooks.previous) ? this.hooks.previous : [];
    this.hooks.previous = [...earlier, { session: this.hooks.session, phases: { close, collect } }];
    this.hooks.phases = kept;
    await this.writeHooks();
  }

  /** Writes response.json from what is on record. @param status how the turns ended. */
  async writeResponse(status: string, error?: string): Promise<ResponseFile> {
    const response = await this.response(status, error);
    await writeFileAtomically(this.layout.responseFile, toJson(response));
    return response;
  }

  private async response(status: string, error: string | undefined): Promise<ResponseFile> {
    const good = this.turns.filter((turn) => turn.ok);
    const { usage } = observe(this.hooks);
    const output = answerOf(good.at(-1)?.data);
    const raw = await this.rawOf(this.turns.at(-1));
    return {
      scenario_id: this.scenario.id,
      attempt: this.attempt,
      status,
      ...(output !== undefined && { output }),
      ...(raw !== undefined && { raw_response: raw }),
      transcript: this.turns.flatMap((turn, index) => {
        const content = this.ref.redactor.mask(this.messages[index] ?? '');
        const simulated = index > this.scenario.setupMessages.length && { simulated: true };
        const message = { role: 'user' as const, content, turn: index + 1, ...simulated };
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

  /** What a turn printed, from the evidence. */
  private async rawOf(turn: HookRecord | undefined): Promise<string | undefined> {
    return typeof turn?.stdout_file === 'string'
      ? readTextIfPresent(join(this.layout.evidenceDir, basename(turn.stdout_file)))
      : undefined;
  }

  /**
   * The records as the hooks printed them: a secret that an agent gives away must be judged as itself, not as its mask.
   * Undefined when what was masked is no longer there (a run that was copied without its run-state).
   */
  async unmasked(): Promise<{ hooks: HooksFile; rawResponse: string } | undefined> {
    const restored = new Map<HookRecord, HookRecord>();
    for (const phase of hookPhases) {
      const record = this.hooks.phases[phase];
      for (const one of record?.turns ?? (record ? [record] : [])) {
        if (!one.masked || !one.stdout_file) continue;
        const text = await readTextIfPresent(join(this.ref.unmaskedDir, basename(one.stdout_file)));
        if (text === undefined) return undefined;
        // A hook that failed may have printed anything; one that did not printed one JSON object.
        if (one.ok) restored.set(one, { ...one, data: JSON.parse(text.replace(/^\uFEFF/, '')) });
      }
    }
    const last = this.turns.at(-1);
    const raw = last?.masked && last.stdout_file ? join(this.ref.unmaskedDir, basename(last.stdout_file)) : undefined;
    const rawResponse = (raw === undefined ? await this.rawOf(last) : await readTextIfPresent(raw)) ?? '';
    if (restored.size === 0) return { hooks: this.hooks, rawResponse };
    const phases: HooksFile['phases'] = {};
    for (const phase of hookPhases) {
      const record = this.hooks.phases[phase];
      if (!record) continue;
      if (phase !== 'execute') phases[phase] = restored.get(record) ?? record;
      else for (const turn of this.turns) phases.execute = withTurn(phases.execute, restored.get(turn) ?? turn);
    }
    return { hooks: { ...this.hooks, phases }, rawResponse };
  }

  private async keepUnmasked(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(this.ref.unmaskedDir, { recursive: true, mode: 0o700 });
    await writeFile(join(this.ref.unmaskedDir, name), content, { mode: 0o600 });
  }

  private evidenceIndex(): EvidenceIndex {
    const files = hookPhases.flatMap((phase) => {
      const record = this.hooks.phases[phase];
      return (record?.turns ?? (record ? [record] : [])).flatMap((one) =>
        one.stdout_file
          ? [
              {
                file: basename(one.stdout_file),
                what: `standard output of ${phase}${one.turn ? `, turn ${one.turn}` : ''}`,
              },
            ]
          : [],
      );
    });
    return { files };
  }

  private async keepHandle(conversation: string | number): Promise<void> {
    this.handle = String(conversation);
    const masked = this.ref.redactor.maskJson(conversation);
    this.hooks.conversation = masked;
    if (masked === conversation) return;
    await this.keepUnmasked(handleName, this.handle);
  }

  /** Waits until what was written is on the disk itself. */
  settle(): Promise<void> {
    return this.flushes.settle();
  }

  /** Writes what was changed in `hooks` since. */
  save(): Promise<void> {
    return this.writeHooks();
  }

  private async writeHooks(): Promise<void> {
    await this.flushes.settle();
    await writeFileAtomically(this.layout.hooksFile, toJson(this.hooks), { flushes: this.flushes });
  }
}

interface EvidenceIndex {
  files: { file: string; what: string }[];
}

let lastIndex = { key: '', text: '' };

/** Most attempts of a run have the same index, and making YAML of it takes longer than writing it. */
function indexText(index: EvidenceIndex): string {
  const key = JSON.stringify(index);
  if (lastIndex.key !== key) lastIndex = { key, text: stringify(index) };
  return lastIndex.text;
}

/** Bytes without a secret stay exactly as they were printed, valid UTF-8 or not. */
function maskBytes(bytes: Buffer, redactor: Redactor): Buffer {
  if (!redactor.active) return bytes;
  const text = bytes.toString('utf8');
  return redactor.holds(text) ? Buffer.from(redactor.mask(text), 'utf8') : bytes;
}

/** The phase's own record: its last turn, the calls of all turns with their turn, the time of all turns together. */
function withTurn(phase: PhaseRecord | undefined, record: HookRecord): PhaseRecord {
  // A turn that is tried again takes the place of what failed.
  const turns = [...(phase?.turns ?? []).filter((turn) => turn.turn !== record.turn), record];
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
