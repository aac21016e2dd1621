import { resolve } from 'node:path';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { clickHouseSettings, postgresSettings } from '@linescope/chassis/config/settings';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import { ensureDatabase, ensureRole, inDatabase, withClient } from '@linescope/chassis/postgres/service-roles';
import { z } from 'zod';

const { DATABASE_URL } = postgresSettings;

export const migrationSettings = z.object({
  /** A user that may create roles and databases; without it, they must be there. */
  ADMIN_DATABASE_URL: DATABASE_URL.optional(),
  IDENTITY_DATABASE_URL: DATABASE_URL,
  DEVELOPERS_TEAMS_DATABASE_URL: DATABASE_URL,
  DEFECTS_RELEASES_DATABASE_URL: DATABASE_URL,
  IMPORTS_DATABASE_URL: DATABASE_URL,
  ANALYTICS_DATABASE_URL: DATABASE_URL,
  ...clickHouseSettings,
});
type MigrationSettings = z.infer<typeof migrationSettings>;

const SERVICES = resolve(import.meta.dirname, '../../../services');

/** Roles and schemas as the services' own addresses name them, then every migration. */
export async function runMigrations(config: MigrationSettings, say: (sentence: string) => void): Promise<void> {
  const services = [
    { url: config.IDENTITY_DATABASE_URL, migrations: 'identity/migrations' },
    { url: config.DEVELOPERS_TEAMS_DATABASE_URL, migrations: 'developers-teams/migrations' },
    { url: config.DEFECTS_RELEASES_DATABASE_URL, migrations: 'defects-releases/migrations' },
    { url: config.IMPORTS_DATABASE_URL, migrations: 'imports/migrations' },
    { url: config.ANALYTICS_DATABASE_URL, migrations: 'analytics/migrations/postgres' },
  ];
  for (const { url, migrations } of services) {
    if (config.ADMIN_DATABASE_URL !== undefined) await ensureService(config.ADMIN_DATABASE_URL, url);
    const postgres = createPostgres(url, 1);
    try {
      report(say, migrations, await migratePostgres(postgres, resolve(SERVICES, migrations)));
    } finally {
      await postgres.close();
    }
  }
  const layout = {
    url: config.CLICKHOUSE_URL,
    database: config.CLICKHOUSE_DATABASE,
    cluster: config.CLICKHOUSE_CLUSTER,
  };
  const folder = 'analytics/migrations/clickhouse';
  report(say, folder, await migrateClickHouse(layout, resolve(SERVICES, folder)));
}

async function ensureService(adminUrl: string, serviceUrl: string): Promise<void> {
  const { username, password, pathname } = new URL(serviceUrl);
  const role = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1));
  await withClient(adminUrl, (admin) => ensureDatabase(admin, database));
  await withClient(inDatabase(adminUrl, database), (admin) =>
    ensureRole(admin, database, { role, schema: role, password: decodeURIComponent(password) }),
  );
}

function report(say: (sentence: string) => void, folder: string, ran: string[]): void {
  say(`${folder}: ${ran.length === 0 ? 'nothing to do' : ran.join(', ')}`);
}
