import { inDatabase, withClient } from '@linescope/chassis/postgres/service-roles';
import { expect, test } from 'vitest';
import { testPostgres } from './test-postgres.ts';

test('a service connects as its own role, and its tables go to its own schema', async () => {
  const { url, schema, role } = await testPostgres('developers-teams');
  const rows = await withClient(url, async (client) => {
    await client.query('create table notes (id int)');
    const result = await client.query(
      'select current_user as who, schemaname from pg_tables where tablename = $1 and tableowner = current_user',
      ['notes'],
    );
    return result.rows;
  });
  expect(schema).toBe('developers_teams');
  expect(rows).toEqual([{ who: role, schemaname: 'developers_teams' }]);
});

test('a service cannot write to the public schema, nor make a schema, nor enter the database of another', async () => {
  const [mine, other] = await Promise.all([testPostgres('identity'), testPostgres('imports')]);
  await withClient(mine.url, async (client) => {
    await expect(client.query('create table public.t (id int)')).rejects.toThrow('permission denied');
    await expect(client.query('create schema another')).rejects.toThrow('permission denied');
  });
  const elsewhere = new URL(mine.url);
  elsewhere.pathname = other.database;
  await expect(withClient(elsewhere.href, (client) => client.query('select 1'))).rejects.toThrow('permission denied');
});

test('a service of ours finds its migrations done, in tables that are its own and that no other test sees', async () => {
  const [mine, other] = await Promise.all([testPostgres('identity'), testPostgres('identity')]);
  const entities = (url: string) => withClient(url, (client) => client.query('select slug from entities'));
  await withClient(mine.url, async (client) => {
    const { rows } = await client.query('select count(*)::int as count from migrations');
    expect(rows[0].count).toBeGreaterThan(10);
    await client.query('alter table entities add column only_here int');
    await client.query("insert into entities (slug) values ('acme')");
  });
  expect((await entities(mine.url)).rows).toEqual([{ slug: 'acme' }]);
  expect((await entities(other.url)).rows).toEqual([]);
});

test('nobody changes what the databases of tests are copied from', async () => {
  const { url, adminUrl } = await testPostgres('imports');
  const { rows } = await withClient(adminUrl, (admin) =>
    admin.query("select datname from pg_database where datname like 'test_template_imports_%'"),
  );
  expect(rows).toHaveLength(1);
  await expect(withClient(inDatabase(url, rows[0].datname), async () => {})).rejects.toThrow('not currently accepting');
});
