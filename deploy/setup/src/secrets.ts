import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asBrokerUser, BROKER_USERS, type BrokerUser, natsAuthorization } from '@linescope/chassis/events/broker-users';

export interface Secret {
  path: string;
  text: string;
  /** Follows from others, or is of a form of an earlier version: written over what is there. */
  replaces?: true;
}

const SERVICES = ['identity', 'developers-teams', 'defects-releases', 'imports', 'analytics'] as const;
const UNITS = [...SERVICES, 'gateway'] as const;
const KEEP_CUSTOMERS_SECRETS: readonly string[] = ['identity', 'imports'];

/**
 * Every secret of a stack, in the folder of the unit or store that reads it and nowhere else. What several share is taken from
 * where it is already kept, so that a second run after a half-finished first one agrees with it.
 */
export function secretsOf(folder: string, natsSyncInterval = ''): Secret[] {
  const kept = (unit: string, name: string, make: () => string) => {
    const path = join(folder, unit, name);
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : make();
  };
  const rpcToken = kept('identity', 'rpc_token', () => random(32));
  const principalKeys = kept('identity', 'principal_keys', () =>
    JSON.stringify([{ kid: random(6), secret: random(32) }]),
  );
  const secretKeys = kept('identity', 'secret_keys', () => JSON.stringify([{ kid: random(6), key: random(32) }]));
  const postgresPassword = kept('postgres', 'password', () => random(24));
  const clickHousePassword = kept('clickhouse', 'password', () => random(24));
  const natsUrls = BROKER_USERS.map((user) => {
    const [unit, name] = user === 'admin' ? ['identity', 'nats_admin_url'] : [user, 'nats_url'];
    const before = kept(unit, name, () => '');
    const isOwn = before.startsWith(`nats://${user}:`);
    return { user, unit, name, url: isOwn ? before : asBrokerUser('nats://nats:4222', user, random(24)) };
  });
  const clickHouseUrl = `http://default:${clickHousePassword}@clickhouse:8123`;

  const of = (unit: string, files: Record<string, string>): Secret[] =>
    Object.entries(files).map(([name, text]) => ({ path: join(folder, unit, name), text }));
  return [
    ...UNITS.flatMap((unit) => of(unit, { rpc_token: rpcToken, principal_keys: principalKeys })),
    ...SERVICES.flatMap((service) => of(service, { database_url: databaseUrl(service) })),
    ...KEEP_CUSTOMERS_SECRETS.flatMap((service) => of(service, { secret_keys: secretKeys })),
    ...of('analytics', { clickhouse_url: clickHouseUrl }),
    ...of('postgres', {
      password: postgresPassword,
      admin_url: `postgres://postgres:${postgresPassword}@postgres:5432/postgres`,
    }),
    ...of('clickhouse', { password: clickHousePassword }),
    ...natsUrls.flatMap(({ unit, name, url }) => of(unit, { [name]: url }).map(replacing)),
    ...of('nats', { 'nats.conf': natsConfiguration(natsUrls, natsSyncInterval) }).map(replacing),
  ];
}

const replacing = (secret: Secret): Secret => ({ ...secret, replaces: true });

function databaseUrl(service: string): string {
  return `postgres://${service.replaceAll('-', '_')}:${random(24)}@postgres:5432/linescope`;
}

/** The server's whole configuration, since passwords are part of it. Only `sync_interval` is newer than nats-server 2.9. */
function natsConfiguration(users: { user: BrokerUser; url: string }[], syncInterval: string): string {
  const passwords = Object.fromEntries(users.map(({ user, url }) => [user, new URL(url).password]));
  return [
    'server_name: linescope',
    'listen: "0.0.0.0:4222"',
    'http: "0.0.0.0:8222"',
    'max_payload: 8MB',
    `jetstream { store_dir: "/data"${syncInterval === '' ? '' : `, sync_interval: ${syncInterval}`} }`,
    natsAuthorization(passwords as Record<BrokerUser, string>),
  ].join('\n');
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
