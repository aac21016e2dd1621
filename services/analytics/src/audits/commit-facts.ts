import { z } from 'zod';
import { fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD, ofScores } from './audit-query.ts';

const factsRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  is_scored: z.coerce.boolean(),
  /** Both are of its score, 0 without one. */
  authored_s: z.coerce.number(),
  delta: z.coerce.number(),
  children: z.array(z.string()),
  /** The pull requests that held it, each with the newest version that did. */
  pulls: z.array(z.tuple([z.coerce.number(), z.coerce.number()])),
});
export type CommitFacts = z.output<typeof factsRow>;

/** What is known of commits by their shas: a random read each, so that one table holds all of it. */
export const readCommitFacts = (query: AuditQuery, where: SqlFragment): Promise<CommitFacts[]> =>
  query.context.clickHouse.query({
    name: 'audit_commit_facts',
    ...selectFacts(query, where),
    row: factsRow,
    settings: ONE_THREAD,
  });

export function selectFacts(query: AuditQuery, where: SqlFragment): SqlFragment {
  // Which score it is, is no condition: each on a column of the key is held against the whole index.
  const isScore = fragment`kind = 'score' AND ${ofScores(query)}`;
  return fragment`SELECT repo_id, toString(commit_facts.sha) AS sha,
       countIf(${isScore}) > 0 AS is_scored, argMaxIf(toUnixTimestamp64Second(authored_at), version, ${isScore}) AS authored_s,
       round(argMaxIf(commit_facts.delta, version, ${isScore}), 2) AS delta,
       arraySort(groupUniqArrayIf(toString(child), kind = 'child')) AS children,
       maxMapIf([number], [version], kind = 'pull_request') AS held, arrayZip(held.1, held.2) AS pulls
     FROM commit_facts WHERE ${where} GROUP BY repo_id, commit_facts.sha`;
}
