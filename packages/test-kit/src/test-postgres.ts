import { randomBytes } from 'node:crypto';
import {
  admitRole,
  asRole,
  ensureDatabase,
  ensureRole,
  inDatabase,
  roleOf,
  type ServiceRole,
  withClient,
} from '@linescope/chassis/postgres/service-roles';
import pg from 'pg';
import { removeAfterFile } from './leave-nothing.ts';
import { type PostgresTemplate, postgresTemplate } from './postgres-template.ts';
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

/**
 * A database of its own for one test file, laid out as `service` finds it in a real stack; dropped after the file. That of a service of
 * ours is a copy of one in which its migrations have run: the service finds nothing left to do.
 */
export async function testPostgres(service: string): Promise<TestPostgres> {
  const server = await serverUrl('postgres', 'TEST_DATABASE_URL');
  const mark = randomBytes(6).toString('hex');
  const database = `test_${mark}`;
  const schema = roleOf(service);
  const template = await postgresTemplate(server, service);
  const role = template?.role ?? `${schema}_${mark}`; // roles belong to the whole server
  const adminUrl = inDatabase(server, database);

  if (template === undefined) await makeEmpty(server, database, { role, schema, password: 'test' });
  else await copyTemplate(server, database, template, schema);
  removeAfterFile(() =>
    withClient(server, async (admin) => {
      await admin.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
      if (template === undefined) await admin.query(`drop role if exists ${pg.escapeIdentifier(role)}`);
    }),
  );
  return { url: asRole(adminUrl, { role, password: 'test' }), adminUrl, database, schema, role };
}

async function makeEmpty(server: string, database: string, role: ServiceRole): Promise<void> {
  await withClient(server, (admin) => ensureDatabase(admin, database));
  await withClient(inDatabase(server, database), (admin) => ensureRole(admin, database, role));
}

/** Rights and settings of a database are not copied with it. A copy of files takes half the time of one through the log. */
async function copyTemplate(
  server: string,
  database: string,
  template: PostgresTemplate,
  schema: string,
): Promise<void> {
  const name = pg.escapeIdentifier(database);
  await withClient(server, async (admin) => {
    await admin.query(`create database ${name} template ${pg.escapeIdentifier(template.database)} strategy file_copy`);
    await admin.query(`revoke all on database ${name} from public`);
    await admitRole(admin, database, { role: template.role, schema });
  });
}
