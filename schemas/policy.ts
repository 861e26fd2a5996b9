import * as z from 'zod';

const count = z.int().min(0);

/** A policy file of the release gate. What is not written is as in the policy `strict`, so a shorter file is a stricter one. */
export const PolicyFile = z.strictObject({
  name: z.string().min(1).describe('What the policy is called where it is printed.'),
  min_pass_rate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Least share of Pass among Pass, Fail and Unable to Verify, 0 to 1.'),
  max_failed: count.optional().describe('Most scenarios that may fail. Default 0.'),
  unverifiable: z
    .strictObject({
      max: count
        .optional()
        .describe('Most scenarios that may be Unable to Verify beyond those allowed below. Default 0.'),
      allow_tags: z
        .array(z.string().min(1))
        .optional()
        .describe('Scenarios with one of these tags may be Unable to Verify.'),
      allow_categories: z
        .array(z.string().min(1))
        .optional()
        .describe('Scenarios of these categories may be Unable to Verify.'),
    })
    .optional(),
  max_unjudged: count.optional().describe('Most scenarios without a grade. Default 0.'),
  max_not_run: count.optional().describe('Most planned scenarios that did not run. Default 0.'),
  max_unrunnable: count.optional().describe('Most selected scenarios that could not run. Default 0.'),
  required_criteria: z
    .array(z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must be <scenario id>/<criterion id>'))
    .optional()
    .describe('Criteria that must pass, each <scenario id>/<criterion id>.'),
  allow_compromised: z.boolean().optional().describe('Open in spite of a compromised scenario. Default false.'),
  allow_flaky: z.boolean().optional().describe('Open in spite of a flaky scenario. Default false.'),
  allow_newly_failing: z
    .boolean()
    .optional()
    .describe('Open in spite of scenarios that passed in the base. Default false; needs --base to be known.'),
});
export type PolicyFile = z.infer<typeof PolicyFile>;
