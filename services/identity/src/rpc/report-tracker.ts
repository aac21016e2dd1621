import { parseDateTime } from '@linescope/contract/date-time';
import { noteTrackerReading } from '../store/trackers.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const reportTracker =
  ({ postgres }: RpcContext): IdentityHandlers['reportTracker'] =>
  async ({ entityId, version, readAt, errorEm, errorDetail }) => {
    const error = errorEm === '' ? null : { em: errorEm, detail: errorDetail };
    await noteTrackerReading(postgres, entityId, { version, readAt: parseDateTime(readAt), error });
    return {};
  };
