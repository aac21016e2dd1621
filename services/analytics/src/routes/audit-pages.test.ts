import { wrapCursor } from '@linescope/chassis/http/list-cursor';
import { commitsTable } from '@linescope/facts/git-tables';
import { aiUsageTable, issuesTable, pullRequestsTable, tagsTable } from '@linescope/facts/provider-tables';
import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { commitRow, insertRows, issueRow, pullRow, usageRow } from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse, postgres } = service.context;

/** A record of a list whose order is: newest first, then by repo, then by name. */
interface Listed {
  /** Hours since the first of June: few, so that many records share one. */
  hour: number;
  repo: number;
  n: number;
}

const timeOf = ({ hour }: Listed) => new Date(Date.UTC(2025, 5, 1, hour * 7)).toISOString();
const listed = fc.record({
  hour: fc.integer({ min: 0, max: 12 }),
  repo: fc.constantFrom(100, 101),
  n: fc.integer({ min: 1, max: 99_999 }),
});
const world = fc.uniqueArray(listed, { minLength: 230, maxLength: 230, selector: ({ n }) => n });

interface Kind {
  insert(records: Listed[], version: number): Promise<unknown>;
  name(record: Listed): string;
  nameOf(row: Record<string, string | number>): string;
  ordersByRepo: boolean;
  byNumber?: boolean;
}

const shaOf = ({ n }: Listed) => n.toString(16).padStart(40, '0');
const paths: Record<string, number> = { 'web/app': 100, 'web/api': 101 };

const KINDS: Record<string, Kind> = {
  commits: {
    insert: (records, version) =>
      insertRows(
        clickHouse,
        commitsTable,
        records.map((one) =>
          commitRow({ sha: shaOf(one), repo_id: one.repo, authored_at: Date.parse(timeOf(one)) / 1000, version }),
        ),
      ),
    name: shaOf,
    nameOf: (row) => String(row['sha']),
    ordersByRepo: true,
  },
  pull_requests: {
    insert: (records, version) =>
      insertRows(
        clickHouse,
        pullRequestsTable,
        records.map((one) => pullRow({ number: one.n, repo_id: one.repo, opened_at: timeOf(one), version })),
      ),
    name: ({ repo, n }) => `${repo} ${n}`,
    nameOf: (row) => `${paths[String(row['repo_path'])]} ${row['number']}`,
    ordersByRepo: true,
    byNumber: true,
  },
  issues: {
    insert: (records, version) =>
      insertRows(
        clickHouse,
        issuesTable,
        records.map((one) => issueRow({ key: `K-${one.n}`, created_at: timeOf(one), version })),
      ),
    name: ({ n }) => `K-${n}`,
    nameOf: (row) => String(row['key']),
    ordersByRepo: false,
  },
  tags: {
    insert: (records, version) =>
      insertRows(
        clickHouse,
        tagsTable,
        records.map((one) => ({
          ...{ entity_id: 1, repo_id: one.repo, name: `t${one.n}`, tag_id: one.n, sha: shaOf(one) },
          ...{ tagged_at: timeOf(one), removed: false, version },
        })),
      ),
    name: ({ n }) => `t${n}`,
    nameOf: (row) => String(row['name']),
    ordersByRepo: true,
  },
};

/** The order that the list promises, worked out without it. */
const ordered = (records: Listed[], { name, ordersByRepo, byNumber }: Kind) =>
  records.toSorted(
    (one, other) =>
      other.hour - one.hour ||
      (ordersByRepo ? one.repo - other.repo : 0) ||
      (byNumber ? one.n - other.n : name(one) < name(other) ? -1 : 1),
  );

async function readPage(type: string, rest: string) {
  const { status, body } = await service.call('GET', `/audits?resource_path=acme&resource_type=${type}&${rest}`);
  expect([status, body.errors ?? []]).toEqual([200, []]);
  const names: string[] = body[type].map((row: Record<string, string | number>) => KINDS[type]?.nameOf(row));
  return { names, next: body.next_cursor, total: body.total_count };
}

test.each(Object.entries(KINDS))(
  'pages of %s show each record once, by cursor whatever is stored meanwhile, and by number',
  async (type, kind) => {
    const [records = []] = fc.sample(world, { numRuns: 1, seed: type.length });
    const [there, later] = [records.slice(0, 130), records.slice(130)];
    await kind.insert(there, 1);
    await bumpStamp(postgres, 1, 'commits');
    const shown: string[] = [];
    let known = there;
    for (let cursor: string | null = '', turn = 0; cursor !== null; turn++) {
      const page = await readPage(type, cursor === '' ? 'page=1' : `cursor=${cursor}`);
      expect(page.total).toBe(known.length);
      // New records before and after the shown ones are stored, and shown ones are stored again.
      const last = page.names.at(-1);
      const come = later.splice(0, 40);
      const all = ordered([...known, ...come], kind);
      const place = all.findIndex((one) => kind.name(one) === last);
      shown.push(...page.names);
      await kind.insert([...come, ...known.filter((_, index) => index % 3 === 0)], turn + 2);
      await bumpStamp(postgres, 1, 'commits');
      known = [...known, ...come];
      // Nothing after the page is shown yet.
      const behind = new Set(all.slice(place + 1).map(kind.name));
      expect(shown.filter((name) => behind.has(name))).toEqual([]);
      cursor = page.next;
    }
    expect(new Set(shown).size).toBe(shown.length);
    const order = ordered(known, kind).map(kind.name);
    expect(shown).toEqual(order.filter((name) => shown.includes(name)));
    expect(there.map(kind.name).filter((name) => !shown.includes(name))).toEqual([]);
    const byNumber: string[] = [];
    for (let page = 1; page <= Math.ceil(order.length / 50); page++)
      byNumber.push(...(await readPage(type, `page=${page}`)).names);
    expect(byNumber).toEqual(order);
  },
);

test('a pull request whose time was corrected is shown once, at the new time', async () => {
  const one = { hour: 400, repo: 100, n: 777_777 };
  await KINDS['pull_requests']?.insert([one], 50);
  await KINDS['pull_requests']?.insert([{ ...one, hour: 420 }], 51);
  await bumpStamp(postgres, 1, 'rows');
  const days = [one, { ...one, hour: 420 }].map((record) => timeOf(record).slice(0, 10));
  const listed = await Promise.all(days.map((day) => readPage('pull_requests', `start_date=${day}&end_date=${day}`)));
  expect(listed).toEqual([
    { names: [], next: null, total: 0 },
    { names: ['100 777777'], next: null, total: 1 },
  ]);
  // Where its former time would be, the page is full nonetheless.
  const around = await Promise.all(
    [49, 50].map((length) => readPage('pull_requests', `end_date=${days[1]}&per_page=${length}`)),
  );
  expect(around.map(({ names }) => names.length)).toEqual([49, 50]);
});

test('records that left after they were counted are in no count, and no list ends before its last record', async () => {
  const tagged = Array.from({ length: 12 }, (_, index) => ({ hour: 5000 + 8 * index, repo: 100, n: 800_000 + index }));
  const store = (records: Listed[], version: number, removed: boolean) =>
    insertRows(
      clickHouse,
      tagsTable,
      records.map((one) => ({
        ...{ entity_id: 1, repo_id: one.repo, name: `t${one.n}`, tag_id: one.n, sha: shaOf(one) },
        ...{ tagged_at: timeOf(one), removed, version },
      })),
    );
  await store(tagged, 1, false);
  await bumpStamp(postgres, 1, 'rows');
  const [first = { hour: 0, repo: 0, n: 0 }] = tagged;
  const range = `start_date=${timeOf(first).slice(0, 10)}`;
  expect((await readPage('tags', `${range}&per_page=4`)).total).toBe(12);
  // As in the moment between a row's storing and its stamp.
  await store(tagged.slice(-2), 2, true);
  expect(await readPage('tags', `${range}&per_page=20`)).toMatchObject({ total: 10, next: null });
  const shown: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    // Of other lengths than before: those that were read are answered again until the stamp grows.
    const page = await readPage('tags', `${range}&per_page=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    shown.push(...page.names);
    cursor = page.next;
  }
  expect(shown).toEqual(
    tagged
      .slice(0, -2)
      .reverse()
      .map((one) => `t${one.n}`),
  );
});

const audit = (query: string) => service.call('GET', `/audits?resource_path=acme&resource_type=${query}`);

test('pages of AI usage by cursor show each row once', async () => {
  await insertRows(
    clickHouse,
    aiUsageTable,
    Array.from({ length: 120 }, (_, index) =>
      usageRow({
        date: `2025-06-0${1 + (index % 3)}`,
        model: `model ${index % 20}`,
        committer_id: index % 2 === 0 ? 3 : 4,
        provider: index < 60 ? 'custom' : 'vendorB_editor',
      }),
    ),
  );
  await bumpStamp(postgres, 1, 'commits');
  const shown: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await audit(
      `ai_usages&start_date=2025-06-01&end_date=2025-06-30${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    expect(body.total_count).toBe(120);
    shown.push(...body.ai_usages.map((row: object) => JSON.stringify(row)));
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect([shown.length, new Set(shown).size]).toEqual([120, 120]);
});

test('400: a cursor that the list did not give', async () => {
  const given = ['[0,["x","y"]]', '[0,["1","2","3"]]', '[-5,["1","2"]]', '[0,["\\u0000","1"]]'];
  for (const type of ['pull_requests', 'committers', 'ai_usages', 'tags']) {
    const parameters = { resource_path: 'acme', resource_type: type };
    const positions = given.map((text) => Buffer.from(text).toString('base64url'));
    const wrapped = positions.map((position) => wrapCursor('/audits', parameters, position));
    for (const cursor of [...wrapped, ...tamperedCursors('/audits', parameters)]) {
      const { status, body } = await audit(`${type}&cursor=${cursor}`);
      expect([type, cursor, status, body.errors[0].param]).toEqual([type, cursor, 400, 'cursor']);
    }
  }
});
