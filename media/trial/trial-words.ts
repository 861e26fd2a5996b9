import type { TrialView } from '../../schemas/panel-view';
import type { IconName } from '../frame/icon';

/** What a trial came to, in words and in the look of a verdict. */
export function trialWords(view: TrialView): { words: string; icon: IconName; tone: string } {
  const who = `Profile ${view.profileId}`;
  if (view.cancelled) return { words: `${who} was not tried to the end`, icon: 'circle-large-outline', tone: 'muted' };
  return view.ok
    ? { words: `${who} brings an answer`, icon: 'pass', tone: 'pass' }
    : { words: `${who} brings no answer`, icon: 'error', tone: 'fail' };
}
