import { fileURLToPath } from 'node:url';
import { inBackground, openClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { claimAtIdentity } from '@linescope/chassis/http/idempotency-claims';
import type { Route } from '@linescope/chassis/http/route';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import { removeRepo } from '@linescope/chassis/offboarding/remove-repo';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { defineService } from '@linescope/chassis/service/run-service';
import { analyticsRpc, developersTeamsRpc, identityRpc } from '@linescope/proto/services';
import { removeRepoRows } from './actions/remove-repo-rows.ts';
import { createAuditReader } from './audits/read-audit.ts';
import { configSchema } from './config.ts';
import type { Context } from './context.ts';
import { consumeEvents } from './events/consume-events.ts';
import { onEntityOffboarding } from './events/on-entity-offboarding.ts';
import { consumeFactBatches } from './events/on-fact-batch.ts';
import { createStoreCheck } from './jobs/check-store.ts';
import { startDerivingEvidence } from './jobs/derive-evidence.ts';
import { startDerivingFacts, takeNewDefinitions } from './jobs/derive-facts.ts';
import { startDerivingLives } from './jobs/derive-line-lives.ts';
import { startReadingAhead } from './jobs/read-repos-ahead.ts';
import { startReleasedCommitsRefresh } from './jobs/refresh-released-commits.ts';
import { startRollingUp } from './jobs/roll-up-days.ts';
import { startStoringTelemetry } from './jobs/store-telemetry.ts';
import { type StoredRepo, startTakingSnapshots } from './jobs/take-repo-snapshots.ts';
import { createLineCache, isReadAhead } from './line-history/line-cache.ts';
import { readAhead } from './line-history/read-ahead.ts';
import { briefly } from './query-scope/briefly.ts';
import { createQueryScopeResolver } from './query-scope/resolve-query-scope.ts';
import { createRepoResolver } from './query-scope/resolve-repo.ts';
import { createSourceTextRule } from './query-scope/source-text.ts';
import { createDiffDeltaPreviewer } from './reports/preview-diff-delta.ts';
import { aiUsageSourcesRoute } from './routes/ai-usage-sources.ts';
import { aiUsagesRoute } from './routes/ai-usages.ts';
import { auditsRoute } from './routes/audits.ts';
import { blameRoute } from './routes/blame.ts';
import { commitRoute } from './routes/commit.ts';
import { defectOriginsRoute } from './routes/defect-origins.ts';
import { derivationsRoute } from './routes/derivations.ts';
import { diffDeltaPreviewsRoute } from './routes/diff-delta-previews.ts';
import { fileVersionsRoute } from './routes/file-versions.ts';
import { filesRoute } from './routes/files.ts';
import { lineHistoryRoute } from './routes/line-history.ts';
import { otlpRoutes } from './routes/otlp.ts';
import { ownershipRoute } from './routes/ownership.ts';
import { reportRecordsRoute } from './routes/report-records.ts';
import { reportsRoute } from './routes/reports.ts';
import { segmentIntrospectionsRoute } from './routes/segment-introspections.ts';
import { survivalRoute } from './routes/survival.ts';
import { analyticsHandlers } from './rpc/handlers.ts';
import { checkRegistry } from './segments/registry.ts';
import { readStamp } from './store/fact-stamps.ts';
import { createRepoSnapshots } from './store/repo-snapshots.ts';
import { readScoresFollowed } from './store/score-versions.ts';

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
    const context: Context = {
      clickHouse: await openClickHouse(runtime),
      postgres,
      outbox: await openOutbox(runtime, postgres, broker),
      broker,
      identity: openRpcClient(runtime, identityRpc, config.IDENTITY_GRPC),
      developersTeams: openRpcClient(runtime, developersTeamsRpc, config.DEVELOPERS_TEAMS_GRPC),
      log: runtime.log,
      now: () => new Date(),
    };
    const stampOf = (entityId: number) => readStamp(postgres, entityId);
    const repoSnapshots = createRepoSnapshots(context.clickHouse, stampOf, context.now);
    const resolveQueryScope = createQueryScopeResolver(context);
    const readAudit = createAuditReader(context, resolveQueryScope);
    const previewDiffDelta = createDiffDeltaPreviewer(context, resolveQueryScope);

    /** What no request waits for. */
    const background: Context = { ...context, clickHouse: inBackground(context.clickHouse) };
    await takeNewDefinitions(background);
    const storeCheck = createStoreCheck(runtime, background);
    const derivation = startDerivingFacts(runtime, background);
    const scoresFollowed = briefly((entityId) => readScoresFollowed(postgres, entityId), context.now);
    const lineHistory = { ...context, repoSnapshots, lineCache: createLineCache(), scoresFollowed };
    const { lineCache } = lineHistory;
    const ahead = startReadingAhead(
      runtime,
      (repo) => isReadAhead(lineCache, repo),
      async ({ entityId, repoId }, signal) =>
        readAhead({ ...background, lineCache, signal }, await repoSnapshots.currentInBackground(entityId, repoId)),
    );
    const takeSnapshot = async ({ entityId, repoId, hasEnded }: StoredRepo) => {
      await repoSnapshots.currentInBackground(entityId, repoId);
      if (hasEnded) ahead.noteImported({ entityId, repoId });
    };
    const snapshots = startTakingSnapshots(runtime, takeSnapshot, background.now);
    await consumeFactBatches(runtime, background, derivation.wake, snapshots.noteStored);
    startDerivingEvidence(runtime, background);
    startRollingUp(runtime, background);
    startDerivingLives(runtime, background);
    startStoringTelemetry(runtime, background);
    const refresh = startReleasedCommitsRefresh(runtime, { ...background, repoSnapshots });
    await consumeEvents(runtime, background, refresh.wake, derivation.wake);
    await storeCheck.start();
    await offboardEntity(runtime, background, onEntityOffboarding(background, config.CLICKHOUSE_CLUSTER));
    await removeRepo(runtime, background, removeRepoRows(background, config.CLICKHOUSE_CLUSTER));
    const { port: grpcPort } = await serveRpc(
      runtime,
      analyticsRpc,
      analyticsHandlers({ ...context, repoSnapshots, previewDiffDelta }),
    );
    const readEntityAhead = (entityId: number): void => {
      // What fails here is read again by the request that needs it, and fails there.
      void Promise.allSettled([scoresFollowed(entityId), repoSnapshots.confirm(entityId)]);
    };
    const code = {
      ...context,
      lineHistory,
      mayReadSource: createSourceTextRule(context),
      resolveRepo: createRepoResolver(context.identity, context.now, readEntityAhead),
    };
    const routes: Route[] = [
      lineHistoryRoute(code),
      blameRoute(code),
      filesRoute(code),
      fileVersionsRoute(code),
      commitRoute(code),
      survivalRoute(context, resolveQueryScope),
      ownershipRoute(context, resolveQueryScope),
      defectOriginsRoute(context, resolveQueryScope),
      reportsRoute(context, resolveQueryScope),
      segmentIntrospectionsRoute(),
      derivationsRoute(context),
      diffDeltaPreviewsRoute(previewDiffDelta),
      aiUsagesRoute(context),
      aiUsageSourcesRoute(context, resolveQueryScope),
      auditsRoute(context, readAudit),
      reportRecordsRoute(context, readAudit),
    ];
    const { port: httpPort } = await serveRoutes(runtime, {
      routes,
      rawRoutes: otlpRoutes({ ...context, telemetryPointsPerDay: config.TELEMETRY_POINTS_PER_DAY }),
      postgres,
      claimIdempotencyKey: claimAtIdentity(context.identity),
    });
    return { httpPort, grpcPort, context, repoSnapshots, lineCache, resolveQueryScope, derivation };
  },
});
