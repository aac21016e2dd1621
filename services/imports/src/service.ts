import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { offboardEntity, rowsOf } from '@linescope/chassis/offboarding/offboard-entity';
import { defineService } from '@linescope/chassis/service/run-service';
import { startSweep } from './actions/sweep-imports.ts';
import { configSchema } from './config.ts';
import { openHooks } from './hooks/open-hooks.ts';
import { openContext } from './open-context.ts';
import { listImportsRoute } from './routes/list-imports.ts';
import { queueImportRoute } from './routes/queue-import.ts';
import { startStorekeeper } from './sync/keep-stored.ts';

/** The API of imports; the work itself is done by workers, which scale on their own. */
export const importsService = defineService({
  name: 'imports',
  config: configSchema,
  async start(runtime) {
    const context = await openContext(runtime);
    await offboardEntity(runtime, context, async (tx, entityId) => {
      await rm(join(context.config.DATA_DIR, 'clones', String(entityId)), { recursive: true, force: true });
      return rowsOf(
        'beliefs',
        'provider_records',
        'host_accounts',
        'provider_cursors',
        'provider_payloads',
        'provider_quotas',
        'provider_etags',
        'import_snapshots',
        'imports',
      )(tx, entityId);
    });
    runtime.onStop('sweep', startSweep(context));
    const routes = [queueImportRoute, listImportsRoute].map((route) => route(context));
    const storekeeper = startStorekeeper(context);
    runtime.onStop('storekeeper', () => storekeeper.stop());
    const { port: httpPort } = await serveRoutes(runtime, {
      routes,
      postgres: context.postgres,
      open: openHooks(context, storekeeper),
    });
    return { httpPort, context };
  },
});
