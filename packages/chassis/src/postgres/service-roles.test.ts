import { testPostgres } from '@linescope/test-kit/test-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRole, closeDefaultDatabases, ensureServiceRoles, inDatabase, withClient } from './service-roles.ts';

let adminUrl: string;
let database: string;
const urlOf = (role: string, password: string) => asRole(inDatabase(adminUrl, database), { role, password });

beforeAll(async () => {
  const lent = await testPostgres('admin');
  adminUrl = lent.adminUrl;
  database = `${lent.database}_roles`;
});
afterAll(() =>
  withClient(adminUrl, async (admin) => {
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.query('drop role if exists left_side, right_side');
  }),
);

test('a service sees its own schema and no other, and a second start changes nothing', async () => {
  const services = ['left-side', 'right-side'];
  const passwords = { 'left-side': 'l', 'right-side': 'r' };
  await ensureServiceRoles(adminUrl, services, passwords, database);
  await withClient(urlOf('left_side', 'l'), (client) => client.query('create table things as select 7 as id'));
  await ensureServiceRoles(adminUrl, services, passwords, database);

  const { rows } = await withClient(urlOf('left_side', 'l'), (client) => client.query('select id from things'));
  expect(rows).toEqual([{ id: 7 }]);
  await withClient(urlOf('right_side', 'r'), async (client) => {
    await expect(client.query('select * from left_side.things')).rejects.toThrow('permission denied');
    await expect(client.query('create table left_side.mine (id int)')).rejects.toThrow('permission denied');
    await expect(client.query('create table public.mine (id int)')).rejects.toThrow('permission denied');
  });
});

test('a service may enter its own database only', async () => {
  await closeDefaultDatabases(adminUrl);
  for (const other of ['postgres', 'template1']) {
    const url = inDatabase(urlOf('left_side', 'l'), other);
    await expect(withClient(url, async () => {})).rejects.toThrow('permission denied for database');
  }
});

test('a changed password is taken over', async () => {
  await ensureServiceRoles(adminUrl, ['left-side'], { 'left-side': 'new' }, database);
  await expect(withClient(urlOf('left_side', 'l'), async () => {})).rejects.toThrow('password authentication failed');
  await expect(withClient(urlOf('left_side', 'new'), async () => 'in')).resolves.toBe('in');
});
