import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { analyticsService } from '@linescope/analytics/service';
import { bumpStamp, readStamp } from '@linescope/analytics/store/fact-stamps';
import { startNeighbours } from '@linescope/analytics/testing/neighbours';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { createPrincipalSigner, PRINCIPAL_HEADER } from '@linescope/chassis/principal/principal-token';
import { startService } from '@linescope/chassis/service/run-service';
import { startClickHouse } from '@linescope/local-stores/clickhouse';
import { startNats } from '@linescope/local-stores/nats';
import { startPostgres } from '@linescope/local-stores/postgres';
import { z } from 'zod';
import { neighbourhoodOf, type Organization } from './organizations.ts';

export interface BenchService {
  clickHouse: ClickHouse;
  postgresUrl: string;
  /** The service's own store beside ClickHouse. */
  postgres: Postgres;
  /** A folder that Postgres can read too. */
  folder: string;
  /** Asks the service as an admin of the organization; what is not 200 is an error. */
  ask(organization: Organization, path: string): Promise<unknown>;
  /** The same for another process: what it has to send. */
  requestOf(organization: Organization, path: string): Promise<{ url: string; headers: Record<string, string> }>;
  /** What ClickHouse has read and answered so far, but for this. */
  readSoFar(): Promise<{ rows: number; queries: number }>;
  /** Until the daily sums of the organizations stand for their commits. */
  rollUp(organizations: readonly Organization[]): Promise<void>;
  /** Until nothing has been merged for some seconds. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const log = () => {};
const TOKEN_MS = 20_000;
/** How long nothing has been merged, and how often that is looked at. */
const QUIET_MS = 5_000;
const LOOK_MS = 200;

const principalOf = ({ id, slug }: Organization) => ({
  tokenId: 1,
  entityId: id,
  entitySlug: slug,
  userId: 1,
  role: 'admin' as const,
});

/** On a kept connection and not compressed, as the client of Postgres beside it has its rows: what is measured is not a client. */
const read = (url: string, headers: Record<string, string>, agent: Agent): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    }).on('error', reject);
  });

/** The analytics service in this process, on stores of its own, beside units that know the organizations. */
export async function startBenchService(organizations: readonly Organization[], kept?: string): Promise<BenchService> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'linescope-bench-')));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const stops: (() => Promise<void>)[] = [];
  if (kept === undefined) stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const own = <T extends { stop(): Promise<void> }>(part: T): T => {
      stops.push(part.stop);
      return part;
    };
    const postgres = own(await startPostgres({ dataDir: join(folder, 'postgres'), password: 'bench', log }));
    const nats = own(await startNats({ dataDir: join(folder, 'nats'), log }));
    const given = process.env['CLICKHOUSE_URL'];
    const clickHouseUrl = given ?? own(await startClickHouse({ dataDir: join(folder, 'clickhouse'), log })).url;
    const rpcToken = randomBytes(32).toString('base64url');
    const neighbours = own(await startNeighbours(neighbourhoodOf(organizations), rpcToken));
    const key = { kid: 'bench', secret: randomBytes(32).toString('base64url') };
    const database = kept === undefined ? `bench_${randomBytes(6).toString('hex')}` : 'bench_kept';
    const analytics = own(
      await startService(analyticsService, {
        LOG_LEVEL: 'error',
        BIND_HOST: '127.0.0.1',
        HTTP_PORT: '0',
        GRPC_PORT: '0',
        INTERNAL_PORT: '0',
        DATABASE_URL: postgres.url,
        NATS_URL: nats.url,
        NATS_STREAM_BYTES: String(64 * 1024 * 1024),
        PRINCIPAL_KEYS: JSON.stringify([key]),
        RPC_TOKEN: rpcToken,
        CLICKHOUSE_URL: clickHouseUrl,
        CLICKHOUSE_DATABASE: database,
        ...neighbours.addresses,
      }),
    );
    const { clickHouse, postgres: ownStore } = analytics.started.context;
    if (given && kept === undefined) stops.push(() => clickHouse.command(`DROP DATABASE IF EXISTS ${database}`));
    const sign = createPrincipalSigner([key]);
    const eventCount = z.object({ event: z.string(), value: z.coerce.number() });
    const address = `http://127.0.0.1:${analytics.started.httpPort}/api/v1`;
    const agent = new Agent({ keepAlive: true });
    stops.push(async () => agent.destroy());
    const tokens = new Map<number, Promise<string>>();
    // As the gateway does, which signs once for the requests of a while.
    const tokenOf = (organization: Organization): Promise<string> => {
      const known = tokens.get(organization.id) ?? sign(principalOf(organization));
      if (!tokens.has(organization.id)) setTimeout(() => tokens.delete(organization.id), TOKEN_MS).unref();
      tokens.set(organization.id, known);
      return known;
    };
    return {
      requestOf: async (organization, path) => ({
        url: `${address}${path}`,
        headers: { [PRINCIPAL_HEADER]: await tokenOf(organization) },
      }),
      clickHouse,
      postgresUrl: postgres.url,
      postgres: ownStore,
      folder,
      async ask(organization, path) {
        const headers = { [PRINCIPAL_HEADER]: await tokenOf(organization) };
        const { status, body } = await read(`${address}${path}`, headers, agent);
        if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
        return JSON.parse(body);
      },
      async readSoFar() {
        const events = await clickHouse.query({
          name: 'bench',
          sql: `SELECT event, value FROM system.events WHERE event IN ('SelectedRows', 'SelectQuery')`,
          row: eventCount,
        });
        const of = (name: string) => events.find(({ event }) => event === name)?.value ?? 0;
        return { rows: of('SelectedRows'), queries: of('SelectQuery') - 1 };
      },
      async rollUp(ofWhom) {
        const isStale = async ({ id }: Organization) => !(await readStamp(ownStore, id)).is_rolled_up;
        for (const one of ofWhom) if (await isStale(one)) await bumpStamp(ownStore, one.id, 'commits');
        for (const one of ofWhom) while (await isStale(one)) await delay(200);
      },
      async settle() {
        const merging = z.object({ merges: z.coerce.number() });
        // Between two merges there is none for a moment.
        for (let quiet = 0; quiet < QUIET_MS; quiet += LOOK_MS) {
          const [now] = await clickHouse.query({
            name: 'bench',
            sql: 'SELECT count() AS merges FROM system.merges',
            row: merging,
          });
          if (now?.merges !== 0) quiet = 0;
          await delay(LOOK_MS);
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
