import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageFields } from '@linescope/contract/pages';
import { countBuffers } from '@linescope/test-kit/count-buffers';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migratePostgres } from '../postgres/migrate.ts';
import { createPostgres, type Postgres, type Queryable } from '../postgres/postgres.ts';
import { createIdPages, type IdPage, type ListQuery } from './id-pages.ts';

const THINGS = `
  CREATE TABLE things (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entity_id bigint NOT NULL, rank integer NOT NULL);
  CREATE TRIGGER things_listed AFTER INSERT OR UPDATE OR DELETE ON things FOR EACH ROW EXECUTE FUNCTION note_list_change('things');`;

let postgres: Postgres;
let url = '';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-migrations-'));
  await writeFile(join(folder, '0001_things.sql'), THINGS);
  url = (await testPostgres('things')).url;
  postgres = createPostgres(url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, folder);
  await rm(folder, { recursive: true });
});

const listOf = (entityId: number): ListQuery => ({
  entityId,
  parts: ['things'],
  sql: 'SELECT id, -rank AS rank FROM things WHERE entity_id = $1 ORDER BY things.rank DESC, id',
  params: [entityId],
});

const pageNumber = (page: number) => ({ page, per_page: 50 });

const truth = async (db: Queryable, entityId: number): Promise<number[]> =>
  (await db.many(z.object({ id: z.number() }), listOf(entityId).sql, [entityId])).map((row) => row.id);

const add = (db: Queryable, entityId: number, count: number) =>
  db.run('INSERT INTO things (entity_id, rank) SELECT $1, n * 7 % 101 FROM generate_series(1, $2::int) AS n', [
    entityId,
    count,
  ]);

type Step = { kind: 'add' | 'move' | 'drop' | 'hold' | 'commit' | 'rollback'; rank: number };
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('add', 'move', 'drop', 'hold', 'commit', 'rollback'),
    rank: fc.integer({ min: 0, max: 20 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test('a kept list is the list as it is, whatever changes it, also in transactions that end late', async () => {
  const idPages = createIdPages(postgres);
  let entityId = 1000;
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      entityId += 1;
      await add(postgres, entityId, 60);
      const late = new pg.Client({ connectionString: url });
      await late.connect();
      let open = false;
      for (const { kind, rank } of plan) {
        if (kind === 'add') await add(postgres, entityId, rank);
        if (kind === 'move')
          await postgres.run('UPDATE things SET rank = $2 WHERE entity_id = $1 AND id % 21 = $2', [entityId, rank]);
        if (kind === 'drop')
          await postgres.run('DELETE FROM things WHERE entity_id = $1 AND rank = $2', [entityId, rank]);
        if (kind === 'hold' && !open) {
          await late.query('BEGIN');
          await late.query('INSERT INTO things (entity_id, rank) VALUES ($1, $2)', [entityId, rank]);
          open = true;
        }
        if ((kind === 'commit' || kind === 'rollback') && open) {
          await late.query(kind);
          open = false;
        }
        const expected = await truth(postgres, entityId);
        const pages = await Promise.all([1, 2, 3].map((page) => idPages.page(listOf(entityId), pageNumber(page))));
        expect(pages.map(({ total }) => total)).toEqual(Array(3).fill(expected.length));
        expect(pages.flatMap(({ ids }) => ids)).toEqual(expected.slice(0, 150));
      }
      await late.end();
    }),
    { numRuns: 25 },
  );
});

test('a page costs the same wherever it stands, and reads no row of the list while nothing changes', async () => {
  await add(postgres, 1, 20_000);
  await postgres.run('ANALYZE things');
  const counted = countBuffers(postgres);
  const idPages = createIdPages(counted);
  await idPages.page(listOf(1), pageNumber(1));
  expect(counted.taken()).toBeGreaterThan(50);
  for (const page of [1, 2, 200, 400, 401]) {
    await idPages.page(listOf(1), pageNumber(page));
    expect(counted.taken()).toBeLessThan(10);
  }
});

test("another entity's changes leave a list alone, and past the end there is nothing", async () => {
  await add(postgres, 2, 70);
  const counted = countBuffers(postgres);
  const idPages = createIdPages(counted);
  await idPages.page(listOf(2), pageNumber(1));
  await add(postgres, 3, 500);
  counted.taken();
  expect(await idPages.page(listOf(2), pageNumber(3))).toEqual({ total: 70, offset: 100, last: null, ids: [] });
  expect(counted.taken()).toBeLessThan(10);
});

test('lists that are too many to keep are read again, and are still true', async () => {
  const idPages = createIdPages(postgres, 300);
  for (const round of [1, 2]) {
    for (const entityId of [11, 12, 13, 14]) {
      if (round === 1) await add(postgres, entityId, 120);
      const { total, ids } = await idPages.page(listOf(entityId), pageNumber(3));
      expect([total, ids]).toEqual([120, (await truth(postgres, entityId)).slice(100)]);
    }
  }
});

test('a list that could not be read is read again by the next who asks', async () => {
  let broken = true;
  const idPages = createIdPages({
    ...postgres,
    one: (row, sql, params) => (broken ? Promise.reject(new Error('away')) : postgres.one(row, sql, params)),
  });
  await add(postgres, 20, 3);
  await expect(idPages.page(listOf(20), pageNumber(1))).rejects.toThrow('away');
  broken = false;
  expect((await idPages.page(listOf(20), pageNumber(1))).total).toBe(3);
});

/** The page behind another, as a client asks for it. */
const pageAfter = (page: IdPage, size: number) => ({
  page: 1,
  per_page: size,
  cursor: pageFields({ page: 1, per_page: size }, page).next_cursor ?? '',
});

test.each([
  ['of one rank the lowest id first', false],
  ['of one rank the highest id first', true],
])(
  'pages by cursor show what stays in its place just once, whatever else comes, goes or moves: %s',
  async (_, idsDescend) => {
    const idPages = createIdPages(postgres);
    let entityId = idsDescend ? 4000 : 3000;
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 12 }), async (plan, size) => {
        entityId += 1;
        const list = { ...listOf(entityId), idsDescend };
        if (idsDescend) list.sql += ' DESC';
        await add(postgres, entityId, 40);
        const before = await truth(postgres, entityId);
        const touched = new Set<number>();
        const note = async (sql: string, params: unknown[]) => {
          for (const { id } of await postgres.many(z.object({ id: z.number() }), sql, params)) touched.add(id);
        };
        const shown: number[] = [];
        let page = await idPages.page(list, { page: 1, per_page: size });
        for (let turn = 0; ; turn += 1) {
          shown.push(...page.ids);
          if (page.last === null) break;
          const { kind, rank } = plan[turn % plan.length] ?? { kind: 'add', rank: 1 };
          // The last that was shown goes, and others.
          await note('DELETE FROM things WHERE id = $1 RETURNING id', [page.ids.at(-1)]);
          if (kind === 'add' && turn < 10) await add(postgres, entityId, 3);
          if (kind === 'drop')
            await note('DELETE FROM things WHERE entity_id = $1 AND id % 7 = $2 RETURNING id', [entityId, rank]);
          if (kind === 'move')
            await note('UPDATE things SET rank = $2 * 5 WHERE entity_id = $1 AND id % 11 = $2 RETURNING id', [
              entityId,
              rank,
            ]);
          page = await idPages.page(list, pageAfter(page, size));
        }
        const untouched = (ids: number[]) => ids.filter((id) => before.includes(id) && !touched.has(id)).sort();
        expect(untouched(shown)).toEqual(untouched(before));
      }),
      { numRuns: 25 },
    );
  },
);

test('a record that moved to the front takes nothing with it, and all that were shown may go', async () => {
  const idPages = createIdPages(postgres);
  await add(postgres, 30, 60);
  const before = await truth(postgres, 30);
  const first = await idPages.page(listOf(30), { page: 1, per_page: 20 });
  await postgres.run('UPDATE things SET rank = 1000 WHERE id = $1', [first.ids.at(-1)]);
  expect((await idPages.page(listOf(30), pageAfter(first, 1000))).ids).toEqual(before.slice(20));
  await postgres.run('DELETE FROM things WHERE id = ANY($1)', [first.ids]);
  const next = await idPages.page(listOf(30), pageAfter(first, 1000));
  expect([next.ids, next.offset, next.last]).toEqual([before.slice(20), 0, null]);
});

test.each(['{}', 'null', '[1]', '["1",2]', '[1,2,3]', '[1e999,1]', 'x', 'WzEsWzFdXQ'])(
  '400: the cursor %s',
  async (cursor) => {
    const idPages = createIdPages(postgres);
    const page = idPages.page(listOf(30), { page: 1, per_page: 20, cursor });
    await expect(page).rejects.toMatchObject({ status: 400, errors: [{ param: 'cursor' }] });
  },
);
