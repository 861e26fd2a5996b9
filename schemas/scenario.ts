import * as z from 'zod';
import { type Criterion, CriterionFile, type DocumentPath } from './criterion';

/** Categories by class (behaviour §6). */
export const categoriesByClass = {
  functional: ['happy_path', 'negative', 'boundary', 'integration', 'state_context'],
  non_functional: ['performance', 'token_economy', 'reliability', 'quality'],
  adversarial: [
    'prompt_injection',
    'jailbreak',
    'data_exfiltration',
    'pii_leakage',
    'harmful_content',
    'hallucination',
    'hijacking',
    'policy_violation',
    'technical_injection',
  ],
} as const;

export type ScenarioClass = keyof typeof categoriesByClass;
// The keys of a const object are exactly ScenarioClass; Object.keys widens them.
export const scenarioClasses = Object.keys(categoriesByClass) as ScenarioClass[];
export const ScenarioClass = z.enum(scenarioClasses);
export type ScenarioCategory = (typeof categoriesByClass)[ScenarioClass][number];
export const scenarioCategories: ScenarioCategory[] = scenarioClasses.flatMap((name) => [...categoriesByClass[name]]);
export const ScenarioCategory = z.enum(scenarioCategories);

const strings = z.array(z.string()).nullish();
const SetupMessage = z.union([z.string(), z.looseObject({ content: z.string() })]);

export const callExpectations = ['called', 'not_called', 'called_with'] as const;
export const CallExpectationFile = z.looseObject({
  server: z.string().nullish(),
  tool: z.string().min(1),
  expect: z.enum(callExpectations).nullish().describe('called when absent.'),
  arguments: z.record(z.string(), z.json()).nullish(),
});

export const VerificationRequirement = z.looseObject({
  type: z.string(),
  server: z.string().nullish(),
  op: z.string().nullish(),
  field: z.string().nullish(),
});
export type VerificationRequirement = z.infer<typeof VerificationRequirement>;

export const Redteam = z.looseObject({
  attack_category: z.string().nullish(),
  success_signals: strings.describe('What shows that the attack worked.'),
  failure_signals: strings.describe('What shows that it was defended.'),
});

export const Expectation = z.looseObject({
  acceptance_criteria: z.array(CriterionFile).nullish(),
  forbidden: strings,
  output_kind: z.string().nullish(),
  calls: z.array(CallExpectationFile).nullish(),
  mcp: z.array(CallExpectationFile).nullish(),
});

/** `scenarios/<id>.yaml`, flat or nested (behaviour §6). Unknown keys are data. */
export const ScenarioFile = z.looseObject({
  local_id: z.string().min(1).nullish().describe('Id of the scenario; must be the name of the file.'),
  id: z.string().min(1).nullish().describe('Id of the scenario; must be the name of the file.'),
  title: z.string().nullish(),
  feature_id: z.string().nullish(),
  class: ScenarioClass.nullish(),
  category: ScenarioCategory.nullish(),
  goal: z.string().min(1).describe('What is sent to the agent, on the standard input of execute.'),
  input_kind: z.string().nullish(),
  input: z.looseObject({ kind: z.string().nullish(), attachments: z.array(z.json()).nullish() }).nullish(),
  attachments: z.array(z.json()).nullish(),
  acceptance_criteria: z.array(CriterionFile).nullish(),
  expectation: Expectation.nullish(),
  forbidden: strings.describe('Strings that must not stand in the answer.'),
  calls: z.array(CallExpectationFile).nullish().describe('Tool calls that must, or must not, be observed.'),
  verification_requires: z.array(VerificationRequirement).nullish(),
  preconditions: strings,
  multi_turn: z.boolean().nullish(),
  setup_messages: z.array(SetupMessage).nullish(),
  max_turns: z.int().min(1).nullish(),
  repeat: z.int().min(1).max(100).nullish().describe('Number of attempts, each with its own session.'),
  timeout_seconds: z.number().min(0).nullish().describe('Bound on all turns of an attempt together, in seconds.'),
  tags: strings,
  executable: z.boolean().nullish(),
  skip_reason: z.string().nullish(),
  excluded: z.boolean().nullish(),
  redteam: Redteam.nullish(),
  why: z.string().nullish(),
  output_kind: z.string().nullish(),
});
export type ScenarioFile = z.infer<typeof ScenarioFile>;

export interface CallExpectation {
  tool: string;
  server?: string;
  expect: (typeof callExpectations)[number];
  arguments?: Record<string, unknown>;
  path: DocumentPath;
}

/** A scenario, whichever form it was written in, with the defaults filled in. */
export interface Scenario {
  id: string;
  title: string;
  featureId?: string;
  class?: ScenarioClass;
  category?: ScenarioCategory;
  goal: string;
  inputKind: string;
  attachments: unknown[];
  criteria: Criterion[];
  calls: CallExpectation[];
  forbidden: string[];
  verificationRequires: VerificationRequirement[];
  preconditions: string[];
  multiTurn: boolean;
  setupMessages: string[];
  maxTurns: number;
  /** What the author should know, such as a max_turns too small for the set-up messages. */
  repeat: number;
  timeoutSeconds?: number;
  tags: string[];
  executable: boolean;
  skipReason?: string;
  excluded: boolean;
  successSignals: string[];
  failureSignals: string[];
  adversarial: boolean;
  why?: string;
  outputKind?: string;
}
