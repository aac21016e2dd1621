import { defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import {
  booleanInput,
  dateInput,
  integerInput,
  PAGE_SIZE,
  pageInput,
  shaInput,
  stringArrayInput,
  stringInput,
} from '@linescope/contract/inputs';
import type { Principal } from '@linescope/contract/principal';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { issueProviderInput } from '@linescope/contract/vendors';
import { z } from 'zod';
import { auditCommits } from '../audits/audit-commits.ts';
import { auditIssues } from '../audits/audit-issues.ts';
import { auditCommitters, auditTeams } from '../audits/audit-people.ts';
import { auditPullRequests } from '../audits/audit-pull-requests.ts';
import { type AuditPage, type AuditQuestion, auditPeopleParams } from '../audits/audit-question.ts';
import { auditTags } from '../audits/audit-tags.ts';
import { readCursor, writeCursor } from '../audits/cursor.ts';
import type { Context } from '../context.ts';
import { businessParams, readQuestion } from '../reports/question.ts';
import { membershipsOf } from '../reports/team-directory.ts';
import { findVisiblePeople, type NamedPeople } from '../reports/visible-people.ts';
import { compileRecords } from '../segments/compile.ts';
import { recordsOf, SEGMENT_NAMES } from '../segments/registry.ts';
import { AGGREGATIONS, type Aggregation, INTERVALS, type Interval } from '../segments/segment.ts';

const ACTION = 'action_audit';

const AUDITS: Record<string, (question: AuditQuestion) => Promise<AuditPage<unknown>>> = {
  commits: auditCommits,
  committers: auditCommitters,
  issues: auditIssues,
  pull_requests: auditPullRequests,
  teams: auditTeams,
  tags: auditTags,
};

interface PointInput extends NamedPeople {
  resource_path: string;
  resource_type: string;
  segment_by?: string | undefined;
  aggregate_by?: Aggregation | undefined;
  suppress_aggregation: boolean;
  interval_em?: Interval | undefined;
  series?: string | undefined;
  team_slug?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The point of a report whose records are asked for: the same question again, of its interval and its series. */
async function readPoint(context: Context, principal: Principal, input: PointInput) {
  const { segment_by: segmentBy, series } = input;
  if (segmentBy === undefined) return null;
  const question = await readQuestion(context, principal, {
    ...input,
    segment_by: segmentBy,
    aggregate_by: input.aggregate_by ?? 'none',
  });
  const { segment, interval, aggregation, ofTeam, suppressed } = question;
  const shape = { interval, aggregation, ofTeam: ofTeam !== null, suppressed };
  const records = recordsOf(segment).list === input.resource_type ? compileRecords(segment, shape, series) : null;
  if (!records) {
    throw invalidParameter('segment_by', `The records of ${segmentBy} are not listed as ${input.resource_type}.`);
  }
  return { records, params: { ...question.params, series: series ?? '' } };
}

const records = z.array(z.looseObject({})).optional();

export const auditsRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/audits',
    action: ACTION,
    summary: 'Read the records behind reports',
    description:
      'start_date and end_date bound the time authored (commits, committers), opened (pull requests), created (issues) or tagged (tags). ' +
      'The diff_delta of a commit is what reports count: 0 for a merge, a commit off the default branch, one applied again or one whose committer is not scored. A filter that a type does not have is not applied. ' +
      'Pages by number count from the newest record of the moment. next_cursor, given back as cursor, is where this page ended: the page then goes on from there and none is shown twice or passed over, whatever came in meanwhile; page is then left aside. ' +
      'With segment_by, as in the url of a point of a report, just the records behind the point are listed, each with what it gives to it (point_value); then only resource_path, team_slug, the committers, the dates and the page are heard.',
    role: 'admin',
    input: z.object({
      resource_path: resourcePathInput,
      resource_type: z.enum(['commits', 'committers', 'issues', 'pull_requests', 'teams', 'tags']),
      team_slug: stringInput({ max: 200 }).optional(),
      committer_identifier: stringInput({ max: 500 }).optional(),
      committer_user_name: stringArrayInput().optional(),
      critical_defects_only: booleanInput.default(false),
      start_date: dateInput.optional(),
      end_date: dateInput.optional(),
      resolved_start_date: dateInput.optional(),
      resolved_end_date: dateInput.optional(),
      issue_key: stringInput({ max: 300 }).optional(),
      issue_provider_em: issueProviderInput.optional(),
      issue_status: stringInput({ max: 200 }).optional(),
      tag_name: stringInput({ max: 300 }).optional(),
      pull_request_number: integerInput({ min: 0, max: 4_294_967_295 }).optional(),
      phase_em: z.enum(['phase_open', 'phase_stale_open', 'phase_closed', 'phase_merged']).optional(),
      sha: shaInput.optional(),
      segment_by: z.enum(SEGMENT_NAMES).optional(),
      aggregate_by: z.enum(AGGREGATIONS).optional(),
      suppress_aggregation: booleanInput.default(false),
      interval_em: z.enum(INTERVALS).optional(),
      series: stringInput({ max: 1_000 }).optional(),
      page: pageInput.default(1),
      cursor: stringInput({ max: 6_000 }).optional(),
    }),
    output: z.object({
      ...envelopeShape,
      page: z.number(),
      page_count: z.number(),
      per_page: z.number(),
      total_count: z.number(),
      next_cursor: z.string().nullable(),
      commits: records,
      committers: records,
      issues: records,
      pull_requests: records,
      teams: records,
      tags: records,
    }),
    async handle(input, { principal }) {
      const { resource_path: path, resource_type: type, team_slug: teamSlug, cursor, ...given } = input;
      const point = await readPoint(context, principal, input);
      const scope = await resolveScope(context.identity, principal, path);
      const { entityId } = scope;
      const [people, copies, settings, team] = await Promise.all([
        findVisiblePeople(context, principal, entityId, given),
        context.copiesOf(entityId),
        context.readSettings(entityId),
        teamSlug === undefined ? null : context.developersTeams.resolveTeam({ entityId, teamSlug }),
      ]);
      if (team && !team.found) throw notFound('team_slug names no team.', 'team_slug');
      const memberships = team ? membershipsOf(copies, scope.repos).filter(({ teamId }) => teamId === team.teamId) : [];
      const today = Math.floor(context.now().getTime() / 86_400_000);
      const wholeEntity = scope.resources.some(({ kind }) => kind === 'entity');
      const page = await (AUDITS[type] ?? auditCommits)({
        ...given,
        after: cursor === undefined ? null : readCursor(cursor),
        context,
        scope,
        point: point?.records ?? null,
        committerIds: people.named ? people.committerIds : null,
        team: team && !team.allContributors ? { id: team.teamId } : null,
        params: {
          entity_id: entityId,
          every_repo: wholeEntity,
          repo_ids: scope.repos.map(({ id }) => id),
          committer_ids: people.committerIds,
          team_id: team?.teamId ?? 0,
          ...auditPeopleParams(copies, people.committerIds, memberships),
          today,
          today_s: today * 86_400,
          ...businessParams(settings),
          ...point?.params,
        },
      });
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'record' : 'records'} found.`, {
          [type]: page.rows,
          page: given.page,
          page_count: Math.ceil(page.total / PAGE_SIZE),
          per_page: PAGE_SIZE,
          total_count: page.total,
          next_cursor: page.next ? writeCursor(page.next) : null,
        }),
      );
    },
  });
