import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migratePostgres, migrationFiles } from '@linescope/chassis/postgres/migrate';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import {
  asRole,
  ensureDatabase,
  ensureRole,
  inDatabase,
  roleOf,
  withClient,
} from '@linescope/chassis/postgres/service-roles';
import pg from 'pg';

/** A database in which a service's migrations have run, for others to be copied from. */
export interface PostgresTemplate {
  database: string;
  /** Owns the tables of the copies too. */
  role: string;
}

const SERVICES = join(import.meta.dirname, '../../../services');
const ADVISORY_LOCK = 715_517_022;

const templates = new Map<string, Promise<PostgresTemplate>>();

/** The template of the service on this server, made by the first of a run that asks; undefined where it has no migrations. */
export async function postgresTemplate(server: string, service: string): Promise<PostgresTemplate | undefined> {
  const folder = migrationsOf(service);
  if (folder === undefined) return undefined;
  const template = templates.get(folder) ?? ensureTemplate(server, service, folder);
  templates.set(folder, template);
  template.catch(() => templates.delete(folder)); // a test that runs once more tries again
  return template;
}

const migrationsOf = (service: string): string | undefined =>
  ['migrations/postgres', 'migrations']
    .map((folder) => join(SERVICES, service, folder))
    .find((path) => existsSync(path));

async function ensureTemplate(server: string, service: string, folder: string): Promise<PostgresTemplate> {
  const files = await migrationFiles(folder);
  const mark = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  const schema = roleOf(service);
  const template = { database: `test_template_${schema}_${mark}`, role: `${schema}_${mark}` };
  const name = pg.escapeIdentifier(template.database);
  await withClient(server, async (admin) => {
    // Until this connection ends, other workers wait for the template.
    await admin.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const complete = 'select from pg_database where datname = $1 and datistemplate';
    if ((await admin.query(complete, [template.database])).rowCount === 1) return;
    await admin.query(`drop database if exists ${name} with (force)`); // of a worker that ended in the middle
    await ensureDatabase(admin, template.database);
    await layOut(inDatabase(server, template.database), template, schema, folder);
    await admin.query(`alter database ${name} with is_template true allow_connections false`);
  });
  return template;
}

async function layOut(
  url: string,
  { database, role }: PostgresTemplate,
  schema: string,
  folder: string,
): Promise<void> {
  await withClient(url, (admin) => ensureRole(admin, database, { role, schema, password: 'test' }));
  const postgres = createPostgres(asRole(url, { role, password: 'test' }), 1);
  try {
    await migratePostgres(postgres, folder);
  } finally {
    await postgres.close();
  }
}
