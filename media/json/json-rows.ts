import type { TextPath, TextSources } from '../text/text-source';

/** Children of one value that are shown at first, and added each time more are asked for. */
export const childPortion = 100;
/** A text that is longer is opened like an object, in UTF-16 units. */
export const longestInline = 120;
/** A value with no more in it than this is shown open. */
const openWhole = 40;

/** A line of a tree of JSON. */
export interface ValueRow {
  kind: 'value';
  key: string;
  path: TextPath;
  /** From 1. */
  level: number;
  /** Which of how many, from 1. */
  place: number;
  of: number;
  value: unknown;
  /** Undefined when there is nothing to open. */
  open: boolean | undefined;
}

/** Stands for the children that are not shown yet. */
export interface MoreRow {
  kind: 'more';
  key: string;
  path: TextPath;
  level: number;
  shown: number;
  total: number;
}

export type JsonRow = ValueRow | MoreRow;

/** What the reader opened or closed, and of what he wants to see more, by the key of its path. */
export interface TreeState {
  open: ReadonlyMap<string, boolean>;
  limits: ReadonlyMap<string, number>;
  /** Whether what was not touched is open. */
  openAtFirst: boolean;
}

export function keyOf(path: TextPath): string {
  return JSON.stringify(path);
}

/** The children of a value, in order. */
export function childrenOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((one, index) => [index, one]);
  return value !== null && typeof value === 'object' ? Object.entries(value) : [];
}

/** How many children a value has. */
export function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return value !== null && typeof value === 'object' ? Object.keys(value).length : 0;
}

/** Whether so little is in a value that all of it can be shown at once. */
export function isSmall(value: unknown): boolean {
  const waiting = [value];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > openWhole || waiting.length > openWhole) return false;
    const next = waiting.pop();
    if (countOf(next) > openWhole) return false;
    for (const [, one] of childrenOf(next)) waiting.push(one);
  }
  return true;
}

/** Whether a row can be opened: it has children, or is a text too long for a line. */
export function opens(value: unknown, path: TextPath, sources: TextSources): boolean {
  if (typeof value === 'string') return value.length > longestInline || value.includes('\n') || Boolean(sources(path));
  return countOf(value) > 0;
}

/** The rows of a tree as it stands open; the value itself has no row of its own when it has children. */
export function rowsOf(value: unknown, state: TreeState, sources: TextSources): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (inner: unknown, path: TextPath, level: number, place: number, of: number): void => {
    const key = keyOf(path);
    const openable = opens(inner, path, sources);
    const open = openable ? (state.open.get(key) ?? (state.openAtFirst && typeof inner !== 'string')) : undefined;
    rows.push({ kind: 'value', key, path, level, place, of, value: inner, open });
    if (open && typeof inner !== 'string') addChildren(inner, path, level + 1);
  };
  const addChildren = (inner: unknown, path: TextPath, level: number): void => {
    const key = keyOf(path);
    const total = countOf(inner);
    const shown = Math.min(total, state.limits.get(key) ?? childPortion);
    const children = Array.isArray(inner)
      ? inner.slice(0, shown).map((one, index): [number, unknown] => [index, one])
      : childrenOf(inner).slice(0, shown);
    children.forEach(([name, one], index) => {
      add(one, [...path, name], level, index + 1, total);
    });
    if (shown < total) rows.push({ kind: 'more', key: `${key}…`, path, level, shown, total });
  };
  if (countOf(value) > 0) addChildren(value, [], 1);
  else add(value, [], 1, 1, 1);
  return rows;
}

/** The state in which a path is shown: everything around it open, far enough. */
export function revealing(state: TreeState, value: unknown, path: TextPath): TreeState {
  const open = new Map(state.open);
  const limits = new Map(state.limits);
  let inner = value;
  path.forEach((step, depth) => {
    const key = keyOf(path.slice(0, depth));
    open.set(key, true);
    const index = Array.isArray(inner) ? Number(step) : Object.keys(inner ?? {}).indexOf(String(step));
    const wanted = Math.ceil((index + 1) / childPortion) * childPortion;
    if (wanted > (limits.get(key) ?? childPortion)) limits.set(key, wanted);
    inner = childOf(inner, step);
  });
  if (typeof inner === 'string') open.set(keyOf(path), true);
  return { ...state, open, limits };
}

/** What stands at a step of a value; undefined when nothing does. */
export function childOf(value: unknown, step: string | number): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, step)
    ? (value as Record<string | number, unknown>)[step] // an object or array that has it
    : undefined;
}

/** A path as JSONPath spells it: `$.calls[0].arguments["order id"]`. */
export function pathText(path: TextPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return /^[A-Za-z_]\w*$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, '$');
}
