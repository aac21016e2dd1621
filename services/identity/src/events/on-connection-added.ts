import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import { RetryLater } from '@linescope/chassis/events/retry-later';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import { isProviderError } from '@linescope/providers/errors';
import { cacheRepos } from '../actions/cache-repos.ts';
import type { OpenDirectory } from '../actions/verify-code-host.ts';
import type { Context } from '../context.ts';

/** A host whose budget is used up is called again when it resets. */
const SOONEST_MS = 1_000;

/** Provisioning answers before the repos are read: they are cached from here, however long the host takes. */
export const onConnectionAdded = (
  runtime: Runtime<unknown>,
  context: Context & { broker: Broker; openDirectory: OpenDirectory },
): Promise<void> =>
  consumeEvent(
    runtime,
    context.broker,
    connectionAdded,
    ({ data }) => cacheRepos(context, data.connectionId).catch(waitForQuota),
    { durable: 'cache_connection_repos', concurrency: 4 },
  );

function waitForQuota(error: unknown): never {
  if (isProviderError(error, 'quota_exhausted') && error.resumeAt !== null)
    throw new RetryLater(Math.max(error.resumeAt - Date.now(), SOONEST_MS), error);
  throw error;
}
