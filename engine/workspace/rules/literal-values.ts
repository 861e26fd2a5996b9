import type { DocumentPath } from '../../../schemas/criterion';
import type { Problem } from '../../../schemas/problem';
import { literalSecretsIn } from '../literal-secrets/literal-secrets';
import { asRecord } from '../plain-value';

/**
 * Values of a mapping that look like credentials: nothing secret is ever written into the workspace (behaviour §1). The
 * value itself is in no message. References such as `${NAME}` are none.
 * @param remedy where the value belongs.
 */
export function literalValues(mapping: unknown, path: DocumentPath, remedy: (name: string) => string): Problem[] {
  return Object.entries(asRecord(mapping) ?? {}).flatMap(([name, value]): Problem[] => {
    const problem = literalValue(name, value, [...path, name], remedy(name));
    return problem ? [problem] : [];
  });
}

/** The same for one value. */
export function literalValue(name: string, value: unknown, path: DocumentPath, remedy: string): Problem | undefined {
  if (typeof value !== 'string' || value.length > 4000) return undefined;
  const [found] = literalSecretsIn(`${name.replace(/[^\w$-]/g, '_')} = ${JSON.stringify(value)}`);
  if (!found) return undefined;
  return {
    code: 'literal-credential',
    severity: 'error',
    message: `${name} holds a literal credential, and whoever gets this file gets it, too`,
    remedy: `${remedy} If the file was shared, have the credential replaced.`,
    path,
  };
}
