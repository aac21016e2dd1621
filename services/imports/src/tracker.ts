import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { defineService, startService } from '@linescope/chassis/service/run-service';
import { configSchema } from './config.ts';
import { openContext } from './open-context.ts';
import { putTracker, removeTracker, trackerContext } from './store/trackers.ts';

const USAGE = `Usage: node services/imports/src/tracker.ts set <entity> --endpoint <url> [--email <email>] [--boards <ids>]
       node services/imports/src/tracker.ts remove <entity>
The token is read from TRACKER_TOKEN, else from standard input. With an email the site is the vendor's cloud.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { endpoint: { type: 'string' }, email: { type: 'string' }, boards: { type: 'string' } },
});
const [verb, entitySlug] = positionals;

if (!entitySlug || !(verb === 'remove' || (verb === 'set' && values.endpoint && URL.canParse(values.endpoint)))) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await run(entitySlug, values.endpoint ?? '');
}

/** Gives an entity its issue tracker, or takes it away. */
async function run(slug: string, endpointUrl: string): Promise<number> {
  const token = verb === 'set' ? (process.env['TRACKER_TOKEN'] ?? (await text(process.stdin))).trim() : '';
  const command = defineService({
    name: 'imports-tracker',
    config: configSchema,
    async start(runtime) {
      const { postgres, identity, config } = await openContext(runtime);
      const scope = await identity.resolveResourcePath({ resourcePath: slug, callerIsSuperAdmin: true });
      if (!scope.found) return `There is no entity ${slug}.`;
      if (verb === 'remove') return (await removeTracker(postgres, scope.entityId)) > 0 ? null : 'It has no tracker.';
      if (token === '') return 'No token was given.';
      await putTracker(postgres, scope.entityId, {
        endpointUrl,
        email: values.email ?? null,
        sealedToken: createSecretBox(config.SECRET_KEYS).seal(token, trackerContext(scope.entityId)),
        boardIds: (values.boards ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])),
      });
      return null;
    },
  });
  const running = await startService(command, { ...process.env, INTERNAL_PORT: '0' });
  await running.stop();
  if (running.started === null) {
    process.stdout.write(
      verb === 'set' ? `The tracker of ${slug} is kept and read from now on.\n` : 'It is removed.\n',
    );
    return 0;
  }
  process.stderr.write(`${running.started}\n`);
  return 1;
}
