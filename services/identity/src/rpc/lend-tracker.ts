import { trackerContext } from '../domain/sealed-contexts.ts';
import { findTracker } from '../store/trackers.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const lendTracker =
  ({ postgres, secretBox }: RpcContext): IdentityHandlers['lendTracker'] =>
  async ({ entityId }) => {
    const tracker = await findTracker(postgres, entityId);
    if (!tracker) return { found: false };
    return {
      found: true,
      endpointUrl: tracker.endpoint_url,
      email: tracker.email ?? '',
      token: secretBox.open(tracker.sealed_token, trackerContext(tracker.id)),
      boardIds: tracker.board_ids,
      version: tracker.version,
    };
  };
