import { rmSync } from 'node:fs';
import {
  closeDefaultDatabases,
  DATABASE,
  ensureServiceRoles,
  inDatabase,
} from '@linescope/chassis/postgres/service-roles';
import { pickPort, pickPorts, reservePort } from '@linescope/local-stores/ports';
import { filesIn, type Settings } from '../settings.ts';
import { takeDataFolder } from './data-folder.ts';
import { describeSpace } from './describe-space.ts';
import { createLauncher, type Launcher } from './launch.ts';
import { type Ready, writeReady } from './ready-file.ts';
import { type Demo, ensureSecrets, keepDemo, type Secrets } from './secrets.ts';
import { demoSignInLink, seedDemo } from './seed-demo.ts';
import { startStores } from './start-stores.ts';
import { startUnits } from './start-units.ts';
import { environmentOf, findUnit, presentUnits, SERVICES, type Surroundings, UNITS, type UnitPorts } from './units.ts';

export interface StackOptions {
  settings: Settings;
  say: (sentence: string) => void;
  /** Ends the stack, started or still starting. */
  signal: AbortSignal;
  /** `madeDemo`: this start made the demo entity, so its tokens were never shown before. */
  onReady: (ready: Ready, facts: { madeDemo: boolean; signInUrl: string | undefined }) => void;
}

/** Runs the whole stack until `signal`. However it ends, nothing stays running. */
export async function runStack(options: StackOptions): Promise<void> {
  const { settings, say, signal } = options;
  const files = filesIn(settings.dataDir);
  const record = await takeDataFolder(settings, say);
  reservePort(settings.port);
  for (const sentence of describeSpace(settings)) say(sentence);
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
    const { postgres, nats, clickhouse } = await startStores(settings, secrets, launcher);
    await Promise.all([postgres.ready, nats.ready]);
    if (settings.given.postgres === undefined) await closeDefaultDatabases(postgres.url);
    await ensureServiceRoles(postgres.url, SERVICES, secrets.role_passwords);

    const absent = UNITS.filter((unit) => !presentUnits().includes(unit));
    if (absent.length > 0) say(`not part of this build: ${absent.map((unit) => unit.name).join(', ')}`);
    const surroundings = await survey(settings, { postgres: postgres.url, nats: nats.url, clickhouse: clickhouse.url });
    record.surround(surroundings);
    const { codeHostUrl } = await startUnits(surroundings, secrets, launcher, clickhouse.ready);
    await clickhouse.ready;
    const demo = await provideDemo(surroundings, secrets, codeHostUrl, say);
    ready = describe(surroundings, secrets, demo, codeHostUrl, launcher);
    writeReady(files.ready, ready);
    const signInUrl = demo && (await demoSignInLink(environmentOf(findUnit('identity'), surroundings, secrets), demo));
    options.onReady(ready, { madeDemo: secrets.demo === undefined && demo !== undefined, signInUrl });
    await aborted(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    rmSync(files.ready, { force: true });
    await launcher.stopAll();
    record.remove();
  }
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

/** The demo entity: made at the first start, and connected anew when the local code host has moved. */
async function provideDemo(
  around: Surroundings,
  secrets: Secrets,
  codeHostUrl: string | undefined,
  say: StackOptions['say'],
): Promise<Demo | undefined> {
  const kept = secrets.demo;
  if (kept !== undefined && secrets.code_host_url === codeHostUrl) return kept;
  const env = {
    ...environmentOf(findUnit('identity'), around, secrets),
    ...(codeHostUrl && { CODE_HOST_URL: codeHostUrl, CODE_HOST_TOKEN: secrets.code_host_token }),
  };
  try {
    const demo = await seedDemo(env, kept);
    if (demo === undefined) say('the demo entity is not made: identity has no command for it yet');
    else keepDemo(filesIn(around.dataDir).secrets, demo, codeHostUrl);
    return demo;
  } catch (error) {
    if (kept === undefined) throw error;
    say('the demo entity could not be connected to the local code host: it may have been removed');
    return kept;
  }
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
