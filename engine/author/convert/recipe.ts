import * as z from 'zod';
import { ok, type Result, refuse } from '../../../schemas/result';
import { checkShape } from '../../workspace/check-shape';
import { asRecord } from '../../workspace/plain-value';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const texts = z.record(z.string(), text);

/** The parts of a recipe profile of the old kind that conversion understands; whatever else is in it is told by name. */
const RecipeShape = z.looseObject({
  kind: z.string(),
  mode: z.string().nullish(),
  timeout_seconds: z.number().positive().nullish(),
  invoke: z.looseObject({
    method: z.string().optional(),
    url: z.string().optional(),
    headers: texts.nullish(),
    body: z.unknown().optional(),
    argv: z.array(text).min(1).optional(),
    command: z.union([z.string(), z.array(text).min(1)]).optional(),
    stdin: z.union([z.string(), z.boolean()]).nullish(),
    env: texts.nullish(),
    cwd: z.string().nullish(),
  }),
  result: z.looseObject({ from: z.string().optional(), path: z.string().optional() }).nullish(),
  conversation: z
    .looseObject({
      kind: z.string(),
      id_path: z.string().optional(),
      header: z.string().optional(),
      send_as: z.string().optional(),
    })
    .nullish(),
  response: z.looseObject({ kind: z.string().optional() }).nullish(),
  observe: z.looseObject({ usage: z.unknown().optional(), calls: z.unknown().optional() }).nullish(),
  reset: z
    .looseObject({
      argv: z.array(text).min(1),
      cwd: z.string().nullish(),
      timeout_seconds: z.number().positive().nullish(),
    })
    .nullish(),
});
export type Recipe = z.infer<typeof RecipeShape>;

/** The keys of a profile that are the recipe: conversion takes them out. `verified` is what observations are now. */
export const recipeKeys = [
  'kind',
  'mode',
  'timeout_seconds',
  'invoke',
  'result',
  'conversation',
  'response',
  'observe',
  'reset',
  'verified',
];

/** Keys that a part of a recipe may have. */
const knownKeys: Record<string, readonly string[]> = {
  invoke: ['method', 'url', 'headers', 'body', 'argv', 'command', 'stdin', 'env', 'cwd', 'timeout_seconds'],
  result: ['from', 'path'],
  conversation: ['kind', 'id_path', 'header', 'send_as'],
  response: ['kind'],
  observe: ['usage', 'calls'],
  reset: ['argv', 'cwd', 'timeout_seconds'],
};

/** Reads the recipe in a profile. Ill-typed parts are refused; parts that nothing is known of are warnings. */
export function readRecipe(value: unknown): Result<{ recipe: Recipe; warnings: string[] }> {
  const { value: recipe, problems } = checkShape(RecipeShape, value, [], 'the recipe');
  const [problem] = problems;
  if (!recipe)
    return refuse(
      `the recipe cannot be converted: ${problem?.message ?? 'it cannot be read'}`,
      problem?.remedy ?? 'Mend it, then convert again.',
    );
  const warnings = Object.entries(knownKeys).flatMap(([part, known]) =>
    Object.keys(asRecord(recipe[part]) ?? {})
      .filter((key) => !known.includes(key))
      .map((key) => `${part}.${key} was not converted: nothing is known of it.`),
  );
  return ok({ recipe, warnings });
}
