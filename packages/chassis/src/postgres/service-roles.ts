import pg from 'pg';

export interface ServiceRole {
  role: string;
  schema: string;
  password: string;
}

export const DATABASE = 'linescope';

/** The name of a service's role and schema. */
export function roleOf(service: string): string {
  return service.replaceAll('-', '_');
}

/** The database, and in it a role and a schema for each service, so that each can see only its own. Safe to repeat. */
export async function ensureServiceRoles(
  adminUrl: string,
  services: readonly string[],
  passwords: Readonly<Record<string, string>>,
  database = DATABASE,
): Promise<void> {
  const roles = services.map((service) => {
    const password = passwords[service];
    if (password === undefined) throw new Error(`no password for the database role of ${service}`);
    return { role: roleOf(service), schema: roleOf(service), password };
  });
  await withClient(adminUrl, (admin) => ensureDatabase(admin, database));
  await withClient(inDatabase(adminUrl, database), async (admin) => {
    for (const role of roles) await ensureRole(admin, database, role);
  });
}

/** On a server of our own, services have no business in the databases it came with. */
export async function closeDefaultDatabases(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (admin) => admin.query('revoke connect on database postgres, template1 from public'));
}

/** Makes a database that only roles with a grant may enter. */
export async function ensureDatabase(admin: pg.Client, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.query(`revoke all on database ${name} from public`);
}

/** `admin` is connected to `database`. */
export async function ensureRole(admin: pg.Client, database: string, wanted: ServiceRole): Promise<void> {
  const role = pg.escapeIdentifier(wanted.role);
  const schema = pg.escapeIdentifier(wanted.schema);
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [wanted.role]);
  if (rowCount === 0) await admin.query(`create role ${role} login`);
  await admin.query(`alter role ${role} password ${pg.escapeLiteral(wanted.password)}`);
  await admin.query(`grant ${role} to current_user`); // an admin that is no superuser needs this to give it a schema
  await admin.query(`create schema if not exists ${schema} authorization ${role}`);
  await admin.query('revoke all on schema public from public');
  await admitRole(admin, database, wanted);
}

/** Lets the role enter the database, and find its schema there. `admin` may be connected to any. */
export async function admitRole(
  admin: pg.Client,
  database: string,
  wanted: Pick<ServiceRole, 'role' | 'schema'>,
): Promise<void> {
  const role = pg.escapeIdentifier(wanted.role);
  const name = pg.escapeIdentifier(database);
  await admin.query(`grant connect, temporary on database ${name} to ${role}`);
  await admin.query(`alter role ${role} in database ${name} set search_path = ${pg.escapeIdentifier(wanted.schema)}`);
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function inDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

export function asRole(url: string, { role, password }: Pick<ServiceRole, 'role' | 'password'>): string {
  const changed = new URL(url);
  changed.username = encodeURIComponent(role);
  changed.password = encodeURIComponent(password);
  return changed.href;
}
