import { randomBytes } from 'node:crypto';
import {
  asRole,
  ensureDatabase,
  ensureRole,
  inDatabase,
  roleOf,
  withClient,
} from '@linescope/chassis/postgres/service-roles';
import pg from 'pg';
import { removeAfterFile } from './leave-nothing.ts';
import { serverUrl } from './servers.ts';

export interface TestPostgres {
  /** As the service itself connects: its own role, its own schema first. */
  url: string;
  /** As a superuser in the same database. */
  adminUrl: string;
  database: string;
  schema: string;
  role: string;
}

/** A database of its own for one test file, laid out as `service` finds it in a real stack; dropped after the file. */
export async function testPostgres(service: string): Promise<TestPostgres> {
  const server = await serverUrl('postgres', 'TEST_DATABASE_URL');
  const mark = randomBytes(6).toString('hex');
  const database = `test_${mark}`;
  const schema = roleOf(service);
  const role = `${schema}_${mark}`; // roles belong to the whole server, so each file has its own
  const adminUrl = inDatabase(server, database);

  await withClient(server, (admin) => ensureDatabase(admin, database));
  await withClient(adminUrl, (admin) => ensureRole(admin, database, { role, schema, password: 'test' }));
  removeAfterFile(() =>
    withClient(server, async (admin) => {
      await admin.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
      await admin.query(`drop role if exists ${pg.escapeIdentifier(role)}`);
    }),
  );
  return { url: asRole(adminUrl, { role, password: 'test' }), adminUrl, database, schema, role };
}
