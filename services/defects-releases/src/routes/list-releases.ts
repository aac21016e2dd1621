import { type Answer, defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { checkTogether } from '@linescope/contract/check-together';
import { isoTimestamp } from '@linescope/contract/date-time';
import { dayFaults } from '@linescope/contract/day-faults';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dayOfTimeInput, integerInput, PAGE_SIZE, stringInput } from '@linescope/contract/inputs';
import { count, id, timestamp } from '@linescope/contract/output-fields';
import { maybePagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import type { Principal } from '@linescope/contract/principal';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { parseRange } from '../domain/date-range.ts';
import { type ListedRelease, listReleases } from '../store/release-lists.ts';
import { reposInScope } from './list-scope.ts';

const ACTION = 'action_release_list';
const DEFAULT_DAYS = 90;
/** The first page after a start reads the histories of all its repos. */
const COUNT_MS = 20_000;

export const releaseListShape = {
  days_ago: integerInput({ min: 0, max: 36_500 }).optional(),
  start_date: dayOfTimeInput.optional(),
  end_date: dayOfTimeInput.optional(),
  team_slug: stringInput({ max: 200 }).optional(),
  ...maybePagedInput,
};

export type ReleaseListInput = z.output<z.ZodObject<typeof releaseListShape>> & { resource_path: string };

const deployerSchema = z.object({
  id,
  committer_user_name: z.string(),
  full_name: z.string(),
  git_provider_id: z.string().nullable(),
  last_commit_authored_at: timestamp.nullable(),
  last_commit_committed_at: timestamp.nullable(),
  processing_status: z.string(),
  provider_email: z.string().nullable(),
  user_id: id.nullable(),
});

export const releaseSha = z.string().nullable().describe('The commit that was released; null where none is known.');

export const releaseListSchema = z.object({
  ...envelopeShape,
  ...pageShape,
  releases: z.array(
    z
      .object({
        id,
        name: z.string().nullable(),
        repo: z.string(),
        repo_id: id,
        repo_path: z.string(),
        triggered_by: z.string(),
        deployed_by: deployerSchema.nullable(),
        release_sha: releaseSha,
        released_at: timestamp,
        commit_count: count,
        defect_count: count,
        issue_count: count,
      })
      .meta({ id: 'Release' }),
  ),
});

export const listReleasesRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/releases',
    action: ACTION,
    summary: 'List releases',
    description: 'The last 90 days unless a range is given; newest first.',
    role: 'member',
    input: checkTogether(z.object({ resource_path: resourcePathInput, ...releaseListShape }), dayFaults),
    records: { field: 'releases' },
    output: releaseListSchema,
    handle: (given, { principal }) => answerReleaseList(context, principal, given),
  });

export async function answerReleaseList(
  context: Context,
  principal: Principal,
  given: ReleaseListInput,
): Promise<Answer> {
  const request = { page: given.page ?? 1, per_page: given.per_page ?? PAGE_SIZE, cursor: given.cursor };
  const range = parseRange(given, context.now(), DEFAULT_DAYS);
  const scope = await resolveScope(context.identity, principal, given.resource_path);
  const { repoIds } = await reposInScope(context, scope, given.team_slug);
  const listed = { entityId: scope.entityId, repoIds };
  const { releases, ...page } = await listReleases(context.postgres, context.idPages, listed, range, request);
  const [commitCounts, deployers] = await Promise.all([
    countCommits(context, scope.entityId, releases),
    findDeployers(context, scope.entityId, releases),
  ]);
  return ok(
    success(ACTION, `${page.total} ${page.total === 1 ? 'release' : 'releases'} found.`, {
      ...pageFields(request, page),
      releases: releases.map((release, index) => ({
        id: release.id,
        name: release.name === '' ? null : release.name,
        repo: release.repoPath.split('/')[1] ?? release.repoPath,
        repo_id: release.repoId,
        repo_path: release.repoPath,
        triggered_by: release.triggeredBy,
        deployed_by: (release.deployedByCommitterId && deployers.get(release.deployedByCommitterId)) || null,
        release_sha: release.sha,
        released_at: isoTimestamp(release.releasedAt),
        commit_count: commitCounts[index] ?? 0,
        defect_count: release.defectCount,
        issue_count: release.issueCount,
      })),
    }),
  );
}

/** Counted by analytics for the page at once, so that commits imported later count too. */
async function countCommits(context: Context, entityId: number, releases: ListedRelease[]): Promise<number[]> {
  const ranges = releases.map((release) => ({
    repoId: release.repoId,
    sha: release.sha ?? '',
    previousSha: release.previousSha ?? '',
    previousAt: release.previousAt?.toISOString() ?? '',
  }));
  if (ranges.length === 0) return [];
  return (await context.analytics.countReleases({ entityId, ranges }, { deadlineMs: COUNT_MS })).commitCounts;
}

/** Each as the person who they are today: who was joined with somebody since is shown as them. */
async function findDeployers(context: Context, entityId: number, releases: ListedRelease[]) {
  const committerIds = [
    ...new Set(releases.map((release) => release.deployedByCommitterId).filter((id) => id !== null)),
  ];
  const deployers = await findCommitters(context, entityId, committerIds);
  const known = new Map(deployers.map((committer) => [committer.id, committer]));
  const primaryIds = [...new Set(deployers.map(({ primaryId }) => primaryId).filter((id) => !known.has(id)))];
  for (const primary of await findCommitters(context, entityId, primaryIds)) known.set(primary.id, primary);
  return new Map(
    deployers.map((committer) => [committer.id, describeDeployer(known.get(committer.primaryId) ?? committer)]),
  );
}

async function findCommitters(context: Context, entityId: number, committerIds: number[]) {
  if (committerIds.length === 0) return [];
  return (await context.developersTeams.findCommitters({ entityId, committerIds })).committers;
}

const describeDeployer = (
  committer: Awaited<ReturnType<typeof findCommitters>>[number],
): z.output<typeof deployerSchema> => ({
  id: committer.id,
  committer_user_name: committer.userName,
  full_name: committer.fullName,
  git_provider_id: committer.gitProviderId || null,
  last_commit_authored_at: committer.lastCommitAuthoredAt || null,
  last_commit_committed_at: committer.lastCommitCommittedAt || null,
  processing_status: committer.processingStatusEm,
  provider_email: committer.email || null,
  user_id: committer.userId || null,
});
