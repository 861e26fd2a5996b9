import { ok, type Result } from '../../../schemas/result';
import type { Draft, TextTemplate } from '../draft';
import type { FoundSecret } from '../material';
import { hiding } from '../material/hiding';
import { templateOf } from '../material/marks';
import { Variables } from '../material/variables';
import { byHand, cannot } from './cannot';
import { type Recipe, readRecipe } from './recipe';
import { readingOf } from './recipe-reading';
import { targetOf } from './recipe-target';
import { RecipeTexts } from './recipe-texts';

/** What a recipe runs before each scenario. */
export interface Reset {
  /** Program and arguments, with no shell between. */
  argv: readonly TextTemplate[];
  /** Folder, relative to the root of the workspace. */
  cwd: string;
  timeoutSeconds?: number;
}

/** A recipe as what scripts are written from. */
export interface ConvertedRecipe {
  draft: Draft;
  /** Program and arguments that were run before each scenario, texts of templates. */
  reset?: Reset;
  /** What the profile declares, by what the recipe said. */
  capabilities: { multi_turn: boolean; calls: boolean; usage: boolean };
  /** Literal credentials that became variables. */
  secrets: FoundSecret[];
  /** What was not converted, or differs, each a sentence. */
  warnings: string[];
}

/** Makes a draft of a legacy recipe. What cannot be converted is refused or warned of, by name. */
export function draftOfRecipe(value: unknown): Result<ConvertedRecipe> {
  const read = readRecipe(value);
  if (!read.ok) return read;
  const { recipe, warnings } = read.value;
  if (recipe.mode != null && recipe.mode !== 'sync')
    return cannot(`mode: ${recipe.mode}`, `Only sync recipes can be converted. ${byHand}`);
  const variables = new Variables();
  const texts = new RecipeTexts(variables, recipe.conversation != null && recipe.conversation.kind !== 'none');
  const target = targetOf(recipe, texts, variables, warnings);
  if (!target.ok) return target;
  const reading = readingOf(recipe, texts, warnings);
  if (!reading.ok) return reading;
  const reset = resetOf(recipe, texts, variables);
  if (!texts.verdict.ok) return texts.verdict;
  const { conversation, calls } = reading.value ?? {};
  const multiTurn = conversation !== undefined || (target.value.kind === 'http' && target.value.cookies === true);
  const parts = { target: target.value, ...(reset && { reset }) };
  return ok({
    draft: {
      target: target.value,
      ...(reading.value && { reading: reading.value }),
      env: variables.referencedIn(parts),
    },
    ...(reset && { reset }),
    capabilities: {
      multi_turn: multiTurn,
      calls: calls !== undefined,
      usage: reading.value?.usage !== undefined,
    },
    secrets: variables.secrets,
    warnings,
  });
}

function resetOf(recipe: Recipe, texts: RecipeTexts, variables: Variables): ConvertedRecipe['reset'] {
  const { reset } = recipe;
  if (!reset) return undefined;
  const hide = hiding('', variables);
  const argv = reset.argv.map((word, index) => {
    const option = /^--?([\w-]+)$/.exec(reset.argv[index - 1] ?? '')?.[1] ?? '';
    return templateOf(hide({ name: option, value: texts.marked(word), where: 'argument of the reset' }));
  });
  return {
    argv,
    cwd: reset.cwd ?? '.',
    ...(reset.timeout_seconds != null && { timeoutSeconds: reset.timeout_seconds }),
  };
}
