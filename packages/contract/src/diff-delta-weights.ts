import { z } from 'zod';
import type { ParameterError } from './fault.ts';

/** The weights of Diff Delta: `docs/segments.md` says how a line's score follows from them. */
const MAX_BASE = 1_000;
const MAX_FACTOR = 100;

const weight = (most: number, usual: number) =>
  z
    .number({ error: 'must be a number' })
    .min(0, 'must be 0 or more')
    .max(most, `must be ${most} or less`)
    .default(usual);
const divisor = (usual: number) =>
  z
    .number({ error: 'must be a number' })
    .min(0.1, 'must be 0.1 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .default(usual);

/** What is not given is as in the first formula. */
export const diffDeltaWeightsSchema = z
  .strictObject({
    operation: z
      .strictObject({
        del: weight(MAX_BASE, 25),
        add: weight(MAX_BASE, 10),
        chg: weight(MAX_BASE, 10),
        find_replace: weight(MAX_BASE, 3),
        move: weight(MAX_BASE, 0),
        copy: weight(MAX_BASE, 0),
        noop: weight(MAX_BASE, 0),
      })
      .prefault({}),
    category: z
      .strictObject({
        code: weight(MAX_FACTOR, 1),
        test: weight(MAX_FACTOR, 0.6),
        markup: weight(MAX_FACTOR, 0.5),
        style: weight(MAX_FACTOR, 0.5),
        config: weight(MAX_FACTOR, 0.4),
        documentation: weight(MAX_FACTOR, 0.3),
        data: weight(MAX_FACTOR, 0),
      })
      .prefault({}),
    line: z
      .strictObject({
        code: weight(MAX_FACTOR, 1),
        comment: weight(MAX_FACTOR, 0.2),
        punctuation: weight(MAX_FACTOR, 0),
        keyword: weight(MAX_FACTOR, 0),
        blank: weight(MAX_FACTOR, 0),
      })
      .prefault({}),
    /** By age of the code replaced; `new_file` for a line added to a file that the same commit creates, `new_code` for other added lines. */
    age: z
      .strictObject({
        under_2_weeks: weight(MAX_FACTOR, 0.1),
        under_1_month: weight(MAX_FACTOR, 0.5),
        under_1_year: weight(MAX_FACTOR, 1),
        over_1_year: weight(MAX_FACTOR, 1.5),
        new_code: weight(MAX_FACTOR, 1),
        new_file: weight(MAX_FACTOR, 0.5),
      })
      .prefault({}),
    /** The n-th changed line of a hunk, from 0, counts 1 ÷ (1 + n ÷ proximity). */
    proximity: divisor(20),
    divisor: divisor(10),
  })
  .meta({
    id: 'DiffDeltaWeights',
    description:
      'Diff Delta of a line: operation × category × line × age × 1/(1 + n/proximity) ÷ divisor. Weights that are not given are as in the first formula.',
  });

export type DiffDeltaWeights = z.output<typeof diffDeltaWeightsSchema>;

export const FIRST_WEIGHTS: DiffDeltaWeights = diffDeltaWeightsSchema.parse({});

/** What is wrong with weights, each with the name of the parameter; unknown names too. */
export function weightFaults(param: string, error: z.ZodError): ParameterError[] {
  return error.issues.flatMap((issue) => {
    const at = [param, ...issue.path].join('.');
    const faults = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [`${at}.${key}`, 'is no weight']) : [];
    const named =
      faults.length > 0
        ? faults
        : [[at, issue.code === 'invalid_type' && issue.expected === 'object' ? 'must be an object' : issue.message]];
    return named.map(([name = at, why]) => ({ param: name, code_em: 'invalid', detail: `${name} ${why}.` }));
  });
}
