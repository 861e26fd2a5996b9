import { refuse } from '../../schemas/result';
import { literalSecretsIn } from '../workspace/literal-secrets/literal-secrets';

/** A refusal that names each literal credential of a script by its line; undefined when there is none. */
export function refuseLiterals(script: string): ReturnType<typeof refuse> | undefined {
  const found = literalSecretsIn(script);
  if (found.length === 0) return undefined;
  const list = found.map(({ line, what }) => `  line ${line}: ${what}`).join('\n');
  return refuse(
    `the script would hold a literal credential:\n${list}`,
    'Name it in the material as a variable, such as $API_TOKEN, and set its value with rook env set.',
  );
}
