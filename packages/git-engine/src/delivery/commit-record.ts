import type { CommitFact, CommitScoreFact, FileChangeFact, LineChangeFact, MergeRouteFact } from '../facts.ts';

/** All facts of one commit. */
export type CommitRecord = {
  readonly commit: CommitFact;
  readonly fileChanges: readonly FileChangeFact[];
  readonly lineChanges: readonly LineChangeFact[];
  readonly mergeRoutes: readonly MergeRouteFact[];
  readonly score: CommitScoreFact;
};
