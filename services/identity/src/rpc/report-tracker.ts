import { parseDateTime } from '@linescope/contract/date-time';
import { noteTrackerReading } from '../store/trackers.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const reportTracker =
  ({ postgres }: RpcContext): IdentityHandlers['reportTracker'] =>
  async ({ entityId, version, readAt, errorEm, errorDetail, unreadParts }) => {
    await noteTrackerReading(postgres, entityId, {
      version,
      readAt: parseDateTime(readAt),
      error: errorEm === '' ? null : { em: errorEm, detail: errorDetail },
      unreadParts: unreadParts.map(({ part, id, errorEm: error_em, errorDetail: error_detail }) => ({
        part,
        id: id === '' ? null : id,
        error_em,
        error_detail,
      })),
    });
    return {};
  };
