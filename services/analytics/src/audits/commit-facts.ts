import { z } from 'zod';
import { allOf, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD, ofScores } from './audit-query.ts';
import { type CommitChoice, ofPageRepos } from './commit-keys.ts';

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
export const readCommitFacts = (query: AuditQuery, chosen: CommitChoice): Promise<CommitFacts[]> => {
  const conditions = [
    ofPageRepos(query, chosen.keys),
    fragment`(kind != 'score' OR ${ofScores(query)})`,
    chosen.includes('commit_facts.sha'),
  ];
  return query.context.clickHouse.query({
    name: 'audit_commit_facts',
    ...fragment`SELECT repo_id, toString(commit_facts.sha) AS sha,
       countIf(kind = 'score') > 0 AS is_scored, argMaxIf(toUnixTimestamp64Second(authored_at), version, kind = 'score') AS authored_s,
       round(argMaxIf(commit_facts.delta, version, kind = 'score'), 2) AS delta,
       arraySort(groupUniqArrayIf(toString(child), kind = 'child')) AS children,
       maxMapIf([number], [version], kind = 'pull_request') AS held, arrayZip(held.1, held.2) AS pulls
     FROM commit_facts WHERE ${allOf(conditions)} GROUP BY repo_id, commit_facts.sha`,
    row: factsRow,
    settings: ONE_THREAD,
  });
};
