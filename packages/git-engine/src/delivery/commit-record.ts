import type {
  CommitFact,
  CommitScoreFact,
  FileChangeFact,
  LineChangeFact,
  MergeRouteFact,
  UnrecordedEndFact,
} from '../facts.ts';

/** All facts of one commit. */
export type CommitRecord = {
  readonly commit: CommitFact;
  readonly fileChanges: readonly FileChangeFact[];
  readonly lineChanges: readonly LineChangeFact[];
  readonly mergeRoutes: readonly MergeRouteFact[];
  readonly unrecordedEnds: readonly UnrecordedEndFact[];
  readonly score: CommitScoreFact;
};
