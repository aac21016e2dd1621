import { inBackground } from '@linescope/chassis/clickhouse/clickhouse';
import type { Exporting } from '@linescope/chassis/http/route';
import { type DayRangeInput, dayFaults, orderFaults } from '@linescope/contract/day-faults';
import { addDays, DAY_MS } from '@linescope/contract/days';
import { invalidParameter, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { parseDayRange } from '../query-scope/day-range.ts';
import { boardParams } from '../query-scope/memberships.ts';
import { mergedParams } from '../query-scope/people-params.ts';
import {
  diffDeltaVersion,
  organizationIds,
  type QueryScope,
  type QueryScopeInput,
  type ResolveQueryScope,
} from '../query-scope/resolve-query-scope.ts';
import { pointLinks } from '../reports/point-urls.ts';
import {
  buildReportQuery,
  type ParsedReport,
  parseReportQuery,
  type ReportInput,
  type ReportQuery,
  reportFaults,
} from '../reports/report-query.ts';
import { ALL } from '../reports/series-names.ts';
import { compileRecords } from '../segments/compile-records.ts';
import { writeFormula } from '../segments/formula.ts';
import { formulaOf, formulaSeries, recordLists } from '../segments/segment.ts';
import { withResults } from '../store/repeated-statements.ts';
import { createAuditCaches } from './audit-caches.ts';
import type { AuditContext, AuditFilters, ScopeParams } from './audit-query.ts';
import { AUDITS, type AuditType } from './audit-types.ts';
import { createCopiesInMemory } from './commit-copies.ts';
import { readCursor } from './cursor.ts';
import { listIdentities } from './identity-lists.ts';
import { findPointRecords, POINT } from './point-records.ts';
import { isCount } from './read-page.ts';

/** With `segment_by`, the point of a report: the same query again, for its interval and its series. */
type PointInput = Pick<ReportInput, 'aggregate_by' | 'suppress_aggregation' | 'interval_em' | 'ai_provider_em'> & {
  segment_by?: string | undefined;
  series?: string | undefined;
};

export interface AuditInput extends QueryScopeInput, AuditFilters, PointInput, Pick<DayRangeInput, 'days_ago'> {
  resource_type: AuditType;
  cursor?: string | undefined;
}

export type ReadAudit = ReturnType<typeof createAuditReader>;
export type AuditAnswer = Awaited<ReturnType<ReadAudit>>;

/** Their facts are held for an export, as some thirty megabytes of text. */
const COMMITS_AHEAD = 250_000;

export function createAuditReader(
  context: Context,
  resolveQueryScope: ResolveQueryScope,
  commitsAhead = COMMITS_AHEAD,
) {
  const caches = createAuditCaches();
  const copies = createCopiesInMemory(context);
  return async (principal: Principal, input: AuditInput, exporting?: Exporting) => {
    const now = context.now();
    const parsed = parsePoint(input, now);
    const filters = withDays(input, now);
    const queryScope = await resolveQueryScope(principal, input);
    // Of an export the first rows are waited for; the rest leaves the engine to requests, and is not asked for again.
    const isFurtherChunk = exporting !== undefined && input.cursor !== undefined;
    const clickHouse = isFurtherChunk
      ? withResults(inBackground(context.clickHouse), caches.statements, queryScope.stamp.stamp, isOfEveryChunk)
      : withResults(context.clickHouse, caches.statements, queryScope.stamp.stamp);
    const auditContext: AuditContext = {
      ...context,
      clickHouse,
      caches,
      copies,
      commitsAhead,
      ...(exporting && { exporting }),
    };
    const report = parsed && buildReportQuery(parsed, queryScope, principal, now);
    const point = report && (await readPoint(auditContext, input, report));
    const page = await AUDITS[input.resource_type].list({
      context: auditContext,
      queryScope,
      filters,
      after: input.cursor === undefined ? null : readCursor(input.cursor),
      identities: listIdentities(queryScope),
      point: point?.records ?? null,
      scopeParams: report?.params ?? scopeParams(queryScope),
      today: Math.floor(now.getTime() / DAY_MS),
    });
    return { page, point: point?.fields, diffDeltaVersion: diffDeltaVersion(queryScope) };
  };
}

const isOfEveryChunk = (statement: string): boolean => isCount(statement) || statement === POINT;

/** What contradicts each other, of the parameters that are sound; those of the point are those of its report. */
export const auditFaults = (input: Partial<AuditInput>, now: Date): ParameterError[] => [
  ...(input.segment_by === undefined
    ? dayFaults(input)
    : reportFaults({ ...input, aggregate_by: input.aggregate_by ?? 'none' }, now)),
  ...orderFaults('resolved_start_date', input.resolved_start_date, 'resolved_end_date', input.resolved_end_date),
];

/** `days_ago` as the first and last day that the lists filter by; a point has its range already. */
function withDays(input: AuditInput, now: Date): AuditInput {
  if (input.days_ago === undefined || input.segment_by !== undefined) return input;
  const { from, until } = parseDayRange(input, now);
  return { ...input, start_date: from, end_date: addDays(until, -1) };
}

const scopeParams = (queryScope: QueryScope): ScopeParams => ({
  entity_id: queryScope.scope.entityId,
  score_version: queryScope.scoreVersion,
  every_repo: queryScope.wholeEntity,
  repo_ids: queryScope.scope.repos.map(({ id }) => id),
  every_asked: queryScope.wholeEntity,
  asked_repo_ids: queryScope.scope.repos.map(({ id }) => id),
  ...boardParams(queryScope.copies),
  organization_ids: organizationIds(queryScope),
  ...mergedParams(queryScope.copies.committers),
});

const parsePoint = (input: AuditInput, now: Date): ParsedReport | null =>
  input.segment_by === undefined
    ? null
    : parseReportQuery({ ...input, segment_by: input.segment_by, aggregate_by: input.aggregate_by ?? 'none' }, now);

async function readPoint(context: AuditContext, input: AuditInput, report: ReportQuery) {
  const { resource_type: type } = input;
  const { segment, params } = report;
  // A tracker may have a type of issues, or a sprint, of that name.
  const isSplitByName = segment.breakdown !== undefined && !input.suppress_aggregation;
  const series = input.series === ALL && !isSplitByName ? undefined : input.series;
  const ownSeries = formulaSeries(segment);
  if (series !== undefined && ownSeries && !ownSeries.includes(series)) {
    throw invalidParameter('series', `series must be one of ${ownSeries.join(', ')} for ${segment.segment}.`);
  }
  const lists = recordLists(segment, series);
  const list = lists.find((name) => name === type);
  const statement = list && compileRecords(segment, report, list, series);
  if (!statement) {
    throw invalidParameter(
      'segment_by',
      `The records of ${segment.segment} are listed as ${lists.join(' and ')}, not as ${type}.`,
    );
  }
  const urls = pointLinks(report, series ?? '', { from: report.range.from, last: addDays(report.range.until, -1) });
  return {
    records: await findPointRecords(context, statement, { ...params, series: series ?? '' }),
    fields: {
      point_formula: writeFormula(formulaOf(segment, series)),
      further_urls: urls.filter((_, index) => lists[index] !== list),
    },
  };
}
