import { claimAtIdentity } from '@linescope/chassis/http/idempotency-claims';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { createMailer } from '@linescope/chassis/mail/mailer';
import { createSignedLinks } from '@linescope/chassis/mail/signed-links';
import { defineService } from '@linescope/chassis/service/run-service';
import { resealTrackerTokens } from './actions/reseal-tracker-tokens.ts';
import { configSchema } from './config.ts';
import { onCommitterChanged } from './events/on-committer-changed.ts';
import { onConnectionAdded } from './events/on-connection-added.ts';
import { onEntityOffboarding } from './events/on-entity-offboarding.ts';
import { onFactsDoubted } from './events/on-facts-doubted.ts';
import { onReleaseChanged } from './events/on-release-changed.ts';
import { onRepoRemoval } from './events/on-repo-removal.ts';
import { onTeamChanged } from './events/on-team-changed.ts';
import { onTrackerChanged } from './events/on-tracker-changed.ts';
import { startCollectingAiUsage } from './jobs/collect-ai-usage.ts';
import { startDeletingOldPayloads } from './jobs/delete-old-payloads.ts';
import { startRecordFlusher } from './jobs/flush-records.ts';
import { startOfferMailWorker } from './jobs/mail-offers.ts';
import { startReadingTrackers } from './jobs/read-trackers.ts';
import { startImportSweep } from './jobs/sweep-imports.ts';
import { openContext } from './open-context.ts';
import { listImportsRoute } from './routes/list-imports.ts';
import { listResourcesRoute } from './routes/list-resources.ts';
import { acceptOfferRoute } from './routes/open/accept-offer.ts';
import { receiveHookRoute } from './routes/open/receive-hook.ts';
import { showOfferRoute } from './routes/open/show-offer.ts';
import { queueImportRoute } from './routes/queue-import.ts';
import { removeImportRoute } from './routes/remove-import.ts';
import { measureImports } from './store/measure-imports.ts';

/** The API of imports; the work itself is done by workers, which scale on their own. */
export const importsService = defineService({
  name: 'imports',
  config: configSchema,
  async start(runtime) {
    const context = await openContext(runtime);
    const { config, postgres } = context;
    const links = createSignedLinks(config.PRINCIPAL_KEYS, config.PUBLIC_BASE_URL, {
      path: 'import_offers',
      keyName: 'import offers',
    });
    measureImports(runtime.metrics, postgres);
    await resealTrackerTokens(context);

    const flusher = startRecordFlusher(runtime, context);
    startImportSweep(runtime, context);
    startDeletingOldPayloads(runtime, context);
    startCollectingAiUsage(runtime, context);
    startReadingTrackers(runtime, context);
    await onEntityOffboarding(runtime, context);
    await onRepoRemoval(runtime, context);
    await onFactsDoubted(runtime, context);
    await onReleaseChanged(runtime, context);
    await onTeamChanged(runtime, context);
    await onTrackerChanged(runtime, context);
    await onCommitterChanged(runtime, context, flusher);
    if (config.IMPORT_OFFERS) {
      const mailWorker = startOfferMailWorker(runtime, context, links, createMailer(config));
      await onConnectionAdded(runtime, context, mailWorker);
    }

    const { port: httpPort } = await serveRoutes(runtime, {
      routes: [
        queueImportRoute(context),
        listImportsRoute(context),
        removeImportRoute(context),
        listResourcesRoute(context),
      ],
      openRoutes: [
        receiveHookRoute(context, flusher),
        showOfferRoute(context, links),
        acceptOfferRoute(context, links),
      ],
      postgres,
      claimIdempotencyKey: claimAtIdentity(context.identity),
    });
    return { httpPort, context };
  },
});
