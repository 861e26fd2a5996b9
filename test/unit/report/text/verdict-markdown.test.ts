import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { criterionMarkdown, verdictMarkdown } from '../../../../engine/report/text/verdict-markdown';
import type { CriterionVerdict } from '../../../../schemas/verdict';
import { hostileTexts, hostileView, plainView } from '../../../e2e/panel/harness/made-views';

const more = [
  '`` ` ```text\n# heading\n```',
  'see https://evil.example/x?y=z, www.evil.example and mail me@evil.example',
  '@everyone #12 GH-12 org/repo#3',
  '\n\n---\n> quote\n- list\n1. list\n| a | b |\n|---|---|\n',
  '<!-- --><details open><summary>x',
  '&lt;b&gt; &#64;all',
];
const hostile = [...Object.values(hostileTexts), ...more];

/** What a reader that takes HTML and makes links of addresses sees in Markdown, beside text and code. */
function markupIn(markdown: string): string[] {
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(markdown, {});
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  const plain = [
    'paragraph_open',
    'paragraph_close',
    'inline',
    'text',
    'code_inline',
    'fence',
    'softbreak',
    'text_special',
  ];
  const ours = ['heading_open', 'heading_close', 'strong_open', 'strong_close'];
  return all.map(({ type }) => type).filter((type) => ![...plain, ...ours].includes(type));
}

describe('verdicts as Markdown', () => {
  it.each(hostile.map((text) => [text.slice(0, 40), text]))(
    'a criterion that says %j is text and code',
    (_name, text) => {
      const view = { ...plainView(), scenarioId: text, runId: text, profileId: text };
      const criterion: CriterionVerdict = {
        criterion_id: text,
        criterion: text,
        check: text,
        expected: text,
        achieved: text,
        status: 'Fail',
        evidence: text,
        confidence: text,
        remedy: text,
      };
      const markdown = criterionMarkdown(view, criterion);
      expect(markupIn(markdown)).toEqual([]);
      // The words of ours alone are outside of code.
      const words = new MarkdownIt({ html: true, linkify: true })
        .parse(markdown, {})
        .flatMap(({ children }) => children ?? [])
        .filter(({ type }) => type === 'text')
        .map(({ content }) => content.trim())
        .filter((content) => !/^[.,:]?$/.test(content));
      expect(words.join(' ')).toMatch(
        /^Fail Expected, check Achieved: Evidence, confidence Remedy: Scenario , run , profile$/,
      );
    },
  );

  it('a verdict with everything hostile has its heading and nothing else', () => {
    const view = hostileView();
    if (!view.verdict) throw new Error('it has one');
    const markdown = verdictMarkdown({ ...view, title: more.join(' ') }, view.verdict);
    expect(markupIn(markdown)).toEqual([]);
    expect(markdown.split('\n').filter((line) => /^#/.test(line))[0]).toMatch(/^### Fail: `SC-666` /);
  });
});
