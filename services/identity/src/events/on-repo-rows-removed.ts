import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { repoRowsRemoved } from '@linescope/contract/events/identity-events';
import { acknowledgeRepoRows, advanceRepoRemoval, type RemovalContext } from '../actions/remove-repo.ts';

/** A service has erased its rows of a repo that is being removed. */
export const onRepoRowsRemoved = (
  runtime: Runtime<unknown>,
  context: RemovalContext & { broker: Broker },
): Promise<void> =>
  consumeEvent(runtime, context.broker, repoRowsRemoved, async ({ data }) => {
    await acknowledgeRepoRows(context, data);
    await advanceRepoRemoval(context, data.repoId);
  });
