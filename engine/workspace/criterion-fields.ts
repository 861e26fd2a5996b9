import * as z from 'zod';
import type { LocatedProblem, Problem } from '../../schemas/problem';
import { findCheck } from '../judge/known-checks';
import { readCriterion } from './criterion-file';
import { parseYaml } from './yaml-document';

export { checkNames } from '../judge/known-checks';

/** What a parameter of a check takes, for a form that asks for it. */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | 'json';

/** One parameter of a check. */
export interface CriterionField {
  name: string;
  kind: FieldKind;
  required: boolean;
}

/** What a form for a criterion of a check asks for. */
export interface CriterionForm {
  /** Whether the criterion is nothing without its statement: it is for a judge. */
  needsStatement: boolean;
  fields: CriterionField[];
  /** Names of fields of which one must be there; empty when there is no such choice. */
  oneOf: string[];
}

/** The form of a check, as its schema says; undefined when there is no such check. */
export function criterionForm(check: string): CriterionForm | undefined {
  const found = findCheck(check);
  if (!found) return undefined;
  const { parameters } = found;
  const shape: Record<string, unknown> = parameters instanceof z.ZodObject ? parameters.shape : {};
  return {
    needsStatement: found.needs === 'judge',
    fields: Object.entries(shape).map(([name, schema]) => ({
      name,
      kind: kindOf(schema),
      required: !(schema instanceof z.ZodOptional),
    })),
    oneOf: choiceOf(parameters),
  };
}

function kindOf(schema: unknown): FieldKind {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return kindOf(schema.unwrap());
  if (schema instanceof z.ZodString) return 'text';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'flag';
  if (schema instanceof z.ZodArray) return 'list';
  return 'json';
}

const Choice = z.array(z.object({ required: z.tuple([z.string()]) }));

/** The alternatives that `exactlyOne` and `someOf` put into the schema for editors. */
function choiceOf(parameters: z.ZodType): string[] {
  const meta = parameters.meta();
  const choice = Choice.safeParse(meta?.oneOf ?? meta?.anyOf);
  return choice.success ? choice.data.map(({ required: [name] }) => name) : [];
}

/**
 * Reads what a person typed for a field into its value.
 * @returns `problem` when it is not of the field's kind
 */
export function fieldValue(
  kind: FieldKind,
  typed: string,
): { ok: true; value: unknown } | { ok: false; problem: FieldProblem } {
  switch (kind) {
    case 'text':
      return typed === '' ? { ok: false, problem: 'empty' } : { ok: true, value: typed };
    case 'number': {
      const value = typed.trim() === '' ? Number.NaN : Number(typed);
      return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: 'noNumber' };
    }
    case 'flag':
      return { ok: true, value: typed === 'true' };
    case 'list': {
      const value = typed
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      return value.length > 0 ? { ok: true, value } : { ok: false, problem: 'empty' };
    }
    case 'json': {
      // JSON is YAML, which also takes a bare word or number: {orderId: ORD-1}, 25, paid.
      const { value, syntaxProblems } = parseYaml(typed, 'value');
      if (syntaxProblems.length > 0) return { ok: false, problem: 'noJson' };
      return typed.trim() === '' ? { ok: false, problem: 'empty' } : { ok: true, value };
    }
    default:
      return kind satisfies never;
  }
}

export type FieldProblem = 'empty' | 'noNumber' | 'noJson';

/** A criterion that is to be written. */
export interface NewCriterion {
  statement?: string;
  check: string;
  /** In the order in which they are to stand. */
  parameters: Record<string, unknown>;
}

/** What is wrong with a criterion before it is written, by the rules of its check. Paths are within the criterion. */
export function criterionProblems({ statement, check, parameters }: NewCriterion): Problem[] {
  return readCriterion({ ...(statement !== undefined && { statement }), check, ...parameters }, 0, []).problems;
}

/** `message. remedy`, in one line. */
export function problemText({ message, remedy }: Pick<LocatedProblem, 'message' | 'remedy'>): string {
  return [message, remedy].filter(Boolean).join('. ');
}
