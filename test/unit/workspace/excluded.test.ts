import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withExcluded } from '../../../engine/workspace/excluded';
import { readScenarioText } from '../../../engine/workspace/scenario-file';

function edited(text: string, excluded: boolean): string {
  const result = withExcluded(text, 'SC-1.yaml', excluded);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const rest = 'goal: "Say  hi" # spaced\nacceptance_criteria:\n- {check: contains, value: 007}\n';

describe('excluding a scenario', () => {
  it.each([
    [
      'adds the entry above the title',
      `# head\nlocal_id: SC-1\ntitle: T\n${rest}`,
      `# head\nlocal_id: SC-1\nexcluded: true\ntitle: T\n${rest}`,
    ],
    ['adds it where there is no title', `id: SC-1\n${rest}`, `excluded: true\nid: SC-1\n${rest}`],
    [
      'sets an entry that is there',
      `id: SC-1\nexcluded: false  # why\n${rest}`,
      `id: SC-1\nexcluded: true  # why\n${rest}`,
    ],
    ['keeps CRLF', 'title: T\r\ngoal: g\r\n', 'excluded: true\r\ntitle: T\r\ngoal: g\r\n'],
    ['keeps a byte order mark', '\uFEFFtitle: T\ngoal: g\n', '\uFEFFexcluded: true\ntitle: T\ngoal: g\n'],
    ['works in JSON', '{"title": "T", "goal": "g"}', '{"excluded": true, "title": "T", "goal": "g"}'],
    [
      'works in braces below a comment',
      '# note\n{title: x, goal: y}\n',
      '# note\n{"excluded": true, title: x, goal: y}\n',
    ],
    ['keeps the indent of the whole', '  title: T\n  goal: g\n', '  excluded: true\n  title: T\n  goal: g\n'],
    ['fills an entry without a value', `title: T\nexcluded:\ngoal: g\n`, `title: T\nexcluded: true\ngoal: g\n`],
  ])('%s', (_name, before, after) => {
    expect(edited(before, true)).toBe(after);
    expect(edited(after, true)).toBe(after);
  });

  it('is undone by including it: the entry stays, and says false', () => {
    expect(edited('title: T\nexcluded: true # flaky\n', false)).toBe('title: T\nexcluded: false # flaky\n');
    expect(edited('title: T\n', false)).toBe('title: T\n');
  });

  it('refuses what is no scenario, with the place', () => {
    expect(withExcluded('title: [unclosed\n', 'SC-1.yaml', true).ok).toBe(false);
    expect(withExcluded('just text\n', 'SC-1.yaml', true).ok).toBe(false);
  });

  it('changes nothing else, whatever the values are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        (title, goal, first) => {
          const lines = [`title: ${JSON.stringify(title)}`, `goal: ${JSON.stringify(`g${goal}`)} # kept`];
          const text = `local_id: SC-1\n${(first ? lines : lines.reverse()).join('\n')}\nforbidden: [x]\n`;
          const after = edited(text, true);
          expect(after.replace('excluded: true\n', '')).toBe(text);
          const { scenario } = readScenarioText(after, 'SC-1.yaml');
          expect(scenario?.excluded).toBe(true);
        },
      ),
    );
  });
});
