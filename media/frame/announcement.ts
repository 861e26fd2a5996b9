import type { ToPanel } from '../../schemas/panel';
import type { TrialView } from '../../schemas/panel-view';
import { trialWords } from '../trial/trial-words';
import { statusOf } from '../verdict/status';

type Announced = Pick<Extract<ToPanel, { type: 'run' | 'scenario' | 'compare' | 'trends' | 'trial' }>, 'type' | 'view'>;

/** What changed on a page, in words for those who cannot see it; undefined when it is not worth an interruption. */
export function announcementOf(before: Announced | { view: TrialView }, after: Announced): string | undefined {
  const was = 'type' in before ? before : { type: 'trial', view: before.view };
  if (was.type === 'scenario' && after.type === 'scenario') {
    const [old, view] = [was.view, after.view] as ViewsOf<'scenario'>;
    return old.verdict?.status === view.verdict?.status ? undefined : `${view.scenarioId}: ${statusOf(view).words}`;
  }
  if (was.type === 'run' && after.type === 'run') {
    const [old, view] = [was.view, after.view] as ViewsOf<'run'>;
    return old.status === 'running' && view.status !== 'running' ? view.report?.headline : undefined;
  }
  if (was.type === 'trial' && after.type === 'trial') {
    const [old, view] = [was.view, after.view] as ViewsOf<'trial'>;
    return old.running && !view.running ? trialWords(view).words : undefined;
  }
  return undefined;
}

/** Two views of one kind: both types were compared with the same word. */
type ViewsOf<K extends ToPanel['type']> = K extends 'trial'
  ? [TrialView, TrialView]
  : [Extract<ToPanel, { type: K; view: unknown }>['view'], Extract<ToPanel, { type: K; view: unknown }>['view']];
