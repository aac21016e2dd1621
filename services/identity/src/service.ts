import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { startTrimmingEvents } from '@linescope/chassis/events/trim-events';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { defineService } from '@linescope/chassis/service/run-service';
import { identityRpc } from '@linescope/proto/services';
import { configSchema } from './config.ts';
import { egressOf } from './egress.ts';
import { onConnectionAdded } from './events/on-connection-added.ts';
import { onEntityRowsRemoved } from './events/on-entity-rows-removed.ts';
import { onImportChanged } from './events/on-import-changed.ts';
import { onPeopleAdministered } from './events/on-people-administered.ts';
import { onRepoRowsRemoved } from './events/on-repo-rows-removed.ts';
import { startDeletingEndedSessions } from './jobs/delete-ended-sessions.ts';
import { startDeletingOldClaims } from './jobs/delete-old-claims.ts';
import { startResumingOffboardings } from './jobs/resume-offboardings.ts';
import { startSyncingConnections } from './jobs/sync-connections.ts';
import { openProviderClients } from './provider-clients.ts';
import { administrationRoutes } from './routes/administration/routes.ts';
import { addLlmTokenRoute, removeLlmTokenRoute } from './routes/change-llm-tokens.ts';
import { changeSettingsRoute } from './routes/change-settings.ts';
import { listLlmTokens } from './routes/list-llm-tokens.ts';
import { offboardEntity } from './routes/offboard-entity.ts';
import { signInRoutes } from './routes/open/sign-in-routes.ts';
import { provisionUser } from './routes/provision-user.ts';
import { showSettings } from './routes/show-settings.ts';
import { tokenStatus } from './routes/token-status.ts';
import { identityHandlers } from './rpc/handlers.ts';
import { openSignInProviders } from './sign-in-provider.ts';
import { claimIdempotencyKey } from './store/idempotency-claims.ts';
import { measureQuotas } from './store/measure-quotas.ts';
import { MIGRATIONS } from './store/migrations.ts';

export const identityService = defineService({
  name: 'identity',
  config: configSchema,
  async start(runtime) {
    const { config } = runtime;
    const postgres = await openPostgres(runtime);
    await migratePostgres(postgres, MIGRATIONS);
    const broker = await openBroker(runtime);
    const outbox = await openOutbox(runtime, postgres, broker);
    measureQuotas(runtime.metrics, postgres);
    const context = { postgres, outbox, secretBox: createSecretBox(config.SECRET_KEYS) };

    const rpc = await serveRpc(
      runtime,
      identityRpc,
      identityHandlers({ ...context, rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE }),
    );
    const rules = { services: config.OFFBOARDING_SERVICES, settleMs: config.OFFBOARDING_SETTLE_MS };
    const offboarding = { ...context, broker, rules, dataDir: config.DATA_DIR };
    await onEntityRowsRemoved(runtime, offboarding);
    await onRepoRowsRemoved(runtime, offboarding);
    await onPeopleAdministered(runtime, { ...context, broker });
    await onImportChanged(runtime, { ...context, broker });
    startResumingOffboardings(runtime, offboarding);
    startTrimmingEvents(runtime, broker);
    const egress = egressOf(config);
    const clients = openProviderClients(egress);
    runtime.onStop('clients of providers', clients.close);
    const { openDirectory } = clients;
    await onConnectionAdded(runtime, { ...context, broker, openDirectory });
    startSyncingConnections(runtime, { ...context, openDirectory }, config.CONNECTION_SYNC_HOURS);
    startDeletingOldClaims(runtime, context);
    startDeletingEndedSessions(runtime, context);
    const signInProviders = openSignInProviders(egress);
    runtime.onStop('sign-in providers', signInProviders.close);
    const routes = [
      tokenStatus(context),
      listLlmTokens(context),
      addLlmTokenRoute(context, config.ALLOW_PRIVATE_ADDRESSES),
      removeLlmTokenRoute(context),
      provisionUser(context, openDirectory),
      offboardEntity(context),
      ...administrationRoutes(context, {
        openDirectory,
        openTracker: clients.openTracker,
        signInProviders,
        publicBaseUrl: config.PUBLIC_BASE_URL,
        allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
      }),
      showSettings(context),
      changeSettingsRoute(context),
    ];
    const http = await serveRoutes(runtime, {
      routes,
      openRoutes: signInRoutes(runtime, context, signInProviders),
      postgres,
      claimIdempotencyKey: (claim) => claimIdempotencyKey(postgres, claim),
    });
    return { httpPort: http.port, grpcPort: rpc.port, context, broker };
  },
});
