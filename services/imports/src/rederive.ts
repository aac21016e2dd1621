import { defineService, startService } from '@linescope/chassis/service/run-service';
import { configSchema } from './config.ts';
import { openContext } from './open-context.ts';
import { rederive } from './provider-sync/rederive.ts';

const [path = '', ...rest] = process.argv.slice(2);
const [, entitySlug = '', repoPath] = /^([^/]+)(?:\/([^/]+\/[^/]+))?$/.exec(path) ?? [];

if (entitySlug === '' || rest.length > 0) {
  process.stderr.write('Usage: node services/imports/src/rederive.ts <entity>[/<organization>/<repo>]\n');
  process.exitCode = 2;
} else {
  process.exitCode = await run();
}

/** Facts of an entity or a repo again from the answers that are kept. */
async function run(): Promise<number> {
  const command = defineService({
    name: 'imports-rederive',
    config: configSchema,
    async start(runtime) {
      const context = await openContext(runtime);
      const scope = await context.identity.resolveResourcePath({ resourcePath: entitySlug, callerIsSuperAdmin: true });
      if (!scope.found) return null;
      return rederive(context, scope.entityId, repoPath ?? null, new AbortController().signal);
    },
  });
  const running = await startService(command, { ...process.env, INTERNAL_PORT: '0' });
  await running.stop();
  const tally = running.started;
  if (!tally) process.stderr.write(`There is no entity ${entitySlug}.\n`);
  else
    process.stdout.write(
      `${tally.read} answers read (${tally.unreadable} unreadable), facts of ${tally.repos} repos${repoPath ? '' : ' and of the tracker'} stored again.\n`,
    );
  return tally && tally.unreadable === 0 ? 0 : 1;
}
