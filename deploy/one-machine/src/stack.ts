import { existsSync, rmSync } from 'node:fs';
import { takeDataFolder } from './data-folder.ts';
import { createLauncher, type Launcher, type StartPart } from './launch.ts';
import { startClickHouse } from './parts/clickhouse.ts';
import { CODE_HOST_ENTRY, startCodeHost } from './parts/code-host.ts';
import { startNats } from './parts/nats.ts';
import { startPostgres } from './parts/postgres.ts';
import { startUnit } from './parts/unit.ts';
import { pickPort, pickPorts } from './ports.ts';
import { type Ready, writeReady } from './ready-file.ts';
import { type Demo, ensureSecrets, keepDemo, type Secrets } from './secrets.ts';
import { seedDemo } from './seed-demo.ts';
import { DATABASE, ensureServiceRoles, inDatabase } from './service-roles.ts';
import { filesIn, type Settings } from './settings.ts';
import {
  entryOf,
  environmentOf,
  findUnit,
  portsOf,
  presentUnits,
  SERVICES,
  type Surroundings,
  UNITS,
  type UnitPorts,
} from './units.ts';

export interface StackOptions {
  settings: Settings;
  say: (sentence: string) => void;
  /** Ends the stack, started or still starting. */
  signal: AbortSignal;
  /** `madeDemo`: this start made the demo entity, so its tokens were never shown before. */
  onReady: (ready: Ready, facts: { madeDemo: boolean }) => void;
}

/** Runs the whole stack until `signal`. However it ends, nothing stays running. */
export async function runStack(options: StackOptions): Promise<void> {
  const { settings, say, signal } = options;
  const files = filesIn(settings.dataDir);
  const record = await takeDataFolder(settings, say);
  let ready: Ready | undefined;
  const launcher = createLauncher({
    dataDir: settings.dataDir,
    record,
    say,
    signal,
    onRestart: () => {
      if (ready !== undefined) writeReady(files.ready, { ...ready, pids: launcher.pids() });
    },
  });
  try {
    const secrets = ensureSecrets(files.secrets, SERVICES);
    const urls = await startStores(settings, secrets, launcher);
    await ensureServiceRoles(urls.postgres, SERVICES, secrets.role_passwords);

    const surroundings = await survey(settings, urls);
    record.surround(surroundings);
    const codeHostUrl = await startUnits(surroundings, secrets, launcher, say);
    const demo = secrets.demo ?? (await makeDemo(surroundings, secrets, codeHostUrl, say));
    ready = describe(surroundings, secrets, demo, codeHostUrl, launcher);
    writeReady(files.ready, ready);
    options.onReady(ready, { madeDemo: secrets.demo === undefined && demo !== undefined });
    await aborted(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    rmSync(files.ready, { force: true });
    await launcher.stopAll();
    record.remove();
  }
}

async function startStores(settings: Settings, secrets: Secrets, launcher: Launcher): Promise<Surroundings['urls']> {
  const { given, dataDir, logLevel } = settings;
  const folder = filesIn(dataDir).of;
  const [postgresPort = 0, natsPort = 0, clickHousePort = 0] = await pickPorts(3);
  const password = secrets.postgres_password;
  const stores: [name: 'postgres' | 'nats' | 'clickhouse', start: StartPart][] = [
    ['postgres', (hooks) => startPostgres({ ...hooks, dataDir: folder('postgres'), port: postgresPort, password })],
    ['nats', (hooks) => startNats({ ...hooks, dataDir: folder('nats'), port: natsPort })],
    [
      'clickhouse',
      (hooks) =>
        startClickHouse({
          ...hooks,
          dataDir: folder('clickhouse'),
          port: clickHousePort,
          env: { LOG_LEVEL: logLevel },
        }),
    ],
  ];
  const started = await launcher.launch(Object.fromEntries(stores.filter(([name]) => given[name] === undefined)));
  const url = (name: 'postgres' | 'nats' | 'clickhouse') => given[name] ?? started.get(name)?.url ?? '';
  return { postgres: url('postgres'), nats: url('nats'), clickhouse: url('clickhouse') };
}

async function survey(settings: Settings, urls: Surroundings['urls']): Promise<Surroundings> {
  const publicPort = settings.port === 0 ? await pickPort() : settings.port;
  const ports: Record<string, UnitPorts> = {};
  for (const unit of UNITS) {
    const [http = 0, grpc = 0, internal = 0] = await pickPorts(3);
    if (unit.name === 'gateway') ports[unit.name] = { http: publicPort, grpc: 0, internal };
    else ports[unit.name] = unit.serves ? { http, grpc, internal } : { http: 0, grpc: 0, internal };
  }
  const { dataDir, bindHost, logLevel } = settings;
  const reachedAt = bindHost === '0.0.0.0' || bindHost === '::' ? '127.0.0.1' : bindHost;
  return { dataDir, bindHost, logLevel, baseUrl: `http://${reachedAt}:${publicPort}`, urls, ports };
}

/** Starts everything whose code is there; answers the local code host's address, if there is one. */
async function startUnits(
  around: Surroundings,
  secrets: Secrets,
  launcher: Launcher,
  say: StackOptions['say'],
): Promise<string | undefined> {
  const present = presentUnits();
  const absent = UNITS.filter((unit) => !present.includes(unit));
  if (absent.length > 0) say(`not part of this build: ${absent.map((unit) => unit.name).join(', ')}`);
  const starts = present.map((unit): [string, StartPart] => {
    const { http, internal } = portsOf(unit.name, around);
    return [
      unit.name,
      (hooks) =>
        startUnit({
          ...hooks,
          name: unit.name,
          entry: entryOf(unit),
          env: environmentOf(unit, around, secrets),
          url: `http://127.0.0.1:${http}`,
          internalUrl: `http://127.0.0.1:${internal}`,
          dataDir: filesIn(around.dataDir).of(unit.name),
        }),
    ];
  });
  const services = starts.filter(([name]) => name !== 'gateway');
  if (existsSync(CODE_HOST_ENTRY)) {
    const port = await pickPort();
    const dataDir = filesIn(around.dataDir).of('code-host');
    services.push(['code-host', (hooks) => startCodeHost({ ...hooks, dataDir, port, token: secrets.code_host_token })]);
  }
  const started = await launcher.launch(Object.fromEntries(services));
  await launcher.launch(Object.fromEntries(starts.filter(([name]) => name === 'gateway')));
  return started.get('code-host')?.url;
}

async function makeDemo(
  around: Surroundings,
  secrets: Secrets,
  codeHostUrl: string | undefined,
  say: StackOptions['say'],
): Promise<Demo | undefined> {
  const demo = await seedDemo({
    ...environmentOf(findUnit('identity'), around, secrets),
    ...(codeHostUrl && { CODE_HOST_URL: codeHostUrl, CODE_HOST_TOKEN: secrets.code_host_token }),
  });
  if (demo === undefined) say('the demo entity is not made: identity has no command for it yet');
  else keepDemo(filesIn(around.dataDir).secrets, demo);
  return demo;
}

function describe(
  around: Surroundings,
  secrets: Secrets,
  demo: Demo | undefined,
  codeHostUrl: string | undefined,
  launcher: Launcher,
): Ready {
  return {
    base_url: around.baseUrl,
    docs_url: `${around.baseUrl}/docs`,
    entity_slug: demo?.entity_slug ?? null,
    api_token: demo?.api_token ?? null,
    admin_token: demo?.admin_token ?? null,
    postgres_url: inDatabase(around.urls.postgres, DATABASE),
    nats_url: around.urls.nats,
    clickhouse_url: around.urls.clickhouse,
    code_host_url: codeHostUrl ?? null,
    code_host_token: codeHostUrl === undefined ? null : secrets.code_host_token,
    pids: launcher.pids(),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
