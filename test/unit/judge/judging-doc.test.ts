import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkNames } from '../../../engine/judge/known-checks';
import { entryOf } from '../lifecycle/scenario-entries';

const text = readFileSync(join(import.meta.dirname, '../../../docs/judging.md'), 'utf8');
const blocks = [...text.matchAll(/^```ya?ml\n([\s\S]*?)^```$/gm)].map(([, yaml]) => yaml ?? '');
/** Blocks of scenarios; other chapters show other files. */
const examples = blocks.filter((yaml) => /^(acceptance_criteria|calls|forbidden):/m.test(yaml));

describe('docs/judging.md', () => {
  it('has an example of every check', () => {
    const criteria = examples.flatMap((yaml) => parse(yaml).acceptance_criteria ?? []);
    const shown = new Set(criteria.map((criterion: { check?: string }) => criterion.check ?? 'llm_judge'));
    // The chapter on MCP probes has its own.
    expect(checkNames.filter((name) => name !== 'mcp_probe' && !shown.has(name))).toEqual([]);
  });

  it.each(examples)('an example loads: %s', (yaml) => {
    const { scenario, problems } = entryOf('SC-001', parse(yaml));
    expect(problems).toEqual([]);
    expect(scenario).toBeDefined();
  });

  it('links to headings that are there', () => {
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading ?? ''));
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !headings.includes(target ?? ''))).toEqual([]);
  });
});
