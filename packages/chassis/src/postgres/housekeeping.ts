import { forgetInbox } from '../events/inbox.ts';
import { forgetIdempotencyKeys } from '../http/idempotency.ts';
import { forgetListChanges } from '../lists/outlines.ts';
import type { Runtime } from '../service/run-service.ts';
import type { Postgres } from './postgres.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Once an hour, drops what the chassis' own tables need no more: messages long handled, answers past their day, changes that every kept list has seen. */
export function keepTablesSmall(runtime: Pick<Runtime<unknown>, 'log' | 'onStop'>, postgres: Postgres): void {
  const sweep = async () => {
    try {
      await forgetInbox(postgres);
      await forgetIdempotencyKeys(postgres);
      await forgetListChanges(postgres);
    } catch (err) {
      runtime.log.warn({ err }, 'housekeeping waits for the next hour');
    }
  };
  const timer = setInterval(sweep, EVERY_MS);
  runtime.onStop('housekeeping', () => clearInterval(timer));
}
