import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft, JsonTemplate, TextTemplate } from '../../../../engine/author/draft';
import { ScriptParts } from '../../../../engine/author/script/script-parts';
import { commentText, quote } from '../../../../engine/author/script/source-text';
import { jsonCode, textCode } from '../../../../engine/author/script/template-code';
import { phasesOf, writeScript } from '../../../../engine/author/script/write-script';
import { drafts } from '../../../fixtures/targets/drafts';
import { anyDraft, jsonTemplate, nasty, oddText, template } from './draft-arbitrary';
import { namesIn } from './parsed-script';

/** What Node.js 20 has without an import, as far as scripts use it. */
const globals = new Set(
  `AbortSignal Array BigInt Blob Boolean Buffer Date Error FormData JSON Map Math NaN Number Object Promise RegExp String TextDecoder URL
   URLSearchParams clearTimeout console decodeURIComponent encodeURIComponent fetch parseInt process setTimeout undefined`.split(
    /\s+/,
  ),
);
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;
const write = (draft: Draft): string => writeScript(draft, { profileId: 'desk' });

/** Runs an expression with values for what it names. */
function evaluate(code: string, scope: Record<string, unknown>): unknown {
  return new Function(...Object.keys(scope), `return (${code});`)(...Object.values(scope));
}

/** Whether a slot of the draft, that of a job's id apart, wants a value that a step has taken. */
function usesTaken(draft: Draft): boolean {
  return /\{"taken":"(?!job"\})/.test(JSON.stringify(draft));
}

describe('whatever text a draft holds', () => {
  it('its script parses, declares all that it uses, uses all that it has, and no text has become code', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        // A value can be taken only where steps bring one.
        fc.pre(('steps' in draft.target && draft.target.steps.length > 0) || !usesTaken(draft));
        const source = write(draft);
        const { declared, top, used } = namesIn(source);
        const known = new Set(declared);
        expect(used.filter((name) => !known.has(name) && !globals.has(name))).toEqual([]);
        expect(top.filter((name) => !used.includes(name))).toEqual([]);
        expect(new Set(top).size).toBe(top.length);
        expect(unseen.exec(source)).toBeNull();
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it('a string literal means that text', () => {
    fc.assert(
      fc.property(fc.oneof(oddText, fc.string({ unit: 'binary' })), (text) => {
        expect(evaluate(quote(text), {})).toBe(text);
      }),
    );
  });

  it('a template means its parts, joined', () => {
    fc.assert(
      fc.property(template, (parts) => {
        const scope = {
          goal: 'GOAL',
          conversation: 'CONVERSATION',
          taken: (name: string) => `<${name}>`,
          process: { env: { ROOK_SESSION: 'S', DESK_KEY: 'K', DESK_OTHER: 'O' } },
        };
        const code = textCode(parts, { script: new ScriptParts(), goal: 'goal' });
        expect(evaluate(code, scope)).toBe(meaning(parts));
      }),
      { numRuns: 500 },
    );
  });

  it('a JSON value arrives as it is in the draft', () => {
    fc.assert(
      fc.property(jsonTemplate, (value) => {
        const scope = {
          goal: 'GOAL',
          conversation: 'CONVERSATION',
          taken: (name: string) => `<${name}>`,
          process: { env: { ROOK_SESSION: 'S', DESK_KEY: 'K', DESK_OTHER: 'O' } },
        };
        const code = jsonCode(value, { script: new ScriptParts(), goal: 'goal' }, 2);
        expect(JSON.stringify(evaluate(code, scope))).toBe(JSON.stringify(JSON.parse(jsonMeaning(value))));
      }),
      { numRuns: 500 },
    );
  });

  it('a comment stays on its line', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const comment = commentText(text);
        expect(comment).not.toMatch(/[\r\n\u2028\u2029]|\*\//);
        expect(unseen.exec(comment)).toBeNull();
      }),
    );
    for (const text of nasty) expect(namesIn(`// ${commentText(text)}\nrun();`).used).toEqual(['run']);
  });
});

/** A template, read the plain way. */
function meaning(parts: TextTemplate): string {
  const values: Record<string, string> = {
    goal: 'GOAL',
    conversation: 'CONVERSATION',
    session: 'S',
    DESK_KEY: 'K',
    DESK_OTHER: 'O',
  };
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('taken' in part) return `<${part.taken}>`;
      return values['env' in part ? part.env : part.slot] ?? '';
    })
    .join('');
}

/** JSON text of a template: the later of two fields with one name counts, as everywhere in JSON. */
function jsonMeaning(value: JsonTemplate): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('text' in value) return JSON.stringify(meaning(value.text));
  if ('list' in value) return `[${value.list.map(jsonMeaning).join(',')}]`;
  if ('fields' in value)
    return `{${value.fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonMeaning(field)}`).join(',')}}`;
  throw new Error('no history here');
}

describe('the script of an agent', () => {
  const examples = Object.entries(drafts).map(
    ([name, draft]) => [name, write(draft('http://127.0.0.1:8080'))] as const,
  );

  it.each(examples)('%s: fits on the screen of a reviewer', (_, source) => {
    expect(source.split('\n').filter((line) => line.length > 120)).toEqual([]);
    expect(source).not.toMatch(/[ \t]+\n/);
    expect(source).not.toMatch(/\n\n\n/);
    expect(source.startsWith('// Hook script of the profile desk.')).toBe(true);
  });

  it('says what it talks to, and which variables it needs', () => {
    const source = write(drafts['openai-chat']?.('https://api.example.com') as Draft); // it is in the table
    expect(source).toContain('// It talks to POST https://api.example.com/v1/chat/completions\n');
    expect(source).toContain('// From the environment, never from this file: DESK_KEY\n');
    expect(source).toContain('Authorization: `Bearer ${process.env.DESK_KEY}`');
    expect(source).toContain('body?.choices?.[0]?.message?.content');
  });

  it('checks certificates unless the draft says not to, and then says so', () => {
    const strict = write(drafts['json-plain']?.('https://a.example') as Draft); // it is in the table
    const lax = write(drafts['self-signed']?.('https://a.example') as Draft); // it is in the table
    expect(strict).not.toContain('REJECT_UNAUTHORIZED');
    expect(lax).toMatch(
      /\/\/ The certificate of the agent is not checked.*\nprocess\.env\.NODE_TLS_REJECT_UNAUTHORIZED = '0';/,
    );
  });
});

describe('the phases of a draft', () => {
  it.each([
    ['json-plain', ['execute']],
    ['csrf-login', ['prepare', 'execute']],
    ['create-thread', ['open', 'execute']],
    ['cmd-stdin', ['execute']],
  ])('%s', (name, phases) => {
    const draft = drafts[name]?.('http://127.0.0.1') as Draft; // it is in the table
    expect(phasesOf(draft)).toEqual(phases);
    for (const phase of phases) expect(write(draft)).toContain(`case '${phase}':`);
  });
});
