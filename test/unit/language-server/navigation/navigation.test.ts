import { describe, expect, it } from 'vitest';
import type { Location } from 'vscode-languageserver/node';
import { pathOf } from '../../../../language-server/documents/file-uri';
import { readOpenDocument } from '../../../../language-server/documents/rook-document';
import { documentLinks } from '../../../../language-server/navigation/document-links';
import { placesOf } from '../../../../language-server/navigation/places-of';
import { thingAt } from '../../../../language-server/navigation/thing-at';
import { agentDir, workspaceRoot } from '../check';
import { type Files, markedFile } from '../marked-file';

const files: Files = {
  'scripts/agent.mjs':
    "const { TOKEN } = process.env;\nif (process.argv[2] === 'open') console.log(process.env.TOKEN);",
  '/hooks/check.mjs': '',
  'profiles/local.yaml':
    'id: local\nhooks:\n  open: scripts/agent.mjs\n  execute: { script: scripts/agent.mjs }\nenv:\n  - variable: TOKEN\n',
  'profiles/active': 'local\n',
  'features/F-1.yaml': 'local_id: F-1\nname: Orders\nscenarios: [SC-2]\n',
  'scenarios/SC-2.yaml':
    'local_id: SC-2\nfeature_id: F-1\ngoal: x\nattachments: [a.pdf]\nacceptance_criteria:\n  - { check: script, script: "hooks/check.mjs" }\n  - { check: mcp_probe, server: billing, tool: lookup }\n',
  'scenarios/SC-3.yaml': 'goal: x\nfeature_id: F-1\ncalls:\n  - tool: lookup\n    server: billing\n',
  '/.testmuai/rook/mcp.json': '{\n  "mcpServers": { "billing": { "command": "x" } }\n}',
  '/a.pdf': '',
};

function shown({ uri, range: { start } }: Location): string {
  const path = pathOf(uri) ?? uri;
  const name = path.startsWith(agentDir) ? path.slice(agentDir.length + 1) : path.slice(workspaceRoot.length);
  return `${name}:${start.line}:${start.character}`;
}

function places(name: string, marked: string) {
  const { file, text, offset, context } = markedFile(name, marked, files);
  const thing = thingAt({ file, source: text.getText(), offset, context });
  const found = thing && placesOf(thing, context);
  return { definitions: found?.definitions.map(shown), references: found?.references.map(shown) };
}

/** The text of a file with the cursor before a part of it. */
function before(name: string, part: string): string {
  const text = files[name] ?? '';
  return `${text.slice(0, text.indexOf(part))}¦${text.slice(text.indexOf(part))}`;
}

describe('what is spoken of', () => {
  it.each([
    [
      'profiles/local.yaml',
      'scripts/agent',
      ['scripts/agent.mjs:0:0'],
      ['profiles/local.yaml:2:8', 'profiles/local.yaml:3:21'],
    ],
    ['profiles/local.yaml', 'TOKEN', ['profiles/local.yaml:5:14'], ['scripts/agent.mjs:0:8', 'scripts/agent.mjs:1:56']],
    ['scripts/agent.mjs', 'TOKEN', ['profiles/local.yaml:5:14'], ['scripts/agent.mjs:0:8', 'scripts/agent.mjs:1:56']],
    ['scripts/agent.mjs', 'open', ['profiles/local.yaml:2:8'], []],
    ['profiles/active', 'local', ['profiles/local.yaml:0:4'], ['profiles/active:0:0']],
    [
      'scenarios/SC-2.yaml',
      'F-1',
      ['features/F-1.yaml:0:10'],
      ['scenarios/SC-2.yaml:1:12', 'scenarios/SC-3.yaml:1:12'],
    ],
    ['features/F-1.yaml', 'F-1', ['features/F-1.yaml:0:10'], ['scenarios/SC-2.yaml:1:12', 'scenarios/SC-3.yaml:1:12']],
    ['features/F-1.yaml', 'SC-2', ['scenarios/SC-2.yaml:0:10'], ['features/F-1.yaml:2:12']],
    ['scenarios/SC-2.yaml', 'SC-2', ['scenarios/SC-2.yaml:0:10'], ['features/F-1.yaml:2:12']],
    ['scenarios/SC-2.yaml', 'hooks/check', ['/hooks/check.mjs:0:0'], ['scenarios/SC-2.yaml:5:29']],
    ['scenarios/SC-2.yaml', 'lookup', [], ['scenarios/SC-2.yaml:6:47', 'scenarios/SC-3.yaml:3:10']],
    [
      'scenarios/SC-2.yaml',
      'billing',
      ['/.testmuai/rook/mcp.json:1:18'],
      ['scenarios/SC-2.yaml:6:32', 'scenarios/SC-3.yaml:4:12'],
    ],
    ['scenarios/SC-2.yaml', 'a.pdf', ['/a.pdf:0:0'], []],
    ['scenarios/SC-2.yaml', 'goal', undefined, undefined],
  ])('%s, %s', (name, part, definitions, references) => {
    expect(places(name, before(name, part))).toEqual({ definitions, references });
  });
});

it('links lead to the files that are there', () => {
  const links = (name: string) => {
    const { file, text, context } = markedFile(name, files[name] ?? '', files);
    return documentLinks(readOpenDocument(file, text), context).map(
      ({ range, target = '' }) => `${text.getText(range)} → ${shown({ uri: target, range })}`,
    );
  };
  expect(links('profiles/local.yaml')).toEqual([
    'scripts/agent.mjs → scripts/agent.mjs:2:8',
    'scripts/agent.mjs → scripts/agent.mjs:3:21',
  ]);
  expect(links('scenarios/SC-2.yaml')).toEqual(['hooks/check.mjs → /hooks/check.mjs:5:30', 'a.pdf → /a.pdf:3:14']);
});

it('a link through an alias stands where the path is written', () => {
  const source = 'x: &a scripts/agent.mjs\nhooks:\n  open: *a\n  execute: *a\n';
  const { file, text, context } = markedFile('profiles/local.yaml', source, files);
  const links = documentLinks(readOpenDocument(file, text), context);
  expect(links.map(({ range }) => text.getText(range))).toEqual(['*a', '*a']);
});
