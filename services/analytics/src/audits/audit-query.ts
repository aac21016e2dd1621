import type { Exporting } from '@linescope/chassis/http/route';
import { DAY_SECONDS } from '@linescope/contract/days';
import type { Context } from '../context.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import type { RecordsStatement } from '../segments/compile-records.ts';
import type { SegmentParams } from '../segments/params.ts';
import { bindTemplate, bound, fragment, type SqlFragment, type SqlTemplate } from '../store/sql.ts';
import type { AuditCaches, PointRecord } from './audit-caches.ts';
import type { CopiesInMemory } from './commit-copies.ts';
import type { Cursor } from './cursor.ts';
import type { IdentityLists } from './identity-lists.ts';

export interface AuditFilters {
  critical_defects_only: boolean;
  start_date?: string | undefined;
  end_date?: string | undefined;
  resolved_start_date?: string | undefined;
  resolved_end_date?: string | undefined;
  issue_key?: string | undefined;
  issue_provider_em?: string | undefined;
  issue_status?: string | undefined;
  tag_name?: string | undefined;
  pull_request_number?: number | undefined;
  phase_em?: string | undefined;
  sha?: string | undefined;
  ai_provider_em?: string[] | undefined;
  page: number;
  per_page: number;
}

export interface AuditContext extends Pick<Context, 'clickHouse' | 'postgres' | 'identity' | 'now'> {
  caches: AuditCaches;
  copies: CopiesInMemory;
  exporting?: Exporting;
  /** The facts of so many commits are read at once for an export. */
  commitsAhead: number;
}

/** The parameters by which scope is applied in SQL. */
export type ScopeParams = Pick<
  SegmentParams,
  | 'entity_id'
  | 'score_version'
  | 'every_repo'
  | 'repo_ids'
  | 'every_asked'
  | 'asked_repo_ids'
  | 'organization_ids'
  | 'board_ids'
  | 'board_repos'
  | 'merged'
  | 'merged_into'
>;

/** The records behind a point of a report. */
export interface PointRecords {
  statement: RecordsStatement;
  /** The statement with its values. */
  sql: SqlFragment;
  /** Null where they are too many to be listed: then the statement becomes part of the queries that need them. */
  found: PointRecord[] | null;
}

/** An audit after its names were resolved. */
export interface AuditQuery {
  context: AuditContext;
  queryScope: QueryScope;
  filters: AuditFilters;
  /** Where the page before ended: this page continues from there, whatever was stored meanwhile. */
  after: Cursor | null;
  identities: IdentityLists;
  /** The records behind a point of a report: then no other filter is applied. */
  point: PointRecords | null;
  scopeParams: ScopeParams;
  /** Days since 1970. */
  today: number;
}

/** A query reads one entity, which is one partition. */
export const ONE_ENTITY = {
  date_time_output_format: 'unix_timestamp',
  do_not_merge_across_partitions_select_final: 1,
  optimize_move_to_prewhere_if_final: 1,
  max_execution_time: 15,
};

/** What looks up the records of a page or of a part of an export: it reads little, which a second thread makes slower, and leaves others a core. */
export const ONE_THREAD = { ...ONE_ENTITY, max_threads: 1 };

/** Scores by the weights that the entity's answers follow. */
export const ofScores = ({ scopeParams }: AuditQuery): SqlFragment =>
  fragment`score_version = ${bound('score_version', 'UInt32', scopeParams.score_version)}`;

/** Binds a template that needs no more than the scope. */
export const withScope = ({ scopeParams }: AuditQuery, template: SqlTemplate): SqlFragment =>
  bindTemplate(template, scopeParams);

export const pathOf = ({ queryScope: { scope } }: AuditQuery, repoId: number): string =>
  scope.repos.find(({ id }) => id === repoId)?.path ?? String(repoId);

export const todaySeconds = ({ today }: AuditQuery): number => today * DAY_SECONDS;
