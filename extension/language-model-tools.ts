import { basename } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { scenarioState } from '../engine/lifecycle/plan';
import { listedScenario } from '../engine/lifecycle/scenario-list';
import { reportOf } from '../engine/report/stored-report';
import { runLayout, scenarioLayout } from '../engine/workspace/layout';
import { openRun, readStored, storedValue } from '../engine/workspace/runs';
import { Verdict } from '../schemas/verdict';
import type { RecentRuns } from './recent-runs';
import type { LocatedAgent, TestExplorer } from './test-explorer';
import type { TestRuns } from './test-runs';

const AgentInput = z.object({ agent: z.string().optional() });
const RunInput = z.object({ agent: z.string().optional(), scenarios: z.array(z.string()).min(1) });
const VerdictInput = z.object({ agent: z.string().optional(), scenario: z.string() });

/** What a tool answers is the JSON of the command line, or a failure in the same form. */
type Document = Record<string, unknown>;

/** Tools with which a chat can list scenarios, run them and read verdicts. Running asks first: it reaches a real agent. */
export function languageModelTools(
  explorer: TestExplorer,
  runs: TestRuns,
  recent: RecentRuns,
): Record<string, vscode.LanguageModelTool<unknown>> {
  return {
    rook_list_scenarios: {
      invoke: ({ input }) =>
        answer(AgentInput, input, async ({ agent }) => {
          await explorer.ready;
          return listOf(agentNamed(explorer, agent));
        }),
    },
    rook_read_verdict: {
      invoke: ({ input }) =>
        answer(VerdictInput, input, async ({ agent, scenario }) => {
          await explorer.ready;
          return verdictOf(agentNamed(explorer, agent), scenario, recent);
        }),
    },
    rook_run_scenarios: {
      prepareInvocation: ({ input }) => confirmation(explorer, input),
      invoke: ({ input }, token) =>
        answer(RunInput, input, async ({ agent, scenarios }) => {
          await explorer.ready;
          return runOf(agentNamed(explorer, agent), scenarios, explorer, runs, token);
        }),
    },
  };
}

async function answer<T>(
  schema: z.ZodType<T>,
  input: unknown,
  work: (input: T) => Promise<Document>,
): Promise<vscode.LanguageModelToolResult> {
  const read = schema.safeParse(input);
  const document = read.success
    ? await work(read.data).catch((error: Error) => ({ ok: false, error: error.message }))
    : { ok: false, error: z.prettifyError(read.error) };
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(document))]);
}

/** The agent that is meant; without a name, the only one there is. */
function agentNamed({ agents }: TestExplorer, name: string | undefined): LocatedAgent {
  const found = agents.filter(({ agent }) => name === undefined || agent.id === name || agent.name === name);
  const [only] = found;
  if (only && found.length === 1) return only;
  const ids = agents.map(({ agent }) => agent.id).join(', ');
  throw new Error(
    `${name === undefined ? 'name an agent' : `there is no single agent ${name}`}: the agents are ${ids}`,
  );
}

function listOf({ agent, scenarios, profile, profileTrouble }: LocatedAgent): Document {
  const listed = scenarios.map(({ entry }) =>
    listedScenario(
      entry,
      profile ? scenarioState(entry, profile) : { kind: 'unrunnable', why: profileTrouble ?? 'no profile is chosen' },
    ),
  );
  const runnable = listed.filter(({ state }) => state === 'runnable').length;
  return { agent_id: agent.id, profile_id: profile?.id ?? null, total: listed.length, runnable, scenarios: listed };
}

async function verdictOf({ agent }: LocatedAgent, scenarioId: string, recent: RecentRuns): Promise<Document> {
  const record = await recent.find(agent.agentDir, scenarioId);
  if (!record) throw new Error(`${scenarioId} has not run yet`);
  const { verdictFile } = scenarioLayout(runLayout(record.runDir).scenarioDir(scenarioId));
  const verdict = storedValue(await readStored(verdictFile, Verdict));
  if (!verdict) throw new Error(`${scenarioId} has no verdict that can be read in run ${basename(record.runDir)}`);
  return { run_id: basename(record.runDir), dir: record.runDir, verdict };
}

async function runOf(
  { agent }: LocatedAgent,
  ids: readonly string[],
  explorer: TestExplorer,
  runs: TestRuns,
  token: vscode.CancellationToken,
): Promise<Document> {
  const items = explorer.scenarioItems(agent.agentDir, (id) => ids.includes(id));
  const known = new Set(items.map((item) => explorer.tree.subjectOf(item)).map((subject) => scenarioIdOf(subject)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')}; nothing was run`);
  let runId: string | undefined;
  await runs.run(new vscode.TestRunRequest(items), token, {
    onPlanned: (id) => {
      runId = id;
    },
  });
  if (runId === undefined) throw new Error('nothing was run; the Test Explorer says why');
  const run = await openRun(agent.runsDir, runId);
  if (!run.ok) throw new Error(run.error.message);
  const { report } = await reportOf(run.value);
  const status = storedValue(run.value.file)?.status;
  return { ok: true, run_id: run.value.id, halted: status !== 'completed', dir: run.value.layout.runDir, report };
}

function scenarioIdOf(subject: ReturnType<TestExplorer['tree']['subjectOf']>): string | undefined {
  return subject?.kind === 'scenario' ? subject.scenarioId : undefined;
}

/** Says what would be reached before anything is. */
function confirmation(explorer: TestExplorer, input: unknown): vscode.PreparedToolInvocation {
  const read = RunInput.safeParse(input);
  if (!read.success) return {}; // the call answers with what is wrong, and runs nothing
  let located: LocatedAgent;
  try {
    located = agentNamed(explorer, read.data.agent);
  } catch {
    return {}; // likewise
  }
  const ids = read.data.scenarios.join(', ');
  return {
    invocationMessage: vscode.l10n.t('Running {0}', ids),
    confirmationMessages: {
      title: vscode.l10n.t('Run Rook scenarios?'),
      message: vscode.l10n.t(
        'This runs {0} of agent {1} with profile {2}: its hook scripts are started and reach the agent for real.',
        ids,
        located.agent.name,
        located.profile?.name ?? '?',
      ),
    },
  };
}
