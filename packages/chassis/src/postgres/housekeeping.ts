import { deletePublished } from '../events/outbox-relay.ts';
import { deleteOldIdempotencyKeys } from '../http/idempotency.ts';
import { deleteOldListChanges } from '../lists/id-pages.ts';
import { runPeriodically } from '../service/run-periodically.ts';
import type { Runtime } from '../service/run-service.ts';
import type { Postgres } from './postgres.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Once an hour, deletes expired rows of the chassis' own tables. */
export function startHousekeeping(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  postgres: Postgres,
): void {
  runPeriodically(runtime, {
    name: 'housekeeping',
    everyMs: EVERY_MS,
    async run() {
      await deleteOldIdempotencyKeys(postgres);
      await deleteOldListChanges(postgres);
      await deletePublished(postgres);
    },
  });
}
