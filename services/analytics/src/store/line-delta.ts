import type { DiffDeltaWeights } from '@linescope/contract/diff-delta-weights';
import { bound, fragment, type SqlFragment } from './sql.ts';

/**
 * The Diff Delta of a row of `line_changes` under weights, as the git engine computes it: the same operations in the same order, so that the
 * first weights give the stored delta to the last bit.
 */
export function lineDelta(weights: DiffDeltaWeights): SqlFragment {
  const { new_file: newFile, new_code: newCode, ...ages } = weights.age;
  const base = fragment`${weightOf('operation', weights.operation)} * ${weightOf('category', weights.category)} * ${weightOf('kind', weights.line)}`;
  const age = fragment`multiIf(provenance != 'new_code', ${weightOf('provenance', ages)}, new_file, ${number('age_new_file', newFile)}, ${number('age_new_code', newCode)})`;
  const near = fragment`(1 / (1 + hunk_line / ${number('proximity', weights.proximity)}))`;
  const exact = fragment`${base} * ${age} * ${near} / ${number('divisor', weights.divisor)}`;
  return fragment`if(scored, ${sixDecimals(exact)}, 0.)`;
}

/** Six decimals, so that sums do not depend on the order of their parts. */
export const sixDecimals = (value: SqlFragment): SqlFragment => fragment`floor((${value}) * 1e6 + 0.5) / 1e6`;

const number = (name: string, value: number): SqlFragment => bound(`weight_${name}`, 'Float64', value);

const weightOf = (column: string, weights: Record<string, number>): SqlFragment =>
  fragment`transform(toString(${column}), ${bound(`names_${column}`, 'Array(String)', Object.keys(weights))}, ${bound(`weights_${column}`, 'Array(Float64)', Object.values(weights))}, 0.)`;
