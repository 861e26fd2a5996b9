import * as vscode from 'vscode';
import { type ScenarioClass, scenarioClasses } from '../schemas/scenario';
import type { ScenarioOutline } from './scenario-outline';

/** What scenarios stand under in the tree; `none` shows them right below their agent. */
export const groupings = ['class', 'feature', 'tag', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** A group of the tree: its key is part of the item's id, its order decides where it stands. */
export interface ScenarioGroup {
  key: string;
  label: string;
  order: string;
}

const classLabels: Record<ScenarioClass | 'unclassified', string> = {
  functional: vscode.l10n.t('Functional'),
  non_functional: vscode.l10n.t('Non-functional'),
  adversarial: vscode.l10n.t('Adversarial'),
  unclassified: vscode.l10n.t('Unclassified'),
};
const classOrder = [...scenarioClasses, 'unclassified'] as const;
/** Sorts behind every label. */
const last = '\uffff';

/**
 * The group of a scenario. One with several tags stands under its first: a test has one place.
 * @param features names of the agent's features, by id
 * @returns undefined when scenarios are not grouped.
 */
export function groupOf(
  { entry: { scenario } }: ScenarioOutline,
  grouping: Grouping,
  features: ReadonlyMap<string, string>,
): ScenarioGroup | undefined {
  switch (grouping) {
    case 'none':
      return undefined;
    case 'class': {
      const name = scenario?.class ?? 'unclassified';
      return { key: `class:${name}`, label: classLabels[name], order: String(classOrder.indexOf(name)) };
    }
    case 'feature': {
      const id = scenario?.featureId;
      if (id === undefined) return { key: 'feature:', label: vscode.l10n.t('No feature'), order: last };
      const name = features.get(id);
      const label = name === undefined || name === id ? id : `${id} · ${name}`;
      return { key: `feature:${id}`, label, order: id };
    }
    case 'tag': {
      const tag = scenario?.tags[0];
      return tag === undefined
        ? { key: 'tag:', label: vscode.l10n.t('No tag'), order: last }
        : { key: `tag:${tag}`, label: tag, order: tag };
    }
    default:
      return grouping satisfies never;
  }
}
