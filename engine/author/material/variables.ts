import type { EnvReference } from '../../../schemas/profile';
import type { FoundSecret } from '../material';
import { envMark } from './marks';
import { variableName } from './placeholders';

interface Known {
  purpose: string;
  value?: string;
}

/** The environment variables that a piece of material needs: those it names, and those that its literal secrets become. */
export class Variables {
  private readonly known = new Map<string, Known>();

  /**
   * The mark of the variable that a literal secret becomes. The same secret is the same variable, wherever it stands.
   * @param name as it should be called; a number is added when another value is called so.
   */
  secret(name: string, purpose: string, value: string): string {
    const wanted = variableName(name);
    for (let number = 1; ; number++) {
      const unique = number === 1 ? wanted : `${wanted}_${number}`;
      const known = this.known.get(unique);
      if (known && known.value !== value) continue;
      if (!known) this.known.set(unique, { purpose, value });
      return envMark(unique);
    }
  }

  /** The mark of a variable whose value the user has to bring. */
  needed(name: string, purpose: string): string {
    if (!this.known.has(name)) this.known.set(name, { purpose });
    return envMark(name);
  }

  /** The literal secrets that were found, in order. */
  get secrets(): FoundSecret[] {
    return [...this.known].flatMap(([variable, { purpose, value }]) =>
      value === undefined ? [] : [{ variable, purpose, value }],
    );
  }

  /** The variables that a value with slots names, in order, each with its purpose. */
  referencedIn(target: unknown): EnvReference[] {
    return [...new Set(slotNames(target))].map((variable) => ({
      variable,
      purpose: this.known.get(variable)?.purpose ?? purposeByName(variable),
    }));
  }
}

function* slotNames(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  // Names of fields and headers are texts in lists, so a mapping with a text `env` is always a slot.
  if ('env' in value && typeof value.env === 'string') yield value.env;
  for (const item of Object.values(value)) yield* slotNames(item);
}

function purposeByName(variable: string): string {
  if (/URL|HOST|ENDPOINT/.test(variable)) return 'address of the agent, as the material names it';
  if (/KEY|TOKEN|SECRET|PASS|AUTH/.test(variable)) return 'credential for the agent, as the material names it';
  return 'value that the material names';
}
