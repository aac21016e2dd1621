import type { CommitFacts } from '../store/sha-facts.ts';
import { bindTemplate, bound, fragment, type SqlFragment, template, templateParam } from '../store/sql.ts';
import type { AuditQuery } from './audit-query.ts';
import { TIME, timeText } from './bound-times.ts';
import type { CommitKey } from './commit-name.ts';
import { ofEntity } from './conditions.ts';

/** Which commits statements look up, in conditions that use the order of their tables. */
export interface CommitChoice {
  keys: readonly CommitKey[];
  /** Whether `repo_id` and the sha in this column name one of them. In a span it may be another, which is then not asked for. */
  includes(shaColumn: string): SqlFragment;
  /** Every commit was authored between these, where it is known; and what is known of them, which was read ahead. */
  span: KnownSpan | null;
}

export interface TimeSpan {
  firstSecond: number;
  lastSecond: number;
}

export interface KnownSpan extends TimeSpan {
  facts: readonly CommitFacts[];
}

/** The commits of a page, bound as they are: computed by a lambda they would not use the order of a table. */
export function listedCommits(keys: readonly CommitKey[]): CommitChoice {
  const repos = keys.map(({ repo_id: id }) => id);
  const shas = keys.map(({ sha }) => sha);
  const list = fragment`arrayZip(${bound('page_repo_ids', 'Array(UInt64)', repos)}, ${bound('page_shas', 'Array(String)', shas)})`;
  return { keys, includes: (sha) => fragment`(repo_id, ${sha}) IN ${list}`, span: null };
}

export function spanOf(keys: readonly { authored_s: number }[]): TimeSpan {
  const seconds = keys.map(({ authored_s: second }) => second);
  return {
    firstSecond: seconds.reduce((one, other) => Math.min(one, other)),
    lastSecond: seconds.reduce((one, other) => Math.max(one, other)),
  };
}

/** Many commits that were listed by time under these conditions: the store finds them again, which is quicker than to send them. */
export const commitsWithin = (keys: readonly CommitKey[], conditions: SqlFragment, span: KnownSpan): CommitChoice => ({
  keys,
  // By the sha alone, which takes half the time: the same sha in another repo has the same times.
  includes: (sha) => fragment`${sha} IN (SELECT sha FROM commit_times WHERE ${conditions} AND ${authoredIn(span)})`,
  span,
});

export const IN_SPAN = template`authored_at >= ${templateParam('span_first', TIME)} AND authored_at <= ${templateParam('span_last', TIME)}`;
export const spanValues = ({ firstSecond, lastSecond }: TimeSpan) => ({
  span_first: timeText(firstSecond),
  span_last: timeText(lastSecond),
});
export const authoredIn = (span: TimeSpan): SqlFragment => bindTemplate(IN_SPAN, spanValues(span));

export const ofPageRepos = (query: AuditQuery, records: readonly { repo_id: number }[]): SqlFragment =>
  fragment`${ofEntity(query)} AND repo_id IN ${bound('page_repos', 'Array(UInt64)', [...new Set(records.map(({ repo_id: id }) => id))])}`;

/** The commits of a choice; a list names their repos already, and a second condition on them would only take the index longer. */
export const ofChosen = (query: AuditQuery, { keys, includes, span }: CommitChoice, shaColumn: string): SqlFragment =>
  fragment`${span ? ofPageRepos(query, keys) : ofEntity(query)} AND ${includes(shaColumn)}`;
