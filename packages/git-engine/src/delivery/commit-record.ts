import type { CommitFact, FileChangeFact, LineChangeFact, MergeRouteFact, UnrecordedEndFact } from '../facts.ts';
import type { ScoreNumbers } from '../score/score-numbers.ts';

/** All facts of one commit. */
export type CommitRecord = {
  readonly commit: CommitFact;
  readonly fileChanges: readonly FileChangeFact[];
  readonly lineChanges: readonly LineChangeFact[];
  readonly mergeRoutes: readonly MergeRouteFact[];
  readonly unrecordedEnds: readonly UnrecordedEndFact[];
  readonly score: { readonly formulaVersion: string; readonly numbers: ScoreNumbers };
};
