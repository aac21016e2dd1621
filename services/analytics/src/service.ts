import { fileURLToPath } from 'node:url';
import { openClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import type { Route } from '@linescope/chassis/http/route';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { deleteRowsOf, offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { defineService } from '@linescope/chassis/service/run-service';
import { analyticsRpc, developersTeamsRpc, identityRpc } from '@linescope/proto/services';
import type { LastCommit } from './audits/audit-people.ts';
import type { DayCount } from './audits/audit-question.ts';
import type { PointRecord } from './audits/point-records.ts';
import { configSchema } from './config.ts';
import type { Context } from './context.ts';
import { copyEvents } from './ingest/copy-events.ts';
import { startReleaseRefresh } from './ingest/refresh-released-commits.ts';
import { storeFacts } from './ingest/store-facts.ts';
import { createSettingsReader } from './reports/entity-settings.ts';
import { createKnownAppliedCommits } from './reports/known-applied-commits.ts';
import { createResultCache } from './reports/result-cache.ts';
import type { Cell } from './reports/run-report.ts';
import { aiUsagesRoute } from './routes/ai-usages.ts';
import { auditsRoute } from './routes/audits.ts';
import { lineHistoryRoute } from './routes/line-history.ts';
import { reportsRoute } from './routes/reports.ts';
import { segmentIntrospectionsRoute } from './routes/segment-introspections.ts';
import { analyticsHandlers } from './rpc/serve-analytics.ts';
import { checkRegistry } from './segments/registry.ts';
import { readAppliedCommits } from './store/applied-commits.ts';
import { type EntityCopies, readCopies } from './store/entity-copies.ts';
import { readStamp } from './store/fact-stamps.ts';
import { createKeptHistories } from './store/line-history/kept-histories.ts';
import { dropEntityPartitions } from './store/remove-entity.ts';
import { createRepoPictures } from './store/repo-pictures.ts';

const ANSWERS_KEPT = { entries: 2_000, weight: 200_000, weigh: (cells: Cell[]) => cells.length };
const DAYS_KEPT = { entries: 500, weight: 500_000, weigh: (days: DayCount[]) => days.length };
const POINTS_KEPT = { entries: 500, weight: 100_000, weigh: (records: PointRecord[]) => records.length };
const PEOPLE_KEPT = { entries: 100, weight: 500_000, weigh: (people: LastCommit[]) => people.length };
const COPIES_KEPT = {
  entries: 1_000,
  weight: 1_000_000,
  weigh: ({ committers, teams }: EntityCopies) =>
    teams.reduce((sum, team) => sum + 1 + team.member_ids.length, committers.length),
};

const folder = (name: string): string => fileURLToPath(new URL(`../migrations/${name}/`, import.meta.url));

export const analyticsService = defineService({
  name: 'analytics',
  config: configSchema,
  async start(runtime) {
    const { config } = runtime;
    const postgres = await openPostgres(runtime);
    await migratePostgres(postgres, folder('postgres'));
    await migrateClickHouse(
      { url: config.CLICKHOUSE_URL, database: config.CLICKHOUSE_DATABASE, cluster: config.CLICKHOUSE_CLUSTER },
      folder('clickhouse'),
    );
    const broker = await openBroker(runtime);
    checkRegistry();
    const clickHouse = await openClickHouse(runtime);
    const identity = openRpcClient(runtime, identityRpc, config.IDENTITY_GRPC);
    const now = () => new Date();
    const copies = createResultCache<EntityCopies>(COPIES_KEPT);
    const context: Context = {
      clickHouse,
      repoPictures: createRepoPictures(
        clickHouse,
        async (entityId) => (await readStamp(postgres, entityId)).stamp,
        now,
      ),
      keptHistories: createKeptHistories(),
      postgres,
      outbox: await openOutbox(runtime, postgres, broker),
      broker,
      identity,
      developersTeams: openRpcClient(runtime, developersTeamsRpc, config.DEVELOPERS_TEAMS_GRPC),
      readSettings: createSettingsReader(identity, now),
      copiesOf: async (entityId) =>
        copies.of(`${entityId} ${(await readStamp(postgres, entityId)).copies}`, () =>
          readCopies(clickHouse, entityId),
        ),
      appliedCommitsOf: createKnownAppliedCommits(
        (entityId) => readStamp(postgres, entityId),
        (entityId) => readAppliedCommits(clickHouse, entityId),
      ),
      reportCache: createResultCache<Cell[]>(ANSWERS_KEPT),
      auditCache: createResultCache<DayCount[]>(DAYS_KEPT),
      pointCache: createResultCache<PointRecord[]>(POINTS_KEPT),
      lastCommitCache: createResultCache<LastCommit[]>(PEOPLE_KEPT),
      log: runtime.log,
      now,
    };
    await storeFacts(runtime, broker, context);
    const releaseRefresh = startReleaseRefresh(context);
    runtime.onStop('release refresh', releaseRefresh.stop);
    await copyEvents(runtime, broker, context, releaseRefresh.wake);
    await offboardEntity(runtime, context, async (tx, entityId) => ({
      ...(await dropEntityPartitions(context.clickHouse, config.CLICKHOUSE_CLUSTER, entityId)),
      ...(await deleteRowsOf('ai_usages', 'fact_stamps', 'stale_releases')(tx, entityId)),
    }));
    const { port: grpcPort } = await serveRpc(runtime, analyticsRpc, analyticsHandlers(context));
    const routes: Route[] = [
      lineHistoryRoute(context),
      reportsRoute(context),
      segmentIntrospectionsRoute(),
      aiUsagesRoute(context),
      auditsRoute(context),
    ];
    const { port: httpPort } = await serveRoutes(runtime, { routes, postgres });
    return { httpPort, grpcPort, context };
  },
});
