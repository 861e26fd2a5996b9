import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { readFeatures } from '../engine/workspace/agent-files';
import { ensureGitignore } from '../engine/workspace/gitignore';
import { goalEnd, type NewScenario, newScenarioText, nextScenarioId } from '../engine/workspace/new-scenario';
import { chooseAgent } from './agent-choice';
import { doubtsAbout } from './check-doubts';
import { criterionOf } from './criterion-questions';
import { type Answers, askInTurn } from './guided-flow';
import { kindOf, type ScenarioSurroundings, scenarioQuestions } from './scenario-questions';
import type { LocatedAgent, TestExplorer } from './test-explorer';

/** Asks what a new scenario is about, writes its file in the agent's folder, and opens it with the cursor in its goal. */
export async function newScenario(explorer: TestExplorer, target?: unknown): Promise<void> {
  const chosen = await chooseAgent(explorer, target);
  if (!chosen) return;
  const surroundings = await surroundingsOf(chosen);
  const answers = await askInTurn({
    title: vscode.l10n.t('New Scenario for {0}', chosen.agent.name),
    questions: (soFar) => scenarioQuestions(soFar, surroundings),
  });
  if (!answers) return;
  const { agentDir } = chosen.agent;
  await explorer.catchUp([agentDir]); // files that came while the questions were answered
  const file = await write(explorer.agentAt(agentDir) ?? chosen, answers);
  await explorer.update([file]);
  const document = await vscode.workspace.openTextDocument(file);
  const cursor = document.positionAt(goalEnd(document.getText(), basename(file)));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(cursor, cursor) });
}

async function surroundingsOf(located: LocatedAgent): Promise<ScenarioSurroundings> {
  const scenarios = located.scenarios.flatMap(({ entry: { scenario } }) => scenario ?? []);
  const features = await readFeatures(located.agent);
  for (const { featureId } of scenarios) if (featureId && !features.has(featureId)) features.set(featureId, featureId);
  const lastFeature = scenarios.at(-1)?.featureId;
  return {
    kinds: scenarios.flatMap(({ class: name, category }) => (name && category ? [{ class: name, category }] : [])),
    features,
    ...(lastFeature !== undefined && { lastFeature }),
    doubts: await doubtsAbout(located),
  };
}

/** Writes the file under the next free id; one that appears at this very moment is never written over. */
async function write({ agent, scenarios, workspace }: LocatedAgent, answers: Answers): Promise<string> {
  const siblings = scenarios.map(({ entry }) => entry);
  const taken = siblings.flatMap(({ id, file }) => [id, basename(file).replace(/\.ya?ml$/, '')]);
  await mkdir(agent.scenariosDir, { recursive: true });
  if (workspace.workspace) await ensureGitignore(workspace.workspace.rookDir);
  for (;;) {
    const scenario: NewScenario = { id: nextScenarioId(taken), ...saidIn(answers) };
    const text = newScenarioText(
      scenario,
      siblings.map((entry) => entry.text),
    );
    if (!text.ok) throw new Error([text.error.message, text.error.remedy].filter(Boolean).join('. '));
    const file = join(agent.scenariosDir, `${scenario.id}.yaml`);
    try {
      await writeFile(file, text.value, { flag: 'wx' });
      return file;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      taken.push(scenario.id);
    }
  }
}

function saidIn(answers: Answers): Omit<NewScenario, 'id'> {
  const feature = answers.get('feature');
  return {
    title: answers.get('title')?.trim() ?? '',
    goal: answers.get('goal') ?? '',
    ...kindOf(answers),
    ...(feature && { featureId: feature }),
    criterion: criterionOf(answers),
  };
}
