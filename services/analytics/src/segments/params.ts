import { type SqlTemplate, templateParam } from '../store/sql.ts';

/** Every parameter that a statement of a segment may bind, with its ClickHouse type. */
const PARAM_TYPES = {
  entity_id: 'UInt64',
  /** Of the scores that answers follow. */
  score_version: 'UInt32',
  /** In daily sums: the part of the entity that the query asks about, in which one of several copies counts. */
  counts_from: 'UInt8',
  every_repo: 'Bool',
  repo_ids: 'Array(UInt64)',
  organization_ids: 'Array(UInt64)',
  every_asked: 'Bool',
  asked_repo_ids: 'Array(UInt64)',
  home_repos: 'Array(UInt64)',
  home_organizations: 'Array(UInt64)',
  from_ms: 'Int64',
  until_ms: 'Int64',
  people: 'Array(UInt64)',
  /** Identities of all whose facts count, seen by the caller or not. */
  processed: 'Array(UInt64)',
  merged: 'Array(UInt64)',
  merged_into: 'Array(UInt64)',
  seated: 'Array(UInt64)',
  every_team: 'Bool',
  own_team_ids: 'Array(UInt64)',
  /** What belongs to nobody counts: the query names no contributor and no team. */
  unassigned_counts: 'Bool',
  /** The same of records that are no person's, which a team counts by its repos. */
  nobody_counts: 'Bool',
  team_id: 'UInt64',
  shown_teams: 'Array(UInt64)',
  /** Where everyone is in one team for the whole of the range. */
  team_members: 'Array(UInt64)',
  team_of_members: 'Array(UInt64)',
  membership_teams: 'Array(UInt64)',
  membership_members: 'Array(UInt64)',
  membership_since: 'Array(Int32)',
  membership_until: 'Array(Int32)',
  membership_repos: 'Array(Array(UInt64))',
  board_ids: 'Array(String)',
  board_repos: 'Array(Array(UInt64))',
  ai_providers: 'Array(String)',
  buckets: 'Array(Date32)',
  bucket_days: 'Array(UInt32)',
  bucket_working_days: 'Array(UInt32)',
  bucket_ends_ms: 'Array(Int64)',
  off_keys: 'Array(String)',
  off_days: 'Array(UInt32)',
  time_zone: 'String',
  day_start_s: 'UInt32',
  day_length_s: 'UInt32',
  holidays: 'Array(Date32)',
  changed_days: 'Array(Int32)',
  changed_opens_s: 'Array(Int64)',
  changed_lengths_s: 'Array(Int64)',
  series: 'String',
} as const;

export type ParamName = keyof typeof PARAM_TYPES;

type ValueOf<Type> = Type extends `Array(${infer Element})`
  ? readonly ValueOf<Element>[]
  : Type extends 'Bool'
    ? boolean
    : Type extends 'String' | 'Date32'
      ? string
      : number;

/** Values of parameters by name. */
export type SegmentParams = { readonly [Name in ParamName]: ValueOf<(typeof PARAM_TYPES)[Name]> };

/** A reference to a parameter, for use in a template. */
export const param = (name: ParamName): SqlTemplate => templateParam(name, PARAM_TYPES[name]);
