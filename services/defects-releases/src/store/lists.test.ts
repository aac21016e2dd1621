import { fileURLToPath } from 'node:url';
import { createIdPages, type IdPages } from '@linescope/chassis/lists/id-pages';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import { type BufferCounter, countBuffers } from '@linescope/test-kit/count-buffers';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DateRange } from '../domain/date-range.ts';
import { fillDefects, fillReleases } from '../testing/fill-lists.ts';
import { type ListScope, listDefects } from './defect-lists.ts';
import { savePlaces } from './defects.ts';
import { listReleases } from './release-lists.ts';

const COUNT = 20_000;
const LAST = COUNT / 50;
const everything: DateRange = { from: null, until: null };
const tenYears: DateRange = { from: new Date('2010-01-01'), until: new Date('2020-01-01') };
const entity: ListScope = { entityId: 1, repoIds: null, organizationIds: [] };
const organization: ListScope = { entityId: 1, repoIds: [2, 6, 10], organizationIds: [3] };

let postgres: Postgres;
let counted: BufferCounter;
let idPages: IdPages;

beforeAll(async () => {
  postgres = createPostgres((await testPostgres('defects-releases')).url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, fileURLToPath(new URL('../../migrations/', import.meta.url)));
  await fillDefects(postgres, 1, COUNT);
  await fillDefects(postgres, 2, 100);
  await fillReleases(postgres, 1, COUNT);
  counted = countBuffers(postgres);
  idPages = createIdPages(counted);
});

/** What each page touches once the list was asked for. */
async function buffersOf(pages: number[], list: (page: number) => Promise<unknown>): Promise<number[]> {
  await list(1);
  const touched: number[] = [];
  for (const page of pages) {
    counted.taken();
    await list(page);
    touched.push(counted.taken());
  }
  return touched;
}

/** The same pages up to a tenth more: rows of one page may lie on a few more blocks than those of another. */
function expectConstant(touched: number[]): void {
  const [first = 0] = touched;
  expect(first).toBeGreaterThan(50);
  expect(first).toBeLessThan(600);
  for (const later of touched) expect(later).toBeLessThanOrEqual(first * 1.1 + 10);
}

const defects = (scope: ListScope, range: DateRange) => (page: number) =>
  listDefects(counted, idPages, scope, range, { page, per_page: 50 });
const releases = (repoIds: number[] | null, range: DateRange) => (page: number) =>
  listReleases(counted, idPages, { entityId: 1, repoIds }, range, { page, per_page: 50 });

describe('a page of defects or releases costs the same wherever it stands', () => {
  const pages = [1, 2, LAST / 4, LAST / 2, LAST];
  test('of an entity', async () => {
    expectConstant(await buffersOf(pages, defects(entity, everything)));
    expectConstant(await buffersOf(pages, releases(null, everything)));
  });

  test('of some repos, and in a range of days', async () => {
    const { total } = await defects(organization, tenYears)(1);
    expectConstant(await buffersOf([1, 2, 8, Math.floor(total / 50)], defects(organization, tenYears)));
    expectConstant(await buffersOf([1, 2, 8], releases([1, 2, 3], tenYears)));
  });

  test('and past the end it costs nothing', async () => {
    const [touched = 0] = await buffersOf([LAST + 1], defects(entity, everything));
    expect(touched).toBeLessThan(10);
  });
});

describe('a list of defects', () => {
  const ids = z.object({ id: z.number() });
  /** Each defect's repos worked out from its fixes, one by one. */
  const expected = async (scope: ListScope, range: DateRange) => {
    const rows = await postgres.many(
      ids,
      `SELECT d.id FROM defects d WHERE entity_id = $1
         AND ($2::bigint[] IS NULL
           OR EXISTS (SELECT FROM fixes f WHERE f.defect_id = d.id AND f.repo_id = ANY($2))
           OR (NOT EXISTS (SELECT FROM fixes f WHERE f.defect_id = d.id)
             AND (d.repo_id = ANY($2) OR (d.repo_id IS NULL AND d.organization_id = ANY($3)))))
         AND ($4::timestamptz IS NULL OR final_fix_released_at IS NULL OR final_fix_released_at >= $4)
         AND ($5::timestamptz IS NULL OR detected_at < $5)
       ORDER BY detected_at DESC, id DESC`,
      [scope.entityId, scope.repoIds, scope.organizationIds, range.from, range.until],
    );
    return rows.map((row) => row.id);
  };

  test.each([
    ['an entity', entity, everything],
    ['an entity in a range', entity, tenYears],
    ['an organization', organization, everything],
    ['an organization in a range', organization, tenYears],
    ['no repo', { ...entity, repoIds: [] }, everything],
  ])('of %s holds each of its defects once, newest first', async (_what, scope, range) => {
    const all = await expected(scope, range);
    for (const page of [1, 2, Math.max(1, Math.ceil(all.length / 50))]) {
      const { total, defects: listed } = await listDefects(postgres, idPages, scope, range, { page, per_page: 50 });
      expect(total).toBe(all.length);
      expect(listed.map((defect) => defect.id)).toEqual(all.slice((page - 1) * 50, page * 50));
    }
  });

  test('follows a defect that moves to another repo with its first fix', async () => {
    const of = async (repoId: number) => {
      const scope = { entityId: 3, repoIds: [repoId], organizationIds: [] };
      return (await listDefects(postgres, idPages, scope, everything, { page: 1, per_page: 50 })).total;
    };
    const { id } = await postgres.one(
      ids,
      "INSERT INTO defects (entity_id, defect_key, organization_id, repo_id, detected_at) VALUES (3, 'D', 1, 7, now()) RETURNING id",
    );
    await postgres.transaction((tx) => savePlaces(tx, id));
    expect([await of(7), await of(8)]).toEqual([1, 0]);
    await postgres.run(
      "INSERT INTO fixes (entity_id, defect_id, repo_id, organization_id, repo_path, released_at) VALUES (3, $1, 8, 1, 'o/r', now())",
      [id],
    );
    await postgres.transaction((tx) => savePlaces(tx, id));
    expect([await of(7), await of(8)]).toEqual([0, 1]);
  });
});
