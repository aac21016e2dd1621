import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Secret {
  path: string;
  text: string;
}

const SERVICES = ['identity', 'developers-teams', 'defects-releases', 'imports', 'analytics'] as const;
const UNITS = [...SERVICES, 'gateway'] as const;
const KEEP_CUSTOMERS_SECRETS: readonly string[] = ['identity', 'imports'];

/**
 * Every secret of a stack, in the folder of the unit or store that reads it and nowhere else. What several share is taken from
 * where it is already kept, so that a second run after a half-finished first one agrees with it.
 */
export function secretsOf(folder: string): Secret[] {
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
  const natsUrl = kept('identity', 'nats_url', () => `nats://linescope:${random(24)}@nats:4222`);
  const clickHouseUrl = `http://default:${clickHousePassword}@clickhouse:8123`;

  const of = (unit: string, files: Record<string, string>): Secret[] =>
    Object.entries(files).map(([name, text]) => ({ path: join(folder, unit, name), text }));
  return [
    ...UNITS.flatMap((unit) => of(unit, { rpc_token: rpcToken, principal_keys: principalKeys, nats_url: natsUrl })),
    ...SERVICES.flatMap((service) => of(service, { database_url: databaseUrl(service) })),
    ...KEEP_CUSTOMERS_SECRETS.flatMap((service) => of(service, { secret_keys: secretKeys })),
    ...of('analytics', { clickhouse_url: clickHouseUrl }),
    ...of('postgres', {
      password: postgresPassword,
      admin_url: `postgres://postgres:${postgresPassword}@postgres:5432/postgres`,
    }),
    ...of('clickhouse', { password: clickHousePassword }),
    ...of('nats', { 'nats.conf': natsConfiguration(natsUrl) }),
  ];
}

function databaseUrl(service: string): string {
  return `postgres://${service.replaceAll('-', '_')}:${random(24)}@postgres:5432/linescope`;
}

/** The server's whole configuration, since the password is part of it. Nothing here is newer than nats-server 2.9. */
function natsConfiguration(url: string): string {
  const { username, password } = new URL(url);
  return [
    'server_name: linescope',
    'listen: "0.0.0.0:4222"',
    'http: "0.0.0.0:8222"',
    'max_payload: 8MB',
    'jetstream { store_dir: "/data" }',
    `authorization { user: "${username}", password: "${password}" }`,
  ].join('\n');
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
