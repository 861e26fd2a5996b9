import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MarkupContent } from 'vscode-languageserver/node';
import { revisionOf } from '../../../../engine/workspace/observed-file';
import { readProfileText } from '../../../../engine/workspace/profile-file';
import { readOpenDocument } from '../../../../language-server/documents/rook-document';
import { DocsPages } from '../../../../language-server/hover/docs-pages';
import { hoverScript } from '../../../../language-server/hover/hover-script';
import { hoverYaml } from '../../../../language-server/hover/hover-yaml';
import { variableNotes } from '../../../../language-server/hover/variable-notes';
import { type Files, markedFile, viewOf } from '../marked-file';

const docs = new DocsPages(resolve(import.meta.dirname, '../../../../docs'));

function hover(name: string, marked: string, files: Files = {}, env: NodeJS.ProcessEnv = {}): string | undefined {
  const place = markedFile(name, marked, files, env);
  const document = () => readOpenDocument(place.file, place.text);
  const found = (place.file.kind === 'script' ? hoverScript : hoverYaml)({ ...place, document, docs });
  if (!found) return undefined;
  return MarkupContent.is(found.contents) ? found.contents.value : undefined;
}

const profile = 'profiles/local.yaml';
const scenario = 'scenarios/SC-1.yaml';

describe('a key', () => {
  it('says what it means, what it takes and what is the default', () => {
    expect(hover(profile, 'con¦currency: 2')).toMatch(
      /^\*\*concurrency\*\* · whole number, 1 to 8 · default: 1\n\nScenarios in flight[\s\S]+files-and-hooks\.md#L\d+\)$/,
    );
    expect(hover(profile, 'hooks:\n  coll¦ect: a.mjs')).toContain('time limit: 120 s unless set');
    expect(hover(profile, 'hooks:\n  close:\n    timeout¦_seconds: 2')).toContain('Never below 5 s');
    expect(hover(scenario, 'acceptance_criteria:\n  - check: max_tokens\n    val¦ue: 3')).toContain(
      'input plus output',
    );
    expect(hover('/.testmuai/rook/settings.json', '{"judge": {"max_¦steps": 3}}')).toContain('default: 8');
  });

  it('is silent about what is not ours, and in comments', () => {
    expect(hover(profile, 'my_¦own: 2')).toBeUndefined();
    expect(hover(profile, '# con¦currency: 2')).toBeUndefined();
  });

  it('of a capability says what the last test observed, of these scripts only', () => {
    const source = 'id: local\nhooks:\n  execute: scripts/agent.mjs\ncapabilities:\n  ca¦lls: true\n';
    const read = readProfileText(source.replace('¦', ''), 'local.yaml').profile;
    if (!read) throw new Error('the profile is broken');
    const revision = revisionOf(read, { execute: 'one' });
    const observed = JSON.stringify({
      revision,
      at: '2026-01-01',
      observed: { multi_turn: false, calls: false, usage: true },
    });
    const files = (script: string): Files => ({
      'profiles/.observed/local.json': observed,
      'scripts/agent.mjs': script,
    });
    expect(hover(profile, source, files('one'))).toContain('Last test (`2026-01-01`): not observed.');
    expect(hover(profile, source, files('another'))).toContain('Not observed yet with these hooks and scripts');
  });
});

describe('a value', () => {
  it('of a script says where it is, or where it was looked for', () => {
    expect(hover(profile, 'hooks:\n  execute: hooks/a¦.mjs', { '/hooks/a.mjs': '' })).toContain('Found: `hooks/a.mjs`');
    expect(hover(profile, 'hooks:\n  execute: a¦.mjs')).toMatch(
      /Not found: looked for `.*parrot\/a\.mjs` and `a\.mjs`/,
    );
  });

  it('of a variable says what it is for, whether it is set, where it is read, and never its value', () => {
    const source =
      'hooks:\n  execute: scripts/agent.mjs\nenv:\n  - variable: AGENT_T¦OKEN\n    purpose: "a *bold* claim"\n';
    const files: Files = { 'scripts/agent.mjs': 'console.log(process.env.AGENT_TOKEN)' };
    const notes = hover(profile, source, files);
    expect(notes).toContain('Environment variable `AGENT_TOKEN`: a \\*bold\\* claim');
    expect(notes).toMatch(/Read in `.*scripts\/agent\.mjs`/);
    const value = (env: NodeJS.ProcessEnv) =>
      variableNotes(
        { name: 'AGENT_TOKEN', scripts: [], workspaceRoot: process.cwd() },
        { files: viewOf({}), env: { ROOK_HOME: resolve('/home/parrot/rook'), ...env } },
      ).join(' ');
    expect(value({})).toContain('no value here now: `rook env set AGENT_TOKEN`');
    expect(value({ AGENT_TOKEN: 'very-secret' })).toBe('Environment variable `AGENT_TOKEN` It has a value here now.');
    expect(hover(profile, 'hook_env:\n  A: "x ${AGENT_T¦OKEN}"')).toContain('Environment variable `AGENT_TOKEN`');
  });

  it('of a choice or a name says what it means', () => {
    expect(hover(scenario, 'class: adver¦sarial')).toContain('prompt_injection');
    expect(hover(scenario, 'acceptance_criteria:\n  - check: called_¦with')).toContain('with the named arguments');
    expect(hover(scenario, 'feature_id: F-¦1', { 'features/F-1.yaml': 'name: Orders [x](y)' })).toContain(
      'Feature `F-1`: Orders \\[x\\]\\(y\\)',
    );
  });
});

describe('the last verdict', () => {
  const source = 'goal: x\nacceptance_criteria:\n  - id: A\n    statement: s\n    check: contains\n    value: y\n';
  const runs = (snapshot: string): Files => ({
    'runs/2026-01-01T00-00-00Z/scenarios/SC-1/verdict.yaml': 'nonsense',
    'runs/2026-01-02T00-00-00Z/scenarios/SC-1/snapshot.yaml': snapshot,
    'runs/2026-01-02T00-00-00Z/scenarios/SC-1/verdict.yaml': JSON.stringify({
      scenario_id: 'SC-1',
      run_id: 'r',
      status: 'Unable to Verify',
      unverifiable_reason: 'undecidable',
      forbidden_hits: [],
      criteria: [
        {
          criterion_id: 'A',
          criterion: 's',
          expected: 'e',
          achieved: '<b>![x](http://y)</b>',
          status: 'Fail',
          evidence: 'q',
          confidence: 'High',
        },
      ],
    }),
    'runs/2026-01-03T00-00-00Z/run.yaml': '',
  });

  it('stands at the scenario and at the criterion, with what the agent said as text', () => {
    expect(hover(scenario, `local_¦id: SC-1\n${source}`, runs(`local_id: SC-1\n${source}`))).toContain(
      'Last verdict: **Unable to Verify (undecidable)** in `2026-01-02T00-00-00Z`',
    );
    const criterion = hover(scenario, source.replace('id: A', 'id: A¦'), runs(source));
    expect(criterion).toContain('`A` was **Fail** in `2026-01-02T00-00-00Z`: \\<b\\>\\!\\[x\\]');
  });

  it('says that it is of another text', () => {
    expect(hover(scenario, source.replace('id: A', 'id: A¦'), runs('goal: y'))).toContain('changed since');
  });
});

describe('a script', () => {
  const files: Files = { 'profiles/local.yaml': 'hooks:\n  open: scripts/agent.mjs\nenv:\n  - variable: AGENT_TOKEN' };
  it('knows the variables of Rook, those of its profiles, and the phases', () => {
    expect(hover('scripts/agent.mjs', 'console.log(process.env.ROOK_TU¦RN)', files)).toContain(
      'set by Rook, in execute',
    );
    expect(hover('scripts/agent.mjs', 'const { AGENT_T¦OKEN } = process.env', files)).toContain('Declared by `local`.');
    expect(hover('scripts/agent.mjs', "if (process.argv[2] === 'op¦en') {}", files)).toContain('Mapped by local.');
    expect(hover('scripts/agent.mjs', 'const x¦ = 1', files)).toBeUndefined();
  });
});
