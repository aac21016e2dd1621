import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { createMailer } from '@linescope/chassis/mail/mailer';
import { createSignedLinks } from '@linescope/chassis/mail/signed-links';
import { deleteRowsOf, offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import { defineService } from '@linescope/chassis/service/run-service';
import { offerOnConnection } from './actions/offer-repos.ts';
import { resealTrackerTokens } from './actions/reseal-tracker-tokens.ts';
import { configSchema } from './config.ts';
import { onCommitterChanged } from './events/on-committer-changed.ts';
import { onTeamChanged } from './events/on-team-changed.ts';
import { onTrackerChanged } from './events/on-tracker-changed.ts';
import { startOfferPostman } from './jobs/mail-offers.ts';
import { startSweep } from './jobs/sweep-imports.ts';
import { openContext } from './open-context.ts';
import { startCollecting } from './provider-sync/ai-usage/collect-usage.ts';
import { startStorekeeper } from './provider-sync/record-flusher.ts';
import { startReadingTrackers } from './provider-sync/trackers/read-trackers.ts';
import { listImportsRoute } from './routes/list-imports.ts';
import { acceptOfferRoute } from './routes/open/accept-offer.ts';
import { receiveHookRoute } from './routes/open/receive-hook.ts';
import { showOfferRoute } from './routes/open/show-offer.ts';
import { queueImportRoute } from './routes/queue-import.ts';
import { measureImports } from './store/measure-imports.ts';

/** The API of imports; the work itself is done by workers, which scale on their own. */
export const importsService = defineService({
  name: 'imports',
  config: configSchema,
  async start(runtime) {
    const context = await openContext(runtime);
    await offboardEntity(runtime, context, async (tx, entityId) => {
      await rm(join(context.config.DATA_DIR, 'clones', String(entityId)), { recursive: true, force: true });
      return deleteRowsOf(
        'beliefs',
        'provider_records',
        'host_accounts',
        'provider_cursors',
        'provider_payloads',
        'provider_quotas',
        'provider_etags',
        'tracker_connections',
        'team_boards',
        'team_readings',
        'ai_collections',
        'ai_collectors',
        'snapshot_parts',
        'newest_snapshots',
        'import_checkpoints',
        'import_snapshots',
        'imports',
      )(tx, entityId);
    });
    runtime.onStop('sweep', startSweep(context));
    measureImports(runtime.metrics, context.postgres);
    const routes = [queueImportRoute, listImportsRoute].map((route) => route(context));
    const { config } = context;
    const links = createSignedLinks(config.PRINCIPAL_KEYS, config.PUBLIC_BASE_URL, {
      path: 'import_offers',
      keyName: 'import offers',
    });
    if (config.IMPORT_OFFERS) {
      const postman = startOfferPostman(context, links, createMailer(config));
      runtime.onStop('offers', () => postman.stop());
      await offerOnConnection(runtime, context, postman);
    }
    await resealTrackerTokens(context);
    await onTeamChanged(runtime, context);
    await onTrackerChanged(runtime, context);
    const storekeeper = startStorekeeper(context);
    await onCommitterChanged(runtime, context, storekeeper);
    runtime.onStop('AI usage', startCollecting(context));
    runtime.onStop('trackers', startReadingTrackers(context));
    runtime.onStop('storekeeper', () => storekeeper.stop());
    const { port: httpPort } = await serveRoutes(runtime, {
      routes,
      postgres: context.postgres,
      openRoutes: [
        receiveHookRoute(context, storekeeper),
        showOfferRoute(context, links),
        acceptOfferRoute(context, links),
      ],
    });
    return { httpPort, context };
  },
});
