import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Release } from '../domain/release.ts';
import { releaseRow } from './releases.ts';

export async function unseenIssueKeys(db: Queryable, releaseId: number): Promise<string[]> {
  const rows = await db.many(
    z.object({ issue_key: z.string() }),
    'SELECT issue_key FROM release_issues WHERE release_id = $1 AND NOT seen',
    [releaseId],
  );
  return rows.map((row) => row.issue_key);
}

export const markIssuesSeen = (tx: Transaction, releaseId: number, keys: string[]): Promise<number> =>
  tx.run('UPDATE release_issues SET seen = true WHERE release_id = $1 AND issue_key = ANY($2)', [releaseId, keys]);

export const releasesAwaitingIssue = (db: Queryable, entityId: number, key: string): Promise<Release[]> =>
  db.many(
    releaseRow,
    `SELECT r.* FROM release_issues ri JOIN releases r ON r.id = ri.release_id
     WHERE ri.entity_id = $1 AND ri.issue_key = $2 AND NOT ri.seen ORDER BY r.id`,
    [entityId, key],
  );
