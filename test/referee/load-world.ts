import { readStamp } from '@linescope/analytics/store/fact-stamps';
import { areLivesCurrent } from '@linescope/analytics/store/life-derivations';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { uuidV7 } from '@linescope/chassis/trace/trace-context';
import type { EventDefinition } from '@linescope/contract/events/define-event';
import { committerChanged, teamChanged, timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import { repoRegistered } from '@linescope/contract/events/identity-events';
import { encodeFactBatch, type FactBlock } from '@linescope/facts/fact-batch';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { z } from 'zod';
import { gitBlocks, providerBlocks } from './fact-blocks.ts';
import type { Services } from './start-services.ts';
import type { World } from './world.ts';

/** Feeds a world to the services by their own inputs, as the other units do, and waits until it has arrived. */
export async function loadWorld(services: Services, world: World): Promise<void> {
  await publishCopies(services, world);
  for (const repo of world.repos) {
    const own = world.commits.filter(({ repoId }) => repoId === repo.id);
    const shas = own.map(({ sha }) => sha);
    const gone = own.filter(({ removed }) => removed).map(({ sha }) => sha);
    await publishFacts(services, world, repo.id, gitBlocks(world, repo.id), {
      shas,
      ...(gone.length > 0 ? { removed: { shas: gone, olderRuns: false, version: 2 } } : {}),
    });
  }
  await publishFacts(services, world, 0, providerBlocks(world), { shas: [] });
  await eventually(() => counted(services, world), 60_000);
  await recordDeliveries(services, world);
  await recordUsages(services, world);
  await eventually(() => settled(services, world), 60_000);
  const { postgres } = services.analytics.started.context;
  await eventually(async () => (await readStamp(postgres, world.entityId)).is_rolled_up, 60_000);
  await eventually(() => areLivesCurrent(postgres, world.entityId), 60_000);
}

async function publishFacts(
  { analytics }: Services,
  { entityId }: World,
  repoId: number,
  blocks: FactBlock[],
  header: { shas: string[]; removed?: { shas: string[]; olderRuns: boolean; version: number } },
): Promise<void> {
  const { broker } = analytics.started.context;
  const batchId = `world:${entityId}:${repoId}`;
  const batch = encodeFactBatch({ batchId, entityId, repoId, ...header }, blocks);
  const kind = repoId === 0 ? 'provider' : 'git';
  await publishRaw(broker, `${broker.namespace}.facts.${entityId}.${kind}.v1`, batch, { messageId: batchId });
}

async function publishCopies(services: Services, world: World): Promise<void> {
  const { entityId } = world;
  const { broker } = services.analytics.started.context;
  const publish = <Data extends z.ZodType>(
    definition: EventDefinition<Data>,
    aggregateId: number,
    data: z.input<Data>,
  ): Promise<unknown> => {
    const id = `world:${uuidV7()}`;
    const occurredAt = new Date().toISOString();
    const event = {
      id,
      type: definition.type,
      entityId,
      aggregateId: String(aggregateId),
      aggregateVersion: 1,
      occurredAt,
      data,
    };
    const subject = eventSubject(broker.namespace, definition, entityId);
    return publishRaw(broker, subject, Buffer.from(JSON.stringify(event)), { messageId: id });
  };
  await Promise.all([
    ...world.repos.map(({ id, organizationId, path }) => {
      const [organizationSlug = '', repoSlug = ''] = path.split('/');
      const where = { repoId: id, organizationId, organizationSlug, repoSlug };
      return publish(repoRegistered, id, { ...where, gitProviderEm: 'hostC', defaultBranch: 'main' });
    }),
    ...world.identities.map((identity) =>
      publish(committerChanged, identity.id, {
        committerId: identity.id,
        primaryId: identity.primaryId,
        userId: null,
        userName: identity.userName,
        fullName: identity.userName,
        email: identity.email,
        gitProviderId: null,
        avatarUrl: null,
        processingStatusEm: identity.status,
        bot: identity.bot,
        hasSeat: identity.hasSeat,
      }),
    ),
    ...world.teams.map((team) =>
      publish(teamChanged, team.id, {
        teamId: team.id,
        name: team.name,
        slug: team.slug,
        parentTeamId: team.parentId || null,
        removed: false,
        projectBoardId: team.boardId || null,
        repoPaths: team.repoPaths,
        members: team.members.map(({ identityId, from, until }) => ({
          committerId: identityId,
          roleEm: 'committer_role',
          from: `${from}T00:00:00Z`,
          until: until && `${until}T00:00:00Z`,
        })),
      }),
    ),
    ...world.timeOff.map(({ personId, start, end }) =>
      publish(timeOffChanged, personId, { committerId: personId, ranges: [{ startDate: start, endDate: end }] }),
    ),
  ]);
}

/** Releases in the order of their times, defects before what names them, as a customer would. */
async function recordDeliveries({ defectsReleases }: Services, world: World): Promise<void> {
  const as = {
    ...TEST_PRINCIPAL,
    entityId: world.entityId,
    entitySlug: world.slug,
    userId: world.callers[0]?.userId ?? 0,
  };
  const pathOf = (repoId: number) => `${world.slug}/${world.repos.find(({ id }) => id === repoId)?.path}`;
  const post = async (route: string, json: object) => {
    const { status, body } = await defectsReleases.call('POST', route, { as, json });
    if (status !== 201 && status !== 200) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
  };
  const iso = (time: number | null) => (time === null ? undefined : new Date(time).toISOString());
  for (const { key, resourcePath, detectedAt, fixes } of world.defects) {
    await post('/critical_defects', { resource_path: resourcePath, defect_key: key, detected_at: iso(detectedAt) });
    for (const { repoId, sha, releasedAt } of fixes) {
      const fix = { fix_released_sha: sha ?? undefined, fix_released_at: iso(releasedAt) };
      await post('/critical_defects', { resource_path: pathOf(repoId), defect_key: key, ...fix });
    }
  }
  for (const release of world.releases) {
    await post('/releases', {
      resource_path: pathOf(release.repoId),
      name: release.name,
      release_sha: release.sha ?? undefined,
      released_at: iso(release.releasedAt),
      defect_keys: release.defectKeys,
      issue_keys_resolved: release.issueKeys,
    });
  }
}

async function recordUsages({ analytics }: Services, world: World): Promise<void> {
  const as = {
    ...TEST_PRINCIPAL,
    entityId: world.entityId,
    entitySlug: world.slug,
    userId: world.callers[0]?.userId ?? 0,
  };
  for (const usage of world.usages.filter(({ provider }) => provider === 'custom')) {
    const { status, body } = await analytics.call('POST', '/ai_usages', {
      as,
      json: {
        resource_path: usage.resourcePath,
        llm_model_name: usage.model,
        date: usage.day,
        committer_user_name: world.identities.find(({ id }) => id === usage.personId)?.userName,
        team_slug: world.teams.find(({ id }) => id === usage.teamId)?.slug,
        lines_added: usage.linesAdded,
        lines_deleted: usage.linesDeleted,
        prompted_suggest_count: usage.promptedSuggested,
        prompted_accept_count: usage.promptedAccepted,
        tab_suggest_count: usage.tabSuggested,
        tab_accept_count: usage.tabAccepted,
        cents_cost: usage.cents,
      },
    });
    if (status !== 201 && status !== 200) throw new Error(`usage refused: ${JSON.stringify(body)}`);
  }
}

const countRow = z.object({ count: z.coerce.number() });

const countOf = async ({ analytics }: Services, { entityId }: World, from: string): Promise<number> => {
  const [row] = await analytics.started.context.clickHouse.query({
    name: 'arrived',
    sql: `SELECT count() AS count FROM ${from} FINAL WHERE entity_id = {entity_id:UInt64}`,
    params: { entity_id: entityId },
    row: countRow,
  });
  return row?.count ?? 0;
};

async function counted(services: Services, world: World): Promise<boolean> {
  const expected = {
    commits: world.commits.length,
    commit_scores: world.commits.length,
    pull_requests: world.pulls.length,
    issues: world.issues.length,
    committers: world.identities.length,
    teams: world.teams.length,
    repos: world.repos.length,
    time_off: world.timeOff.length,
  };
  for (const [table, count] of Object.entries(expected)) {
    if ((await countOf(services, world, table)) !== count) return false;
  }
  const removed = world.commits.filter(({ removed: gone }) => gone).length;
  const [row] = await services.analytics.started.context.clickHouse.query({
    name: 'removed',
    sql: `SELECT count() AS count FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND presence = 'removed'`,
    params: { entity_id: world.entityId },
    row: countRow,
  });
  return row?.count === removed;
}

/** Nothing is left to publish, to receive, or to be worked out about releases. */
async function settled(services: Services, world: World): Promise<boolean> {
  const { analytics, defectsReleases } = services;
  const { broker, postgres } = analytics.started.context;
  if ((await countOf(services, world, 'releases')) < world.releases.length) return false;
  if ((await countOf(services, world, 'defects')) < world.defects.length) return false;
  void defectsReleases;
  const stream = `${broker.namespace}_EVENTS`;
  for await (const { num_pending: pending, num_ack_pending: running } of broker.manager.consumers.list(stream)) {
    if (pending > 0 || running > 0) return false;
  }
  const { count } = await postgres.one(countRow, 'SELECT count(*) AS count FROM stale_releases');
  return count === 0;
}
