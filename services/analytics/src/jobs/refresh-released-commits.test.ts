import { isDeepStrictEqual } from 'node:util';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { entityOffboarding, entityRowsRemoved } from '@linescope/contract/events/identity-events';
import { committersTable } from '@linescope/facts/copy-tables';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { commitScoresTable, commitsTable } from '@linescope/facts/git-tables';
import { encodeRows } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readStamp } from '../store/fact-stamps.ts';
import { releasedCommitsOfRepo } from '../store/released-commits.ts';
import { at, commitRow, committerRow, insertRows, scoreRow, sha } from '../testing/fact-rows.ts';
import type { Neighbourhood } from '../testing/neighbours.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const PATIENCE_MS = 30_000;
/** An entity for each test, so that none depends on another. */
const [LATE_COMMITS, REPORTED, WITHDRAWN, OFFBOARDED, SUMMED] = [1, 2, 3, 4, 5];
const REPO_ID = 100;

const neighbours: Neighbourhood = {
  entities: [LATE_COMMITS, REPORTED, WITHDRAWN, OFFBOARDED, SUMMED].map((id) => ({
    id,
    slug: `acme-${id}`,
    settings: {},
    repos: [{ id: REPO_ID, organizationId: 10, path: 'web/app' }],
  })),
  people: [],
  teams: [],
  access: new Map(),
};
const service = await startAnalytics(neighbours);
const { clickHouse, broker, postgres } = service.context;

/** One after the other: c1 ← c2 ← c3. */
const commits = ['c1', 'c2', 'c3'].map((mark, index, marks) =>
  commitRow({
    sha: sha(mark),
    parents: index === 0 ? [] : [sha(marks[index - 1] ?? '')],
    authored_at: at(`2026-03-0${index + 2}T00:00:00Z`),
  }),
);

async function publishCommits(entityId: number, from: number, to: number): Promise<void> {
  const batchId = `${entityId}:${from}-${to}`;
  const own = commits.slice(from, to).map((commit) => ({ ...commit, entity_id: entityId }));
  const scores = own.map((commit) =>
    scoreRow({ entity_id: entityId, sha: commit.sha, authored_at: commit.authored_at, delta: 1 }),
  );
  const batch = encodeFactBatch({ batchId, entityId, repoId: REPO_ID, shas: own.map((row) => row.sha) }, [
    { table: commitsTable, rows: own.length, bytes: encodeRows(commitsTable, own) },
    { table: commitScoresTable, rows: own.length, bytes: encodeRows(commitScoresTable, scores) },
  ]);
  await publishRaw(broker, `${broker.namespace}.facts.${entityId}.git.v1`, batch, { messageId: batchId });
}

async function publish(
  entityId: number,
  definition: typeof releaseChanged | typeof entityOffboarding,
  version: number,
  data: unknown,
): Promise<void> {
  const id = `test:${entityId}:${definition.name}:${JSON.stringify(data)}`;
  const event = {
    id,
    type: definition.type,
    entityId,
    aggregateId: '1',
    aggregateVersion: version,
    occurredAt: new Date().toISOString(),
    data,
  };
  await publishRaw(broker, eventSubject(broker.namespace, definition, entityId), Buffer.from(JSON.stringify(event)), {
    messageId: id,
  });
}

const release = (releaseId: number, mark: string, releasedAt: string, removed = false) => ({
  releaseId,
  repoId: REPO_ID,
  name: null,
  sha: sha(mark),
  previousSha: null,
  releasedAt,
  triggeredBy: 'api',
  deployedByCommitterId: null,
  defectKeys: [],
  issueKeys: [],
  removed,
});

/** The release that first carried each commit, by the first characters of its sha. */
const carried = async (entityId: number) =>
  Object.fromEntries(
    (await releasedCommitsOfRepo(clickHouse, entityId, REPO_ID))
      .filter((row) => row.released !== null)
      .map((row) => [row.sha.slice(0, 2), row.release_id]),
  );

const untilCarried = (entityId: number, expected: Record<string, number>) =>
  eventually(async () => isDeepStrictEqual(await carried(entityId), expected), PATIENCE_MS);

/** Release 1 carries c1, release 2 carries c2 and c3. */
async function publishTwoReleases(entityId: number): Promise<void> {
  await publishCommits(entityId, 0, 3);
  await publish(entityId, releaseChanged, 1, release(1, 'c1', '2026-03-10T00:00:00Z'));
  await publish(entityId, releaseChanged, 1, release(2, 'c3', '2026-03-20T00:00:00Z'));
  await untilCarried(entityId, { c1: 1, c2: 2, c3: 2 });
}

test('a commit belongs to the first release that carried it, also where the release was known first', async () => {
  await publish(LATE_COMMITS, releaseChanged, 1, release(1, 'c1', '2026-03-10T00:00:00Z'));
  await publish(LATE_COMMITS, releaseChanged, 1, release(2, 'c3', '2026-03-20T00:00:00Z'));
  await publishCommits(LATE_COMMITS, 0, 2);
  await untilCarried(LATE_COMMITS, { c1: 1 });
  await publishCommits(LATE_COMMITS, 2, 3);
  await untilCarried(LATE_COMMITS, { c1: 1, c2: 2, c3: 2 });
});

test('a release is in the next report, although the same report was cached before', async () => {
  await insertRows(clickHouse, committersTable, [committerRow({ entity_id: REPORTED })]);
  const query =
    'segment_by=committer_deploy_count&start_date=2026-03-01&end_date=2026-04-15&aggregate_by=none&fill_all_dates=true';
  const deployed = async (): Promise<number> => {
    const as = { ...TEST_PRINCIPAL, entityId: REPORTED };
    const { body } = await service.report(`resource_path=acme-${REPORTED}&${query}`, { as });
    return body.series_segments.All.reduce((sum: number, point: { y: number }) => sum + point.y, 0);
  };
  expect(await deployed()).toBe(0);
  await publishTwoReleases(REPORTED);
  // One committer in the week of each release.
  await eventually(async () => (await deployed()) === 2, PATIENCE_MS);
});

test('a release that is withdrawn carries nothing', async () => {
  await publishTwoReleases(WITHDRAWN);
  await publish(WITHDRAWN, releaseChanged, 2, release(1, 'c1', '2026-03-10T00:00:00Z', true));
  await untilCarried(WITHDRAWN, { c1: 2, c2: 2, c3: 2 });
});

test('a release leaves daily sums and what is known of people as they are', async () => {
  await publishCommits(SUMMED, 0, 3);
  await eventually(async () => (await readStamp(postgres, SUMMED)).is_rolled_up, PATIENCE_MS);
  const before = await readStamp(postgres, SUMMED);
  await publish(SUMMED, releaseChanged, 1, release(1, 'c3', '2026-03-20T00:00:00Z'));
  await untilCarried(SUMMED, { c1: 1, c2: 1, c3: 1 });
  const after = await readStamp(postgres, SUMMED);
  expect(after.stamp).toBeGreaterThan(before.stamp);
  expect({ ...after, stamp: 0 }).toEqual({ ...before, stamp: 0 });
});

/** Until analytics has told identity that it removed the entity's rows in this round. */
const untilRemoved = (entityId: number, round: number) =>
  eventually(async () => {
    const subject = `${broker.namespace}.events.${entityId}.${entityRowsRemoved.type}`;
    const message = await broker.manager.streams.getMessage(`${broker.namespace}_EVENTS`, { last_by_subj: subject });
    const { data } = z.object({ data: entityRowsRemoved.data }).parse(message.json());
    return data.round === round;
  }, PATIENCE_MS);

test('nothing of an entity is left after it was offboarded', async () => {
  await publishTwoReleases(OFFBOARDED);
  neighbours.entities = neighbours.entities.filter(({ id }) => id !== OFFBOARDED);
  const isGone = async () =>
    (await releasedCommitsOfRepo(clickHouse, OFFBOARDED, REPO_ID)).length === 0 &&
    (await postgres.run('SELECT 1 FROM fact_stamps WHERE entity_id = $1', [OFFBOARDED])) === 0;
  // As identity does: a derivation that was under way in one round is gone with the next.
  for (const round of [1, 2, 3]) {
    await publish(OFFBOARDED, entityOffboarding, round, { entitySlug: `acme-${OFFBOARDED}`, round });
    await untilRemoved(OFFBOARDED, round);
    if (await isGone()) return;
  }
  expect.fail('something of the entity was left after three rounds');
});
