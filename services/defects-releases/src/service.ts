import { fileURLToPath } from 'node:url';
import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { claimAtIdentity } from '@linescope/chassis/http/idempotency-claims';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { createIdPages } from '@linescope/chassis/lists/id-pages';
import { deleteRowsOf, offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import { removeRepo } from '@linescope/chassis/offboarding/remove-repo';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import type { RunningJob } from '@linescope/chassis/service/run-periodically';
import { defineService } from '@linescope/chassis/service/run-service';
import { analyticsRpc, developersTeamsRpc, identityRpc } from '@linescope/proto/services';
import { removeRepoRows } from './actions/remove-repo-rows.ts';
import { openDescriptionRenderer } from './actions/render-descriptions.ts';
import { configSchema } from './config.ts';
import type { Context } from './context.ts';
import { onCommitsStored } from './events/on-commits-stored.ts';
import { onIssuesStored } from './events/on-issues-stored.ts';
import { onPullRequestsStored } from './events/on-pull-requests-stored.ts';
import { onTagsStored } from './events/on-tags-stored.ts';
import { startAssigningReleaseCommits } from './jobs/assign-release-commits.ts';
import { startLinkingDefects } from './jobs/link-defects.ts';
import { listDefectsRoute } from './routes/list-defects.ts';
import { listReleasesRoute } from './routes/list-releases.ts';
import { recordDefectRoute } from './routes/record-defect.ts';
import { recordReleaseRoute } from './routes/record-release.ts';
import { removeDefectRoute } from './routes/remove-defect.ts';
import { removeReleaseRoute } from './routes/remove-release.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

export const defectsReleasesService = defineService({
  name: 'defects-releases',
  config: configSchema,
  async start(runtime) {
    const { config } = runtime;
    const postgres = await openPostgres(runtime);
    await migratePostgres(postgres, MIGRATIONS);
    const broker = await openBroker(runtime);
    const descriptions = openDescriptionRenderer(runtime.log);
    runtime.onStop('description renderer', descriptions.close);
    let linking: RunningJob | null = null;
    const context: Context = {
      postgres,
      idPages: createIdPages(postgres),
      outbox: await openOutbox(runtime, postgres, broker),
      identity: openRpcClient(runtime, identityRpc, config.IDENTITY_GRPC),
      developersTeams: openRpcClient(runtime, developersTeamsRpc, config.DEVELOPERS_TEAMS_GRPC),
      analytics: openRpcClient(runtime, analyticsRpc, config.ANALYTICS_GRPC),
      descriptions,
      wakeLinking: () => linking?.wake(),
      log: runtime.log,
      now: () => new Date(),
    };
    await onCommitsStored(runtime, broker, context);
    await onIssuesStored(runtime, broker, context);
    await onTagsStored(runtime, broker, context);
    await onPullRequestsStored(runtime, broker, context);
    const remove = deleteRowsOf(
      'release_issues',
      'releases',
      'removed_releases',
      'defect_places',
      'fix_commits',
      'fixes',
      'defects',
    );
    await offboardEntity(runtime, { ...context, broker }, remove);
    await removeRepo(runtime, { ...context, broker }, removeRepoRows(context));
    startAssigningReleaseCommits(runtime, context);
    linking = startLinkingDefects(runtime, context);
    const routes = [
      recordDefectRoute,
      listDefectsRoute,
      removeDefectRoute,
      recordReleaseRoute,
      listReleasesRoute,
      removeReleaseRoute,
    ].map((route) => route(context));
    const { port: httpPort } = await serveRoutes(runtime, {
      routes,
      postgres,
      claimIdempotencyKey: claimAtIdentity(context.identity),
    });
    return { httpPort, broker, context };
  },
});
