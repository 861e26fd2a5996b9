import { ok, type Result, refuse } from '../../../schemas/result';
import { conversationMark, envMark, goalMark, sessionMark, withoutMarks } from '../material/marks';
import type { Variables } from '../material/variables';

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const handles = ['conversation', 'conversation_id', 'session', 'session_id', 'thread', 'thread_id'];

/**
 * Reads the placeholders of recipes: `{{goal}}`, `{{session_id}}` and its likes, `{{env.NAME}}`, `${NAME}`.
 * Others have no meaning here: they are kept, to be refused all at once.
 */
export class RecipeTexts {
  private readonly unknown = new Set<string>();

  /** @param conversation whether the recipe takes a handle from the reply: then placeholders of it mean that one. */
  constructor(
    private readonly variables: Variables,
    private readonly conversation: boolean,
  ) {}

  /** Whether an id that the client chooses is sent. */
  session = false;

  /** The text with marks for its placeholders. */
  marked(text: string): string {
    return this.placeholdersIn(withoutMarks(text));
  }

  /** The same of a text that has marks of ours already. */
  placeholdersIn(text: string): string {
    return text.replace(placeholder, (whole, name: string | undefined, variable: string | undefined) => {
      if (variable !== undefined) return this.variable(variable);
      if (name === undefined) return whole;
      if (['goal', 'input', 'prompt', 'message'].includes(name.toLowerCase())) return goalMark;
      if (handles.includes(name.toLowerCase())) {
        if (this.conversation) return conversationMark;
        this.session = true;
        return sessionMark;
      }
      const env = /^(?:env[.:]\s*)?([A-Z][A-Z0-9_]*)$/.exec(name)?.[1] ?? /^env[.:]\s*([A-Za-z_]\w*)$/.exec(name)?.[1];
      if (env !== undefined) return this.variable(env);
      this.unknown.add(whole);
      return whole;
    });
  }

  /** Refuses placeholders that have no meaning. */
  get verdict(): Result<true> {
    if (this.unknown.size === 0) return ok(true);
    return refuse(
      `the recipe cannot be converted: nothing is known of ${[...this.unknown].join(', ')}`,
      'Write {{goal}}, {{session_id}}, {{env.NAME}} or a fixed text in its place, then convert again.',
    );
  }

  private variable(name: string): string {
    return /^[A-Za-z_]\w*$/.test(name) ? this.variables.needed(name, 'value that the recipe named') : envMark(name);
  }
}
