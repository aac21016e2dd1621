import { pageFields } from '@linescope/contract/pages';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, expect, test } from 'vitest';
import { createPostgres, type Postgres } from '../postgres/postgres.ts';
import { readSqlPage, type SqlList, type SqlPage } from './sql-page.ts';

const NAMES = ['Ärger', 'ada', 'Ada', 'bob', 'bob', 'O’Hara, "x"', 'cleo', 'Zoë', '{1,2}', 'dan'];

let postgres: Postgres;

beforeAll(async () => {
  postgres = createPostgres((await testPostgres('people')).url);
  removeAfterFile(() => postgres.close());
  await postgres.run('CREATE TABLE people (id bigint PRIMARY KEY, team integer NOT NULL, name text NOT NULL)');
});

const byName = (team: number, descending = false): SqlList => ({
  from: 'people',
  where: 'team = $1 OR team = -$1',
  params: [team],
  order: [
    ['lower(name)', 'text'],
    ['id', 'bigint'],
  ],
  descending,
});

const add = (team: number, names: string[], from = team * 1000) =>
  postgres.run(
    'INSERT INTO people SELECT $1 + nth, $2, name FROM unnest($3::text[]) WITH ORDINALITY AS given(name, nth)',
    [from, team, names],
  );

const pageAfter = (page: SqlPage, size: number) => ({
  page: 1,
  per_page: size,
  cursor: pageFields({ page: 1, per_page: size }, page).next_cursor ?? '',
});

test.each([false, true])(
  'pages by cursor are the list, each beginning where the one before ended (descending: %s)',
  async (descending) => {
    const team = descending ? 2 : 1;
    await add(team, NAMES);
    const list = byName(team, descending);
    const whole = await readSqlPage(postgres, list, { page: 1, per_page: 100 });
    expect(whole).toMatchObject({ total: 10, offset: 0, last: null });
    const shown: number[] = [];
    for (let page = await readSqlPage(postgres, list, { page: 1, per_page: 3 }); ; ) {
      expect([page.total, page.offset]).toEqual([10, shown.length]);
      shown.push(...page.ids);
      if (page.last === null) break;
      page = await readSqlPage(postgres, list, pageAfter(page, 3));
    }
    expect(shown).toEqual(whole.ids);
    expect((await readSqlPage(postgres, list, { page: 3, per_page: 3 })).ids).toEqual(whole.ids.slice(6, 9));
  },
);

test('what was shown may be removed, and others may come before it', async () => {
  await add(3, NAMES);
  const whole = await readSqlPage(postgres, byName(3), { page: 1, per_page: 100 });
  const first = await readSqlPage(postgres, byName(3), { page: 1, per_page: 4 });
  await postgres.run('DELETE FROM people WHERE id = ANY($1)', [first.ids]);
  await add(3, ['a', 'aa'], 3900);
  const next = await readSqlPage(postgres, byName(3), pageAfter(first, 100));
  expect(next).toEqual({ total: 8, offset: 2, last: null, ids: whole.ids.slice(4) });
});

test.each([
  '{}',
  '[]',
  '["a"]',
  '["a",1.5]',
  '["a","1"]',
  '[1,1]',
  '["a",1e300]',
  '["a",9223372036854775807]',
  '["\\u0000",1]',
  '["a",1,1]',
  'x',
])('400: the cursor %s', async (cursor) => {
  const page = readSqlPage(postgres, byName(1), { page: 1, per_page: 3, cursor });
  await expect(page).rejects.toMatchObject({ status: 400, errors: [{ param: 'cursor' }] });
});
