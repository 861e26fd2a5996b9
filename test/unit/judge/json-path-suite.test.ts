import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compilePath, queryPath } from '../../../engine/workspace/json-query';

/** The public JSONPath Compliance Test Suite, as a package that passes only a part of it ships it. */
const suiteFile = '../../../node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json';
const Suite = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      selector: z.string(),
      document: z.unknown().optional(),
      invalid_selector: z.boolean().optional(),
      result: z.array(z.unknown()).optional(),
      results: z.array(z.array(z.unknown())).optional(),
    }),
  ),
});
const { tests } = Suite.parse(JSON.parse(readFileSync(join(import.meta.dirname, suiteFile), 'utf8')));

describe('the compliance suite of RFC 9535', () => {
  it('is there', () => {
    expect(tests.length).toBeGreaterThanOrEqual(687);
  });

  it('paths that are not well-formed or valid do not compile: every one is a load error', () => {
    const accepted = tests.filter(({ invalid_selector, selector }) => invalid_selector && compiles(selector));
    expect(accepted.map(({ name }) => name)).toEqual([]);
  });

  it('all others select what they must', () => {
    const wrong = tests
      .filter(({ invalid_selector }) => !invalid_selector)
      .filter(({ selector, document, result, results }) => {
        const found = JSON.stringify(queryPath(selector, document));
        return !(results ?? [result]).some((right) => JSON.stringify(right) === found);
      });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

function compiles(selector: string): boolean {
  try {
    compilePath(selector);
    return true;
  } catch {
    return false;
  }
}
