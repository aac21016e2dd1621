import { z } from 'zod';
import { createStatementResults } from '../store/repeated-statements.ts';
import { createResultCache } from '../store/result-cache.ts';
import { momentField } from './row-fields.ts';

export const dayCountRow = z.object({ day: z.number(), records: z.coerce.number() });
/** How many records of a list a day holds. */
export type DayCount = z.infer<typeof dayCountRow>;

export const pointRecordRow = z.object({ key: z.array(z.string()), point_values: z.array(z.number().nullable()) });
/** A record behind a point, and what it contributes to the measures. */
export type PointRecord = z.infer<typeof pointRecordRow>;

export const lastCommitRow = z.object({
  committer_id: z.coerce.number(),
  authored: momentField,
  committed: momentField,
});
/** When an identity last committed, in milliseconds. */
export type LastCommit = z.output<typeof lastCommitRow>;

const weigh = (rows: unknown[]): number => rows.length;

/** Results that this page and further ones of an audit use again, each under the stamp of the rows it was read from. */
export const createAuditCaches = () => ({
  statements: createStatementResults(),
  lastCommits: createResultCache<LastCommit[]>({ entries: 100, weight: 500_000, weigh }),
});
export type AuditCaches = ReturnType<typeof createAuditCaches>;
