import { join } from 'node:path';
import type { JudgedFolders } from '../judge/means';
import type { Judge } from '../judge/model/judge';
import { JudgeCache } from '../judge/model/judge-cache';
import type { ConnectedJudge, JudgeTools, RunJudge } from '../judge/model/run-judge';
import { writeFileAtomically } from '../workspace/write-file';
import { type AttemptRecords, toJson } from './attempt-records';
import type { ProcessRunner } from './process-runner';
import type { RunContext } from './run-context';

/** Connects the judge of a run. @param rookDir where its answers are kept, in cache/judge/. */
export function connectJudge(
  judge: RunJudge,
  tools: JudgeTools | undefined,
  processes: ProcessRunner,
  rookDir: string,
): ConnectedJudge {
  return {
    model: judge.connect(processes),
    timeoutMs: judge.timeoutMs,
    maxSteps: judge.maxSteps,
    cache: new JudgeCache(join(rookDir, 'cache', 'judge'), { read: judge.askAnew !== true }),
    ...(tools && { tools }),
  };
}

/** The judge of one attempt: it sees what is masked on record, and its working goes to the attempt's evidence. */
export function attemptJudge(
  judge: ConnectedJudge,
  run: RunContext,
  records: AttemptRecords,
  folders: JudgedFolders,
): Judge {
  const { redactor, stop } = run;
  const { tools } = judge;
  const subject = {
    scenarioId: records.scenario.id,
    attempt: records.attempt,
    attemptDir: records.layout.dir,
    folders,
  };
  return {
    model: judge.model,
    timeoutMs: judge.timeoutMs,
    maxSteps: judge.maxSteps,
    cache: judge.cache,
    mask: (text) => redactor.mask(text),
    stop,
    ...(tools && { tools: () => tools(subject) }),
    keepWorking: (working) =>
      writeFileAtomically(join(records.layout.evidenceDir, 'judge-working.json'), toJson(redactor.maskJson(working))),
  };
}
