import { zstdCompressSync } from 'node:zlib';
import { publishRaw } from '@linescope/chassis/events/publish';
import { streamName } from '@linescope/chassis/events/streams';
import { COPY_TABLES } from '@linescope/facts/copy-tables';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { commitsTable, GIT_TABLES } from '@linescope/facts/git-tables';
import { PROVIDER_TABLES } from '@linescope/facts/provider-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyticsService } from '../service.ts';
import { commitsBySha, newestCommitBefore } from '../store/commits.ts';
import { analyticsClickHouse } from '../testing/analytics-clickhouse.ts';

const clickHouse = await analyticsClickHouse();
const service = await testService(analyticsService, {
  CLICKHOUSE_URL: clickHouse.url,
  CLICKHOUSE_DATABASE: clickHouse.database,
  IDENTITY_GRPC: '127.0.0.1:1',
  DEVELOPERS_TEAMS_GRPC: '127.0.0.1:1',
});
const { context } = service.started;

const sha = (mark: string): string => mark.repeat(40);

const commit = (over: Partial<FactRow<typeof commitsTable>>): FactRow<typeof commitsTable> => ({
  entity_id: 7,
  repo_id: 70,
  sha: sha('a'),
  authored_at: Date.UTC(2026, 0, 1) / 1000,
  committed_at: Date.UTC(2026, 0, 2) / 1000,
  parents: [],
  author_name: 'Ann Ö',
  author_email: 'ann@example.com',
  committer_name: 'Ann Ö',
  committer_email: 'ann@example.com',
  committer_id: 2 ** 40,
  message: 'Fix OPS-12: stop the leak',
  is_merge: false,
  on_default_branch: true,
  presence: 'existent',
  patch_id: '',
  ai_authored: false,
  ai_confidence: 0.5,
  ai_tool: '',
  ai_evidence: '',
  ai_model: '',
  line_records: false,
  files_changed: 1,
  lines_added: 2,
  lines_deleted: 3,
  issue_keys: ['OPS-12'],
  stored_at: Date.UTC(2026, 0, 3) / 1000,
  version: 1,
  ...over,
});

async function publish(batchId: string, rows: FactRow<typeof commitsTable>[], messageId = batchId): Promise<void> {
  const batch = encodeFactBatch({ batchId, entityId: 7, repoId: 70, shas: rows.map((row) => row.sha) }, [
    { table: commitsTable, rows: rows.length, bytes: encodeRows(commitsTable, rows) },
  ]);
  await publishRaw(context.broker, `${context.broker.namespace}.facts.7.git.v1`, batch, { messageId });
}

const count = async (from: string): Promise<number> => {
  const [row] = await context.clickHouse.query({
    name: 'count',
    sql: `SELECT count() AS n FROM ${from}`,
    row: z.object({ n: z.coerce.number() }),
  });
  return row?.n ?? 0;
};

test('every table of the migrations has just the columns that are written to it', async () => {
  const columns = await context.clickHouse.query({
    name: 'columns',
    sql: 'SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
    row: z.object({ table: z.string(), name: z.string(), type: z.string() }),
  });
  for (const table of [...GIT_TABLES, ...PROVIDER_TABLES, ...COPY_TABLES]) {
    const stored = columns
      .filter((column) => column.table === table.name)
      .map((column) => `${column.name} ${column.type}`);
    expect(stored).toEqual(Object.entries(table.columns).map(([name, column]) => `${name} ${column.type}`));
  }
});

test('a commit that was published is stored as it was sent', async () => {
  await publish('one', [
    commit({}),
    commit({ sha: sha('b'), committed_at: Date.UTC(2026, 5, 1) / 1000, message: 'Later, OPS-123' }),
  ]);
  const [stored] = await eventually(async () => {
    const found = await commitsBySha(context.clickHouse, 7, sha('a'));
    return found.length > 0 && found;
  });
  expect(stored).toEqual({
    repo_id: 70,
    sha: sha('a'),
    authored_at: Date.UTC(2026, 0, 1) / 1000,
    committed_at: Date.UTC(2026, 0, 2) / 1000,
    on_default_branch: true,
    committer_id: 2 ** 40,
    message: 'Fix OPS-12: stop the leak',
  });
  expect(await commitsBySha(context.clickHouse, 8, sha('a'))).toEqual([]);
});

test('a batch that is delivered again, even under another message id, counts once', async () => {
  const before = await count('commits');
  for (const again of ['one:again', 'one:and again'])
    await publish(
      'one',
      [commit({}), commit({ sha: sha('b'), committed_at: Date.UTC(2026, 5, 1) / 1000, message: 'Later, OPS-123' })],
      again,
    );
  await publish('marker', [commit({ sha: sha('c'), committed_at: Date.UTC(2026, 6, 1) / 1000, message: 'x' })]);
  await eventually(async () => (await commitsBySha(context.clickHouse, 7, sha('c'))).length === 1);
  expect(await count('commits')).toBe(before + 1);
});

test('the release commit is the newest of the default branch at or before the time', async () => {
  const [found] = await newestCommitBefore(context.clickHouse, 7, 70, new Date('2026-03-01T00:00:00Z'));
  expect(found?.sha).toBe(sha('a'));
  expect(await newestCommitBefore(context.clickHouse, 7, 70, new Date('2025-03-01T00:00:00Z'))).toEqual([]);
});

test('a batch of the version before, which was packed as a whole, is stored', async () => {
  const bytes = encodeRows(commitsTable, [commit({ sha: sha('d'), committed_at: Date.UTC(2026, 7, 1) / 1000 })]);
  const block = { table: commitsTable.name, columns: commitsTable.columnNames, rows: 1, bytes: bytes.length };
  const head = Buffer.from(JSON.stringify({ batchId: 'older', entityId: 7, repoId: 70, blocks: [block] }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const { broker } = context;
  const batch = zstdCompressSync(Buffer.concat([length, head, bytes]));
  await publishRaw(broker, `${broker.namespace}.facts.7.git.v1`, batch, { messageId: 'older' });
  await eventually(async () => (await commitsBySha(context.clickHouse, 7, sha('d'))).length === 1);
});

test('a batch of a newer version, with a column that is not known here, is retried and not dead-lettered', async () => {
  const newer = { ...commitsTable, columnNames: [...commitsTable.columnNames, 'mood'] };
  const bytes = Buffer.concat([encodeRows(commitsTable, [commit({ sha: sha('e') })]), Buffer.from([0])]);
  const batch = encodeFactBatch({ batchId: 'newer', entityId: 7, repoId: 70 }, [{ table: newer, rows: 1, bytes }]);
  const { broker } = context;
  await publishRaw(broker, `${broker.namespace}.facts.7.git.v1`, batch, { messageId: 'newer' });
  const outcomes = async () => (await fetch(`http://127.0.0.1:${service.internalPort}/metrics`)).text();
  await eventually(async () => /consumer="analytics__facts",outcome="retry".*\} [1-9]/.test(await outcomes()));
  const messages = async (stream: 'FACTS' | 'DEAD') =>
    (await broker.manager.streams.info(streamName(broker.namespace, stream))).state.messages;
  // The batches of the tests before may still wait for their acknowledgement.
  await eventually(async () => (await messages('FACTS')) === 1);
  expect(await messages('DEAD')).toBe(0);
});
