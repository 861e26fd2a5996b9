import * as z from 'zod';
import { ScenarioView } from '../../../../schemas/panel-view';
import { CoverageGaps, RedteamCoverage, Report } from '../../../../schemas/report';
import { RunStatus } from '../../../../schemas/run';
import { ScenarioCategory, ScenarioClass } from '../../../../schemas/scenario';
import type { ScenarioOutcome } from '../../outcome';
import type { ExportedRun, UnrunnableScenario } from '../exported-run';

/** Entries of what has no schema. */
const runKeys = {
  id: true,
  name: true,
  agentId: true,
  profileId: true,
  created: true,
  ended: true,
  testMode: true,
  dir: true,
  dirInRepository: true,
  report: true,
  outcomes: true,
  unrunnable: true,
  status: true,
  reason: true,
  coverage: true,
  redteam: true,
  comparison: true,
  gate: true,
  placeOf: true,
} satisfies Record<keyof ExportedRun, true>;
const outcomeKeys = {
  id: true,
  title: true,
  featureId: true,
  class: true,
  category: true,
  state: true,
  verdict: true,
  unreadable: true,
  why: true,
  carried: true,
} satisfies Record<keyof ScenarioOutcome | keyof UnrunnableScenario, true>;
const states = ['verdict', 'unjudged', 'not_run'] satisfies ScenarioOutcome['state'][];

let known: ReadonlySet<string> | undefined;

/**
 * The names of entries and the fixed values of what reports are made from. A pattern such as `Pass` must not change them before
 * a report is made: it could not be. What the report says is masked all the same once it is made.
 */
export function ownWords(): ReadonlySet<string> {
  if (known) return known;
  const words = new Set([...Object.keys(runKeys), ...Object.keys(outcomeKeys), ...states]);
  for (const schema of [
    ScenarioView,
    Report,
    CoverageGaps,
    RedteamCoverage,
    RunStatus,
    ScenarioClass,
    ScenarioCategory,
  ])
    collect(z.toJSONSchema(schema, { unrepresentable: 'any' }), words);
  known = words;
  return known;
}

function collect(part: unknown, words: Set<string>): void {
  if (Array.isArray(part)) for (const inner of part) collect(inner, words);
  if (part === null || typeof part !== 'object' || Array.isArray(part)) return;
  for (const [keyword, inner] of Object.entries(part)) {
    if (keyword === 'const' || keyword === 'enum') {
      for (const one of [inner].flat()) if (typeof one === 'string') words.add(one);
    } else {
      if (keyword === 'properties') for (const name of Object.keys(inner)) words.add(name);
      collect(inner, words);
    }
  }
}
