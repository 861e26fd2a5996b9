/** What an item of the Test Explorer stands for. */
export type TestSubject =
  | { kind: 'group' }
  | { kind: 'agent'; root: string; agentDir: string }
  | ScenarioSubject
  | (Omit<ScenarioSubject, 'kind'> & { kind: 'criterion'; criterionId: string });

export interface ScenarioSubject {
  kind: 'scenario';
  /** Folder that holds `.testmuai/rook/`. */
  root: string;
  agentDir: string;
  /** The scenario's file. */
  file: string;
  scenarioId: string;
}
