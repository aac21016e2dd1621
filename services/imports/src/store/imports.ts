import { readSqlPage, type SqlList, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
import { JIRA } from '@linescope/contract/vendors';
import { z } from 'zod';
import {
  ENDED_STATUSES,
  ERROR_STATUSES,
  IMPORT_STATUSES,
  type ImportStatus,
  PASSING_ERROR_STATUSES,
} from '../domain/import-status.ts';

const time = z.date().nullable();
const tips = z.record(z.string(), z.string()).nullable();

export const importRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  repo_path: z.string(),
  git_provider_em: z.string().nullable(),
  repo_id: z.number().nullable(),
  host_path: z.string().nullable(),
  git_run: z.number(),
  import_status: z.enum(IMPORT_STATUSES),
  error_em: z.string().nullable(),
  error_detail: z.string(),
  run: z.number(),
  run_queued_at: z.date(),
  attempts: z.number(),
  resume_at: time,
  paused_since: time,
  queued_trace: z.string().nullable(),
  window_setting: z.string().nullable(),
  window_start: time,
  lease_token: z.number(),
  stored_tips: tips,
  stored_window_start: time,
  stored_before_window: z.array(z.string()),
  stored_note_tips: tips,
  cursor_run: z.number(),
  cursor_tips: tips,
  cursor_part: z.number(),
  available_provider_connection_count: z.number(),
  commits_complete_count: z.number(),
  commit_processed_count: z.number(),
  facts_compared_at: time,
  doubts: z.number(),
  doubts_settled: z.number(),
  commits_in_run: z.number(),
  commits_done_in_run: z.number(),
  default_branch_processed_back_through: time,
  last_pr_discovery_at: time,
  last_processed_at: time,
  last_provider_quota_exceeded_at: time,
  days_with_commit_count: z.number(),
  percent_complete: z.number(),
  provider_past_year_commit_count: z.number().nullable(),
  pull_request_discovered_count: z.number(),
  pull_request_processed_count: z.number(),
  stats_calculated_at: time,
  subscription_earliest_processing_at: time,
  awaited: z.boolean(),
  created_at: z.date(),
  updated_at: z.date(),
});

export type Import = z.infer<typeof importRow>;

export const IMPORT_COLUMNS = '*, cardinality(days_with_commit) AS days_with_commit_count';

export const findImport = (db: Queryable, id: number): Promise<Import | null> =>
  db.maybe(importRow, `SELECT ${IMPORT_COLUMNS} FROM imports WHERE id = $1`, [id]);

export interface ImportFilter {
  entityId: number;
  /** Null for all of the entity. */
  repoIds: number[] | null;
  repoPaths: string[];
}

const FILTER = 'entity_id = $1 AND ($2::bigint[] IS NULL OR repo_id = ANY($2) OR repo_path = ANY($3))';

const listedRow = importRow.extend({ last_deployed_at: time });
export type ListedImport = z.output<typeof listedRow>;

/** In place of the column of that name, which earlier versions have and never wrote. */
const LAST_DEPLOYED =
  '(SELECT max(released_at) FROM repo_releases WHERE repo_releases.repo_id = imports.repo_id AND NOT removed)';

/** By id; without a page, all of them. */
export async function listImports(
  db: Queryable,
  { entityId, repoIds, repoPaths }: ImportFilter,
  request: PageRequest | null,
): Promise<{ page: SqlPage | null; imports: ListedImport[] }> {
  const params = [entityId, repoIds, repoPaths];
  const list: SqlList = { from: 'imports', where: FILTER, params, order: [['id', 'bigint']] };
  const page = request && (await readSqlPage(db, list, request));
  const imports = await db.many(
    listedRow,
    `SELECT ${IMPORT_COLUMNS}, ${LAST_DEPLOYED} AS last_deployed_at FROM imports
     WHERE ${FILTER} AND ($4::bigint[] IS NULL OR id = ANY($4)) ORDER BY id`,
    [...params, page?.ids],
  );
  return { page, imports };
}

const scopeRow = z.object({ repo_id: z.number(), repo_path: z.string(), git_provider_em: z.string() });

/** Whose records these are; 0 is the entity's tracker, which knows no repos. */
export async function findScopes(db: Queryable, entityId: number, repoIds: readonly number[]) {
  const rows = await db.many(
    scopeRow,
    `SELECT repo_id, repo_path, git_provider_em FROM imports
     WHERE entity_id = $1 AND repo_id = ANY($2) AND git_provider_em IS NOT NULL`,
    [entityId, repoIds],
  );
  const repos = rows.map((row) => ({
    entityId,
    repoId: row.repo_id,
    repoPath: row.repo_path,
    gitProviderEm: row.git_provider_em,
  }));
  return repoIds.includes(0) ? [...repos, { entityId, repoId: 0, repoPath: '', gitProviderEm: JIRA }] : repos;
}

/** Repos of Azure DevOps: their organizations are those whose work items a text may mean. */
export const devopsRepoPaths = async (db: Queryable, entityId: number): Promise<string[]> =>
  (
    await db.many(
      z.object({ repo_path: z.string() }),
      `SELECT repo_path FROM imports WHERE entity_id = $1 AND starts_with(git_provider_em, 'devops_suite')`,
      [entityId],
    )
  ).map((row) => row.repo_path);

/** For one that completed; any other keeps its state. */
const ANOTHER_RUN = `run = run + CASE import_status WHEN 'processing_completed' THEN 1 ELSE 0 END,
       run_queued_at = CASE import_status WHEN 'processing_completed' THEN now() ELSE run_queued_at END,
       attempts = CASE import_status WHEN 'processing_completed' THEN 0 ELSE attempts END,
       import_status = CASE import_status WHEN 'processing_completed' THEN 'pending' ELSE import_status END,
       updated_at = now()`;

/** Ensures the import and makes it pending again unless it is under way. */
export const queueImport = (
  tx: Transaction,
  entityId: number,
  repoPath: string,
  windowSetting: string | null,
  trace: string | null,
): Promise<Import | null> =>
  tx.maybe(
    importRow,
    `INSERT INTO imports AS known (entity_id, repo_path, window_setting, queued_trace) VALUES ($1, $2, $3, $5)
     ON CONFLICT ON CONSTRAINT imports_once DO UPDATE SET
       import_status = 'pending', error_em = NULL, error_detail = '', attempts = 0, run = known.run + 1, run_queued_at = now(), updated_at = now(),
       resume_at = NULL, paused_since = NULL, queued_trace = excluded.queued_trace,
       window_setting = coalesce(excluded.window_setting, known.window_setting)
     WHERE known.import_status = ANY($4)
     RETURNING ${IMPORT_COLUMNS}`,
    [entityId, repoPath, windowSetting, ENDED_STATUSES, trace],
  );

/** Deletes an import that never came to a repo; not one that a worker holds, which may come to it any moment. */
export const deleteWithoutRepo = (tx: Transaction, id: number): Promise<AwaitedImport | null> =>
  tx.maybe(
    awaitedRow,
    `DELETE FROM imports WHERE id = $1 AND repo_id IS NULL AND (lease_expires_at IS NULL OR lease_expires_at < now())
     RETURNING ${AWAITED_COLUMNS}`,
    [id],
  );

const awaitedRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  repo_path: z.string(),
  repo_id: z.number().nullable(),
  import_status: z.enum(IMPORT_STATUSES),
  error_detail: z.string(),
  version: z.number(),
});
export type AwaitedImport = z.output<typeof awaitedRow>;
const AWAITED_COLUMNS = 'id, entity_id, repo_path, repo_id, import_status, error_detail, version';

/** The next version of one that has not completed before; null where nobody waits for it any more. */
export const nextVersion = (tx: Transaction, id: number): Promise<AwaitedImport | null> =>
  tx.maybe(
    awaitedRow,
    `UPDATE imports SET version = version + 1, awaited = import_status <> 'processing_completed'
     WHERE id = $1 AND awaited RETURNING ${AWAITED_COLUMNS}`,
    [id],
  );

export const findAwaitedOf = (
  tx: Transaction,
  { entityId, repoId }: { entityId: number; repoId: number },
): Promise<AwaitedImport[]> =>
  tx.many(awaitedRow, `SELECT ${AWAITED_COLUMNS} FROM imports WHERE entity_id = $1 AND repo_id = $2 AND awaited`, [
    entityId,
    repoId,
  ]);

/** Completed imports that are due for a refresh; each is taken by one caller. */
export const takeDueImports = (tx: Transaction, minutes: number, limit: number): Promise<Import[]> =>
  tx.many(
    importRow,
    `UPDATE imports SET import_status = 'pending', run = run + 1, run_queued_at = now(), attempts = 0, queued_trace = NULL, updated_at = now()
     WHERE id IN (SELECT id FROM imports WHERE import_status = 'processing_completed' AND updated_at < now() - make_interval(mins => $1)
                  ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING ${IMPORT_COLUMNS}`,
    [minutes, limit],
  );

const AFTER_FAILURE = `import_status = 'pending', run = run + 1, run_queued_at = now(), attempts = 0, queued_trace = NULL,
       error_em = NULL, error_detail = '', resume_at = NULL, paused_since = NULL, updated_at = now()`;

/** What kept a repo from being read that was imported before; of others, whoever queued them decides. */
const FAILED_LATER = `error_em IS NOT NULL AND stored_tips IS NOT NULL AND import_status <> 'processing_completed'`;

/** Failed refreshes are tried again: soon what may have passed, and each day what somebody must have mended. */
export const takeFailedImports = (tx: Transaction, minutes: number, limit: number): Promise<Import[]> =>
  tx.many(
    importRow,
    `UPDATE imports SET ${AFTER_FAILURE}
     WHERE id IN (SELECT id FROM imports WHERE ${FAILED_LATER} AND import_status = ANY($3)
                    AND updated_at < now() - make_interval(mins => $1::int * CASE WHEN import_status = ANY($4) THEN 1 ELSE 24 END)
                  ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING ${IMPORT_COLUMNS}`,
    [minutes, limit, ERROR_STATUSES, PASSING_ERROR_STATUSES],
  );

/** Something new was pushed: a completed import is queued, one under way runs once more when it is done. */
export async function requestRun(db: Queryable, id: number): Promise<Import | null> {
  const resumed = await db.maybe(
    importRow,
    `UPDATE imports SET ${AFTER_FAILURE} WHERE id = $1 AND ${FAILED_LATER} AND import_status = ANY($2)
     RETURNING ${IMPORT_COLUMNS}`,
    [id, PASSING_ERROR_STATUSES],
  );
  if (resumed) return resumed;
  return db.maybe(
    importRow,
    `UPDATE imports SET ${ANOTHER_RUN}, run_again = import_status <> 'processing_completed'
     WHERE id = $1 AND import_status <> ALL($2)
     RETURNING ${IMPORT_COLUMNS}`,
    [id, ['pending', 'offered_pending_acceptance', ...ERROR_STATUSES]],
  );
}

/** The run that was requested while another was under way. */
export const takeRequestedRun = (db: Queryable, id: number): Promise<Import | null> =>
  db.maybe(
    importRow,
    `UPDATE imports SET ${ANOTHER_RUN}, run_again = false
     WHERE id = $1 AND run_again AND import_status = 'processing_completed' RETURNING ${IMPORT_COLUMNS}`,
    [id],
  );

/** The repo as a host names it; a path that ends in a slash names all below it. */
export const importsOfHostPath = (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  hostPath: string,
): Promise<Import[]> =>
  db.many(
    importRow,
    `SELECT ${IMPORT_COLUMNS} FROM imports
     WHERE entity_id = $1 AND git_provider_em = $2 AND repo_id IS NOT NULL
       AND (lower(host_path) = lower($3) OR ($3 LIKE '%/' AND starts_with(lower(host_path), lower($3))))`,
    [entityId, gitProviderEm, hostPath],
  );

export const savePullRequestCounts = (
  db: Queryable,
  { entityId, repoId }: { entityId: number; repoId: number },
  counts: { known: number; stored: number },
): Promise<number> =>
  db.run(
    `UPDATE imports SET pull_request_discovered_count = $3, pull_request_processed_count = $4
     WHERE entity_id = $1 AND repo_id = $2`,
    [entityId, repoId, counts.known, counts.stored],
  );

export class LeaseLost extends Error {
  constructor() {
    super('another worker holds this import now');
    this.name = 'LeaseLost';
  }
}

/** The columns that work on an import may change. */
export interface ImportProgress {
  import_status?: ImportStatus;
  error_em?: string | null;
  error_detail?: string;
  attempts?: number;
  resume_at?: Date;
  paused_since?: Date | null;
  git_provider_em?: string;
  repo_id?: number;
  host_path?: string;
  git_run?: number;
  window_start?: Date;
  stored_tips?: Record<string, string>;
  stored_window_start?: Date;
  stored_before_window?: string[];
  stored_note_tips?: Record<string, string>;
  cursor_run?: number;
  cursor_tips?: Record<string, string>;
  cursor_part?: number;
  available_provider_connection_count?: number;
  commits_complete_count?: number;
  commit_processed_count?: number;
  facts_compared_at?: Date;
  doubts_settled?: number;
  commits_in_run?: number;
  commits_done_in_run?: number;
  default_branch_processed_back_through?: Date;
  last_pr_discovery_at?: Date;
  last_processed_at?: Date;
  last_provider_quota_exceeded_at?: Date;
  percent_complete?: number;
  provider_past_year_commit_count?: number | null;
  pull_request_discovered_count?: number;
  pull_request_processed_count?: number;
  stats_calculated_at?: Date;
  subscription_earliest_processing_at?: Date;
}

/** Something new is stored: what failed or paused before it no longer counts. */
export const ADVANCED = { attempts: 0, paused_since: null } as const;

/** Writes progress and extends the lease; throws `LeaseLost` where another worker holds it. */
export async function saveProgress(
  db: Queryable,
  lease: { id: number; token: number },
  change: ImportProgress,
  leaseSeconds: number,
): Promise<void> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const assignments = entries.map(([column], index) => `${column} = $${index + 4}`);
  const values = entries.map(([, value]) => (isPlainObject(value) ? JSON.stringify(value) : value));
  const touched = await db.run(
    `UPDATE imports SET ${[...assignments, 'lease_expires_at = now() + make_interval(secs => $3)', 'updated_at = now()'].join(', ')}
     WHERE id = $1 AND lease_token = $2`,
    [lease.id, lease.token, leaseSeconds, ...values],
  );
  if (touched === 0) throw new LeaseLost();
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

export const addDaysWithCommit = (db: Queryable, id: number, days: string[], since: Date): Promise<number> =>
  db.run(
    `UPDATE imports SET days_with_commit = ARRAY(
       SELECT DISTINCT day FROM unnest(days_with_commit || $2::date[]) AS day WHERE day >= $3::date ORDER BY day
     ) WHERE id = $1`,
    [id, days, since],
  );

/** The token is worth nothing after it: what is still on its way to write would take the lease again, for nobody. */
export const releaseLease = (db: Queryable, lease: { id: number; token: number }): Promise<number> =>
  db.run(
    'UPDATE imports SET lease_expires_at = NULL, lease_token = lease_token + 1 WHERE id = $1 AND lease_token = $2',
    [lease.id, lease.token],
  );

/** The store is doubted: the next run of these compares their facts with git. Null stands for all of the entity. */
export const doubtFacts = (
  db: Queryable,
  entityId: number,
  { repoIds = null, repoPath = null }: { repoIds?: readonly number[] | null; repoPath?: string | null },
): Promise<Import[]> =>
  db.many(
    importRow,
    `UPDATE imports SET doubts = doubts + 1 WHERE entity_id = $1 AND ($2::bigint[] IS NULL OR repo_id = ANY($2))
       AND ($3::text IS NULL OR repo_path = $3)
     RETURNING ${IMPORT_COLUMNS}`,
    [entityId, repoIds, repoPath],
  );

/** How often its facts were doubted. Until the transaction ends, they are not doubted again, and no other worker takes over. */
export async function lockDoubts(tx: Transaction, { id, lease_token: token }: Import): Promise<number> {
  const sql = 'SELECT doubts FROM imports WHERE id = $1 AND lease_token = $2 FOR UPDATE';
  const row = await tx.maybe(z.object({ doubts: z.number() }), sql, [id, token]);
  if (row === null) throw new LeaseLost();
  return row.doubts;
}

export const listImportedRepos = (db: Queryable): Promise<{ entity_id: number; repo_id: number }[]> =>
  db.many(
    z.object({ entity_id: z.number(), repo_id: z.number() }),
    'SELECT DISTINCT entity_id, repo_id FROM imports WHERE repo_id IS NOT NULL',
  );
