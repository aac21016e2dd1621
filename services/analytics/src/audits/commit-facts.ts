import { z } from 'zod';
import { type CommitFacts, lookupOf, readFacts, readKey } from '../store/sha-facts.ts';
import { bound, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import type { CommitKey } from './commit-name.ts';
import { ofEntity } from './conditions.ts';

/** As lists, which are read in half the time of an object whose names are not known. */
const factsRow = z.object({ digits: z.string(), names: z.array(z.string()), values: z.array(z.string()) });

/** What is known of commits by their shas; of another one in the rare case that it is found by the same number. */
export async function readCommitFacts(query: AuditQuery, keys: readonly CommitKey[]): Promise<CommitFacts[]> {
  if (keys.length === 0) return [];
  const lookups = keys.map(lookupOf);
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_facts',
    ...fragment`SELECT lower(hex(commit_key)) AS digits, mapKeys(facts) AS names, mapValues(facts) AS values FROM sha_facts FINAL
      WHERE ${ofEntity(query)} AND lookup IN ${bound('page_lookups', 'Array(UInt64)', `[${lookups}]`)}`,
    row: factsRow,
    settings: ONE_THREAD,
  });
  const { score_version: scoreVersion } = query.scopeParams;
  return rows.map(({ digits, names, values }) => readFacts(readKey(digits), names, values, scoreVersion));
}
