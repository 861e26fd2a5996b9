import { expect, test } from 'vitest';
import { classifyChange } from '../../../extension/file-changes';

const agent = '/w/.testmuai/rook/projects/p/agents/a';

test.each([
  [`${agent}/scenarios/SC-001.yaml`, 'scenario'],
  [`${agent}/scenarios/SC-001.yml`, 'scenario'],
  [`${agent}/scenarios/.SC-001.yaml.12.ab.tmp`, 'none'],
  [`${agent}/scenarios/.SC-001.yaml`, 'none'],
  [`${agent}/scenarios/notes.md`, 'none'],
  [`${agent}/scenarios`, 'structure'],
  [`${agent}/profiles/local.yaml`, 'structure'],
  [`${agent}/profiles/active`, 'structure'],
  [`${agent}/profiles/.observed/local.json`, 'none'],
  [`${agent}/agent.yaml`, 'structure'],
  [agent, 'structure'],
  ['/w/.testmuai/rook/projects/p/agents', 'structure'],
  ['/w/.testmuai/rook/projects/p/active', 'structure'],
  ['/w/.testmuai/rook/projects/p/project.yaml', 'structure'],
  ['/w/.testmuai/rook/projects/p', 'structure'],
  ['/w/.testmuai/rook/settings.json', 'structure'],
  ['/w/.testmuai/rook', 'structure'],
  ['/w/.testmuai', 'structure'],
  [`${agent}/runs/2026-10-04T21-07-16Z/scenarios/SC-001/verdict.yaml`, 'none'],
  [`${agent}/runs`, 'none'],
  [`${agent}/scripts/hook.mjs`, 'none'],
  [`${agent}/scenarios/deeper/SC-001.yaml`, 'none'],
  ['/w/.testmuai/rook/cache/locks/p--a.lock', 'none'],
  ['/w/.testmuai/rook/mcp.json', 'none'],
  ['/w/src/scenarios/SC-001.yaml', 'none'],
  ['c:\\w\\.testmuai\\rook\\projects\\p\\agents\\a\\scenarios\\SC-001.yaml', 'scenario'],
])('%s: %s', (path, change) => {
  expect(classifyChange(path)).toBe(change);
});
