import { isDeepStrictEqual } from 'node:util';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import { committersTable } from '@linescope/facts/copy-tables';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { commitScoresTable, commitsTable } from '@linescope/facts/git-tables';
import { encodeRows } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { releasedCommitsOfRepo } from '../store/released-commits.ts';
import { at, commitRow, committerRow, insertRows, scoreRow, sha } from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse, broker, postgres } = service.context;
await insertRows(clickHouse, committersTable, [committerRow({})]);

/** One after the other: c1 ← c2 ← c3. */
const commits = ['c1', 'c2', 'c3'].map((mark, index, marks) =>
  commitRow({
    sha: sha(mark),
    parents: index === 0 ? [] : [sha(marks[index - 1] ?? '')],
    authored_at: at(`2026-03-0${index + 2}T00:00:00Z`),
  }),
);
const scores = commits.map((commit) => scoreRow({ sha: commit.sha, authored_at: commit.authored_at, delta: 1 }));

async function publishCommits(batchId: string, from: number, to: number): Promise<void> {
  const batch = encodeFactBatch(
    { batchId, entityId: 1, repoId: 100, shas: commits.slice(from, to).map((row) => row.sha) },
    [
      { table: commitsTable, rows: to - from, bytes: encodeRows(commitsTable, commits.slice(from, to)) },
      { table: commitScoresTable, rows: to - from, bytes: encodeRows(commitScoresTable, scores.slice(from, to)) },
    ],
  );
  await publishRaw(broker, `${broker.namespace}.facts.1.git.v1`, batch, { messageId: batchId });
}

async function publish(definition: typeof releaseChanged | typeof entityOffboarding, version: number, data: unknown) {
  const id = `test:${definition.name}:${JSON.stringify(data)}`;
  const event = {
    id,
    type: definition.type,
    entityId: 1,
    aggregateId: '1',
    aggregateVersion: version,
    occurredAt: new Date().toISOString(),
    data,
  };
  await publishRaw(broker, eventSubject(broker.namespace, definition, 1), Buffer.from(JSON.stringify(event)), {
    messageId: id,
  });
}

const release = (releaseId: number, mark: string, releasedAt: string, removed = false) => ({
  releaseId,
  repoId: 100,
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

const carried = async () =>
  Object.fromEntries(
    (await releasedCommitsOfRepo(clickHouse, 1, 100))
      .filter((row) => row.released !== null)
      .map((row) => [row.sha.slice(0, 2), row.release_id]),
  );

test('a commit belongs to the first release that carried it, whichever of the two was known first', async () => {
  await publish(releaseChanged, 1, release(1, 'c1', '2026-03-10T00:00:00Z'));
  await publishCommits('one', 0, 2);
  await publish(releaseChanged, 1, release(2, 'c3', '2026-03-20T00:00:00Z'));
  await eventually(async () => isDeepStrictEqual(await carried(), { c1: 1 }), 30_000);
  await publishCommits('two', 2, 3);
  await eventually(async () => isDeepStrictEqual(await carried(), { c1: 1, c2: 2, c3: 2 }), 30_000);
});

test('what was published is in the next report, though the question was answered from memory before', async () => {
  const { body } = await service.report(
    'segment_by=committer_deploy_count&start_date=2026-03-01&end_date=2026-04-15&aggregate_by=none',
  );
  expect(body.series_segments.All.map((point: { y: number }) => point.y)).toEqual([1, 1]);
});

test('a release that is taken back carries nothing', async () => {
  await publish(releaseChanged, 2, release(1, 'c1', '2026-03-10T00:00:00Z', true));
  await eventually(async () => isDeepStrictEqual(await carried(), { c1: 2, c2: 2, c3: 2 }), 30_000);
});

test('nothing of an entity is left after it was offboarded', async () => {
  await publish(entityOffboarding, 1, { entitySlug: 'acme', round: 1 });
  await eventually(async () => {
    expect(await releasedCommitsOfRepo(clickHouse, 1, 100)).toEqual([]);
    expect(await postgres.run('SELECT 1 FROM fact_stamps WHERE entity_id = 1')).toBe(0);
    return true;
  }, 30_000);
});
