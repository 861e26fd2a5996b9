import type { RookFileKind } from '../../engine/workspace/rook-file';
import { pairsOf, valueText } from '../cursor/cursor';
import type { LooseNode } from '../cursor/loose-yaml';
import { type Field, fieldsOf, type Written } from './field';
import { profileRoot } from './profile-fields';
import { scenarioRoot } from './scenario-fields';
import { agentRoot, featureRoot, mcpRoot, projectRoot, settingsRoot, toolHooksRoot } from './workspace-fields';

/** What a file of a kind is made of; undefined for texts that have no fields of ours. */
export function rootField(kind: RookFileKind): Field | undefined {
  switch (kind) {
    case 'profile':
      return profileRoot;
    case 'scenario':
      return scenarioRoot;
    case 'feature':
      return featureRoot;
    case 'agent':
      return agentRoot;
    case 'project':
      return projectRoot;
    case 'settings':
      return settingsRoot;
    case 'mcp':
    case 'discovered-mcp':
      return mcpRoot;
    case 'tool-hooks':
      return toolHooksRoot;
    case 'active-profile':
    case 'active-agent':
    case 'script':
    case 'ci':
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** The field that a node is the value of; undefined when nothing is known of it. */
export function fieldOf(node: LooseNode, root: Field, text: string): Field | undefined {
  const { parent } = node;
  if (!parent) return root;
  const owner = fieldOf(parent, root, text);
  if (!owner) return undefined;
  if (node.kind === 'item') return owner.items;
  if (node.kind !== 'pair') return undefined;
  const fields = fieldsOf(owner, writtenIn(parent, text));
  const key = node.key ?? '';
  return Object.hasOwn(fields, key) ? fields[key] : owner.any;
}

/** The texts that are written for the keys of a mapping. */
export function writtenIn(mapping: LooseNode, text: string): Written {
  return (key) => {
    const pair = pairsOf(mapping).find((one) => one.key === key);
    return pair && valueText(pair, text);
  };
}
