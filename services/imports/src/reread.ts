import { defineService, startService } from '@linescope/chassis/service/run-service';
import { rereadFacts } from './actions/reread-facts.ts';
import { configSchema } from './config.ts';
import { openContext } from './open-context.ts';

const [path = '', ...rest] = process.argv.slice(2);
const [, entitySlug = '', repoPath] = /^([^/]+)(?:\/([^/]+\/[^/]+))?$/.exec(path) ?? [];

if (entitySlug === '' || rest.length > 0) {
  process.stderr.write('Usage: node services/imports/src/reread.ts <entity>[/<organization>/<repo>]\n');
  process.exitCode = 2;
} else {
  process.exitCode = await run();
}

/** Queues the histories of an entity or a repo to be read again, from their beginning. */
async function run(): Promise<number> {
  const command = defineService({
    name: 'imports-rederive',
    config: configSchema,
    async start(runtime) {
      const context = await openContext(runtime);
      const scope = await context.identity.resolveResourcePath({ resourcePath: entitySlug, callerIsSuperAdmin: true });
      return scope.found ? rereadFacts(context, scope.entityId, repoPath ?? null) : null;
    },
  });
  const running = await startService(command, { ...process.env, INTERNAL_PORT: '0' });
  await running.stop();
  const repos = running.started;
  if (!repos || (repoPath && repos.length === 0)) process.stderr.write(`There is no ${path}.\n`);
  else process.stdout.write(`${repos.length} repos are read again: ${repos.join(', ')}\n`);
  return repos && repos.length > 0 ? 0 : 1;
}
