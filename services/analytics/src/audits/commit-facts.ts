import { z } from 'zod';
import { type CommitFacts, lookupOf, readFacts, readKey } from '../store/sha-facts.ts';
import { bound, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import type { CommitKey } from './commit-name.ts';
import { ofEntity } from './conditions.ts';

const factsRow = z.object({ digits: z.string(), facts: z.record(z.string(), z.string()) });

/** What is known of commits by their shas; of another one in the rare case that it is found by the same number. */
export async function readCommitFacts(query: AuditQuery, keys: readonly CommitKey[]): Promise<CommitFacts[]> {
  const lookups = keys.map(lookupOf);
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_facts',
    ...fragment`SELECT lower(hex(commit_key)) AS digits, facts FROM sha_facts FINAL
      WHERE ${ofEntity(query)} AND lookup IN ${bound('page_lookups', 'Array(UInt64)', `[${lookups}]`)}`,
    row: factsRow,
    settings: ONE_THREAD,
  });
  return rows.map(({ digits, facts }) =>
    readFacts(readKey(digits), Object.entries(facts), query.scopeParams.score_version),
  );
}
