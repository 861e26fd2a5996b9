import { isGoalWord } from '../../workspace/literal-secrets/field-names';
import { envMark, goalMark, replaceVariables } from './marks';

/** Ways in which documents write "put something here", the inner words as a group. */
const placeholder = new RegExp(
  [
    /\{\{\s*([\w .-]{1,40}?)\s*\}\}/, // {{goal}}
    /\$\{([A-Za-z_][\w ]{0,40})\}/, // ${GOAL}
    /\{([A-Za-z][\w -]{0,40})\}/, // {goal}
    /<([A-Za-z][\w '-]{0,40})>/, // <goal>
    /\[([A-Z][A-Z_ ]{1,40})\]/, // [MESSAGE]
    /%([A-Z][A-Z_]{1,40})%/, // %GOAL%
    /__([A-Z][A-Z_]{1,40}?)__/, // __GOAL__
    /\$([A-Z][A-Z_]{1,40})\b/, // $GOAL
    /\b(YOUR(?:[_ -][A-Z]+)+|[A-Z]+(?:_[A-Z]+)*_HERE)\b/, // YOUR_MESSAGE, MESSAGE_HERE
    /\b((?:[Yy]our|[Ee]nter|[Tt]ype) (?:(?:your|a|the) )?(?:prompt|message|question|query)(?: (?:here|goes here))?)(?=[.…]*$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The text with every placeholder of the user's words, and every variable that is named like one, made the goal's mark. */
export function markGoal(text: string): string {
  const marked = text.replace(placeholder, (whole, ...groups: unknown[]) => {
    const inner = groups.slice(0, 10).find((group) => typeof group === 'string');
    if (typeof inner !== 'string' || !isGoalWord(inner)) return whole;
    // In <text>hello</text> it is a tag.
    return whole.startsWith('<') && text.includes(`</${inner}>`) ? whole : goalMark;
  });
  return replaceVariables(marked, (name) => (isGoalWord(name) ? goalMark : undefined));
}

/** The name that a placeholder of another value suggests for its variable: `{{apiKey}}` → `apiKey`. */
export function placeholderName(value: string): string | undefined {
  const inner = /^(?:\{\{\s*|<|\$?\{|\$|%|\[|__)([A-Za-z_][\w .-]*?)(?:\s*\}\}|>|\}|%|\]|__|)$/.exec(value.trim())?.[1];
  return inner?.trim();
}

/** A name as a variable of the environment has it: `apiKey` → `API_KEY`. */
export function variableName(name: string): string {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return snake === '' ? 'VALUE' : /^[0-9]/.test(snake) ? `V_${snake}` : snake;
}

/** `{{name}}` of other meaning than the goal, made the mark of a variable. */
export function markVariables(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replace(
    /\{\{\s*([\w.$-]{1,60})\s*\}\}/g,
    (_whole, name: string) => lookUp(name) ?? envMark(variableName(name)),
  );
}
