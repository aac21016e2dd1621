import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import { offerReposOf } from '../actions/offer-repos.ts';
import type { Context } from '../context.ts';
import { retryWhenRenewed } from '../provider-sync/provider-failure.ts';

/** A connection was added: the repos that it sees and nobody imports yet are offered to its user by mail. */
export const onConnectionAdded = (
  runtime: Runtime<unknown>,
  context: Context,
  mailWorker: { wake(): void },
): Promise<void> =>
  consumeEvent(
    runtime,
    context.broker,
    connectionAdded,
    async ({ entityId, data }) => {
      await offerReposOf(context, { entityId, ...data }).catch(retryWhenRenewed(context));
      mailWorker.wake();
    },
    { durable: 'offer_repos' },
  );
