import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asBrokerUser, BROKER_USERS } from '@linescope/chassis/events/broker-users';
import { asRole, DATABASE, inDatabase, roleOf } from '@linescope/chassis/postgres/service-roles';
import { filesIn, ROOT } from '../settings.ts';
import type { Secrets } from './secrets.ts';

export const SERVICES = ['identity', 'developers-teams', 'defects-releases', 'imports', 'analytics'] as const;

interface UnitDefinition {
  name: string;
  entry: string;
  /** Options of Node itself. */
  options?: readonly string[];
  /** The service whose role, schema and secrets it has. */
  service?: (typeof SERVICES)[number];
  /** Answers other units; otherwise it only works through queues. */
  serves: boolean;
  clickHouse?: true;
  /** Holds secrets of customers, encrypted at rest. */
  keepsSecrets?: true;
}

/** Every unit of the product, each a process of its own. */
export const UNITS: readonly UnitDefinition[] = [
  { name: 'identity', entry: 'services/identity/src/main.ts', service: 'identity', serves: true, keepsSecrets: true },
  {
    name: 'developers-teams',
    entry: 'services/developers-teams/src/main.ts',
    service: 'developers-teams',
    serves: true,
  },
  {
    name: 'defects-releases',
    entry: 'services/defects-releases/src/main.ts',
    service: 'defects-releases',
    serves: true,
  },
  { name: 'imports', entry: 'services/imports/src/main.ts', service: 'imports', serves: true, keepsSecrets: true },
  {
    name: 'imports-worker',
    entry: 'services/imports/src/worker.ts',
    // It makes much garbage and keeps little: a small nursery and a heap that may only double are half the memory, but one
    // that starts small is collected over and over.
    options: ['--max-semi-space-size=32', '--initial-old-space-size=256', '--heap-growing-percent=100'],
    service: 'imports',
    serves: false,
    keepsSecrets: true,
  },
  { name: 'analytics', entry: 'services/analytics/src/main.ts', service: 'analytics', serves: true, clickHouse: true },
  { name: 'gateway', entry: 'gateway/src/main.ts', serves: true },
];

export interface UnitPorts {
  http: number;
  grpc: number;
  internal: number;
}

/** What the units of one running stack have to know of each other. */
export interface Surroundings {
  dataDir: string;
  bindHost: string;
  logLevel: string;
  baseUrl: string;
  urls: { postgres: string; nats: string; clickhouse: string };
  ports: Record<string, UnitPorts>;
}

export function findUnit(name: string): UnitDefinition {
  const unit = UNITS.find((candidate) => candidate.name === name);
  if (unit === undefined) throw new Error(`there is no unit ${name}`);
  return unit;
}

export function entryOf(unit: UnitDefinition): string {
  return join(ROOT, unit.entry);
}

/** The arguments with which node runs a unit, from the root of the project. */
export function argumentsOf({ options = [], entry }: UnitDefinition): string[] {
  return [...options, entry];
}

/** Two of it may listen on one port for a while, where the system can do that; workers, which answer nobody, need not. */
export function handsOver(unit: UnitDefinition): boolean {
  return unit.serves && process.platform === 'linux';
}

/** The units whose code is there. */
export function presentUnits(): UnitDefinition[] {
  return UNITS.filter((unit) => existsSync(entryOf(unit)));
}

export function environmentOf(unit: UnitDefinition, around: Surroundings, secrets: Secrets): Record<string, string> {
  const ports = portsOf(unit.name, around);
  return {
    ...inherited(),
    MALLOC_MMAP_THRESHOLD_: '65536', // what a pipe or a file is read into goes back to the system when it is freed
    BIND_HOST: unit.name === 'gateway' ? around.bindHost : '127.0.0.1',
    [unit.name === 'gateway' ? 'PORT' : 'HTTP_PORT']: String(ports.http),
    GRPC_PORT: String(ports.grpc),
    INTERNAL_PORT: String(ports.internal),
    LOG_LEVEL: around.logLevel,
    ...(handsOver(unit) && { SHARE_PORTS: 'true', SHUTDOWN_DRAIN_MS: '60000' }),
    DATA_DIR: filesIn(around.dataDir).of(unit.name),
    PUBLIC_BASE_URL: around.baseUrl,
    ALLOW_PRIVATE_ADDRESSES: 'true', // the local code host, and whatever else runs on this machine
    STORAGE_DIR: around.dataDir,
    NATS_URL: natsUrl(unit.service ?? unit.name, around.urls.nats, secrets),
    NATS_NAMESPACE: 'linescope',
    PRINCIPAL_KEYS: JSON.stringify(secrets.principal_keys),
    RPC_TOKEN: secrets.rpc_token,
    ...addressesOfServices(around),
    ...(unit.name === 'gateway' && {
      IMPORTS_WORKER_INTERNAL: `http://127.0.0.1:${portsOf('imports-worker', around).internal}`,
    }),
    ...(unit.service && { DATABASE_URL: databaseUrl(unit.service, around.urls.postgres, secrets) }),
    ...(unit.clickHouse && { CLICKHOUSE_URL: around.urls.clickhouse, CLICKHOUSE_DATABASE: 'linescope' }),
    ...(unit.keepsSecrets && { SECRET_KEYS: JSON.stringify(secrets.secret_keys) }),
  };
}

export function portsOf(name: string, { ports }: Surroundings): UnitPorts {
  const found = ports[name];
  if (found === undefined) throw new Error(`no ports were chosen for ${name}`);
  return found;
}

function addressesOfServices(around: Surroundings): Record<string, string> {
  const pairs = SERVICES.flatMap((service) => {
    const { http, grpc } = portsOf(service, around);
    const name = roleOf(service).toUpperCase();
    return [
      [`${name}_GRPC`, `127.0.0.1:${grpc}`],
      [`${name}_HTTP`, `http://127.0.0.1:${http}`],
    ];
  });
  return Object.fromEntries(pairs);
}

/** Our own server is known by its operator's password; each unit has a user there. A server that was given is used as it was given. */
function natsUrl(name: string, url: string, { nats_passwords: passwords }: Secrets): string {
  const user = BROKER_USERS.find((candidate) => candidate === name);
  const isOurs = url.includes(`:${passwords.admin}@`);
  return isOurs && user !== undefined ? asBrokerUser(url, user, passwords[user]) : url;
}

function databaseUrl(service: string, adminUrl: string, secrets: Secrets): string {
  const password = secrets.role_passwords[service];
  if (password === undefined) throw new Error(`no password for the database role of ${service}`);
  return asRole(inDatabase(adminUrl, DATABASE), { role: roleOf(service), password });
}

/** The machine's own settings (PATH, proxies, certificates, tracing); never a store's address, which is each unit's own. */
export function inherited(): Record<string, string> {
  const own = new Set(['PORT', 'DATABASE_URL', 'NATS_URL', 'CLICKHOUSE_URL']);
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || own.has(name) || name.startsWith('npm_') ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
