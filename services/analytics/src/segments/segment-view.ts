import { columnReference, type SqlTemplate, template } from '../store/sql.ts';
import { param } from './params.ts';

/**
 * A named view over the fact tables with the same first columns everywhere: `at` (when a row counts), `repo_id` (0: none) and
 * `committer` (the primary id; 0: none). It applies once what every number must respect: tenant, scope, range, processing
 * status, stats access, default branch, merges, commits applied twice, presence.
 */
export interface SegmentView<Column extends string = string> {
  name: string;
  /** Which rows count, by which time, and in which scope: a sentence for readers. */
  counts: string;
  /** The columns that measures, filters and series may use besides the common ones. */
  columns: Record<Column | CommonColumn, SqlTemplate>;
  /** Columns that are not used may be left out, with the joins they need. */
  sql(request: ViewRequest): SqlTemplate;
  /** Whether rows belong to a contributor: only then can they be split by committer, team or cohort. */
  hasCommitter: boolean;
  hasRepo: boolean;
  hasProvider?: boolean;
  /** The time by which the contributor's cohort is taken, where it is not `at`. */
  cohortAt?: string;
  /** The column with all repos of a row, where it may have several: a team counts it by any of them. */
  repos?: string;
  /** A team counts a row by its member alone, whatever repos the team is limited to. */
  followsMember?: boolean;
  /** It reads AI usage, so that a query may filter by provider. */
  readsUsage?: boolean;
  /**
   * Its rows may be held in memory, for a scope and for all people and days: these alone decide what counts. With the columns of whole
   * numbers that can be added up there, and how many of their units are one.
   */
  held?: { readonly [Name in Column]?: number };
  /** The audit that lists the records of its rows. */
  records: RecordList;
  /** The columns that identify the record, where their names differ from the audit's. */
  recordKeys?: readonly string[];
}

export type CommonColumn = 'at' | 'repo_id' | 'committer';
export type Uses = (column: string) => boolean;

export interface ViewRequest {
  uses: Uses;
  /** The query reads all of the entity, so that nothing need be shared out among its repos. */
  wholeEntity: boolean;
  /** Series are repos. */
  byRepo: boolean;
  /** Daily sums stand for the commits, where they have the columns. */
  fromDays: boolean;
  /** AI usage may be reported by several sources. */
  severalSources: boolean;
}

type ViewDefinition<Column extends string> = Omit<SegmentView<Column>, 'columns'> & { columns: readonly Column[] };

/** Declares a view; its columns become references, so that a misspelt column does not compile. */
export const defineView = <const Column extends string>({
  columns,
  ...view
}: ViewDefinition<Column>): SegmentView<Column> => ({
  ...view,
  columns: namedColumns(['at', 'repo_id', 'committer', ...columns]),
});

/** The cast is safe: the record has a key for every name, and no other. */
const namedColumns = <Name extends string>(names: readonly Name[]): Record<Name, SqlTemplate> =>
  Object.fromEntries(names.map((name) => [name, columnReference(name)])) as Record<Name, SqlTemplate>;

/** Audits that list the records behind numbers, with the columns that identify a record in each and their types. */
export const RECORD_KEYS = {
  commits: { repo_id: 'UInt64', sha: 'String' },
  pull_requests: { repo_id: 'UInt64', number: 'UInt32' },
  issues: { key: 'String' },
  critical_defects: { defect_id: 'UInt64' },
  releases: { release_id: 'UInt64' },
  ai_usages: {
    date: 'Date32',
    provider: 'String',
    model: 'String',
    committer_id: 'UInt64',
    team_id: 'UInt64',
    organization_id: 'UInt64',
    repo_id: 'UInt64',
    source: 'String',
  },
  ai_seats: { committer_id: 'UInt64' },
  sprint_issues: { sprint_id: 'String', issue_key: 'String' },
} as const satisfies Record<string, Record<string, KeyType>>;

export type KeyType = 'UInt64' | 'UInt32' | 'String' | 'Date32';

export type RecordList = keyof typeof RECORD_KEYS;

/** Filters that every view repeats. */
export const OF_ENTITY = template`entity_id = ${param('entity_id')}`;
/** Scores by the weights that the entity's answers follow. */
export const OF_SCORES = template`${OF_ENTITY} AND score_version = ${param('score_version')}`;
/** Commits as imported, where it does not matter by which weights they are scored. */
export const AS_IMPORTED = template`${OF_ENTITY} AND score_version = 0`;
export const IN_REPOS = template`(${param('every_repo')} OR repo_id IN ${param('repo_ids')})`;
/** The scope that the caller asked about, before a team's repos limit it. */
export const IN_ASKED = template`(${param('every_asked')} OR repo_id IN ${param('asked_repo_ids')})`;
export const FROM = template`fromUnixTimestamp64Milli(${param('from_ms')}, 'UTC')`;
export const UNTIL = template`fromUnixTimestamp64Milli(${param('until_ms')}, 'UTC')`;
export const during = (column: string): SqlTemplate => template`${column} >= ${FROM} AND ${column} < ${UNTIL}`;

/** The days of a range, counted from 1970: `until` is the first behind it. */
export const dayNumber = (name: 'from_ms' | 'until_ms'): SqlTemplate => template`intDiv(${param(name)}, 86400000)`;

/** Usage that is reported for a whole team has this number plus the team's id as its committer. */
export const TEAM_AS_COMMITTER = 2 ** 52;

/**
 * Processing status and stats access are applied by these two. The identities that count, and the primary identity of each, are
 * resolved before the statement runs.
 */
export const isPerson = (column: string): SqlTemplate => template`${column} IN ${param('people')}`;
/** The same with what belongs to nobody, where that counts. */
export const isPersonOrNobody = (column: string): SqlTemplate =>
  template`(${isPerson(column)} OR (${column} = 0 AND ${param('unassigned_counts')}))`;
export const personOf = (column: string): SqlTemplate =>
  template`transform(${column}, ${param('merged')}, ${param('merged_into')}, ${column})`;
