import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../../integration/workspace-builder';

const folder = join(repository, 'engine/workspace/ci');
const source = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

test('docs/ci.md names every rule about pipelines under its severity, and no other', () => {
  const rules = [...source.matchAll(/code: '(ci-[a-z-]+)',\s*severity: '(\w+)'/g)].map(
    ([, code, severity]) => `${severity} ${code}`,
  );
  expect(rules.length).toBeGreaterThan(15);
  const traps = readFileSync(join(repository, 'docs/ci.md'), 'utf8').split('## The traps')[1] ?? '';
  const [errors = '', warnings = ''] = traps.split('A warning is about');
  const named = (text: string, severity: string) =>
    [...text.matchAll(/^\| `(ci-[a-z-]+)`/gm)].map(([, code]) => `${severity} ${code}`);
  expect([...named(errors, 'error'), ...named(warnings, 'warning')].sort()).toEqual([...new Set(rules)].sort());
});
