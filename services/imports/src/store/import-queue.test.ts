import { beforeEach, expect, test } from 'vitest';
import { type Imports, startImports } from '../testing/start-imports.ts';
import { countJobs, takeNextImport } from './import-queue.ts';
import { type Import, LeaseLost, lockDoubts, releaseLease } from './imports.ts';
import { holdLease } from './lease.ts';

let service: Imports;
beforeEach(async () => {
  service ??= await startImports();
  await service.postgres.run('DELETE FROM imports');
});

const queue = (entityId: number, count: number, at = '2026-11-01T10:00:00Z') =>
  service.postgres.run(
    `INSERT INTO imports (entity_id, repo_path, run_queued_at)
     SELECT $1, 'web/' || n, $3::timestamptz + make_interval(secs => n) FROM generate_series(1, $2) AS n`,
    [entityId, count, at],
  );
const take = (passOver: number[] = []) => takeNextImport(service.postgres, { passOver, leaseSeconds: 60 });
const finish = async (job: Import | null) => {
  await service.postgres.run("UPDATE imports SET import_status = 'processing_completed' WHERE id = $1", [job?.id]);
  await releaseLease(service.postgres, { id: job?.id ?? 0, token: job?.lease_token ?? 0 });
};

test('500 repos of one entity do not keep the first of another waiting, though it was queued last', async () => {
  await queue(1, 500);
  await finish(await take());
  await queue(2, 1, '2026-11-02T10:00:00Z');
  expect(await take()).toMatchObject({ entity_id: 2 });
});

test('with one worker, entities take turns; within one, the oldest is first', async () => {
  await queue(1, 3);
  await queue(2, 2, '2026-11-02T10:00:00Z');
  const order: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const job = await take();
    order.push(`${job?.entity_id} ${job?.repo_path}`);
    await finish(job);
  }
  expect(order).toEqual(['1 web/1', '2 web/1', '1 web/2', '2 web/2', '1 web/3']);
  expect(await take()).toBeNull();
});

test('with many workers, who has least under way is next', async () => {
  await queue(1, 10);
  await queue(2, 10);
  const taken = [];
  for (let worker = 0; worker < 6; worker += 1) taken.push((await take())?.entity_id);
  expect(taken.filter((entityId) => entityId === 2)).toHaveLength(3);
});

test('workers that choose at the same moment choose different imports', async () => {
  await queue(1, 20);
  const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
  expect(new Set(taken.map((job) => job?.id)).size).toBe(20);
});

test('an import that waits for its quota is due when the host allows it, and not before', async () => {
  await queue(1, 1);
  const job = await take();
  await service.postgres.run("UPDATE imports SET resume_at = now() + interval '50 minutes'");
  await releaseLease(service.postgres, { id: job?.id ?? 0, token: job?.lease_token ?? 0 });
  expect(await take()).toBeNull();
  expect(await countJobs(service.postgres)).toEqual({ due: 0, under_way: 0 });
  await service.postgres.run("UPDATE imports SET resume_at = now() - interval '1 second'");
  expect(await take()).toMatchObject({ id: job?.id, run: 1, attempts: 0, resume_at: null });
});

test('an import whose worker vanished is due when its lease ends', async () => {
  await queue(1, 1);
  const job = await take();
  expect(await take()).toBeNull();
  await service.postgres.run("UPDATE imports SET lease_expires_at = now() - interval '1 second'");
  expect(await take()).toMatchObject({ id: job?.id, lease_token: (job?.lease_token ?? 0) + 1 });
});

test('a write that comes after the lease was released does not take it again', async () => {
  await queue(1, 1);
  const job = await take();
  if (!job) throw new Error('nothing was due');
  const lease = holdLease(
    { postgres: service.postgres, log: service.started.context.log, onChange: async () => {} },
    job,
    new AbortController().signal,
  );
  await lease.release();
  await expect(lease.write({ provider_past_year_commit_count: 7 })).rejects.toThrow(LeaseLost);
  let isDone = false;
  const beside = async () => {
    isDone = true;
  };
  await expect(lease.write({ repo_id: 12 }, beside)).rejects.toThrow(LeaseLost);
  expect(isDone).toBe(false);
  await expect(service.postgres.transaction((tx) => lockDoubts(tx, job))).rejects.toThrow(LeaseLost);
  expect(await take()).toMatchObject({ id: job.id });
});

test('an entity that crowds a worker is passed over', async () => {
  await queue(1, 2);
  expect(await take([1])).toBeNull();
});
