import { withClient } from '@linescope/chassis/postgres/service-roles';
import { expect, test } from 'vitest';
import { testPostgres } from './test-postgres.ts';

test('a service connects as its own role, and its tables go to its own schema', async () => {
  const { url, schema, role } = await testPostgres('developers-teams');
  const rows = await withClient(url, async (client) => {
    await client.query('create table teams (id int)');
    const result = await client.query(
      'select current_user as who, schemaname from pg_tables where tablename = $1 and tableowner = current_user',
      ['teams'],
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
