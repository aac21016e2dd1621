import { Fault } from '@linescope/contract/fault';
import type { GatewayRequest } from '../proxy/exchange.ts';

const AT_A_TIME = 2;
const AT_A_TIME_OF_ENTITY = 6;
const RETRY_SECONDS = 10;

/** A whole list as CSV or NDJSON, which may take minutes. */
export const isExport = ({ url = '', headers }: GatewayRequest): boolean =>
  /[?&]format=(csv|ndjson)(&|$)/.test(url) || /\btext\/csv\b|\bapplication\/x-ndjson\b/.test(headers.accept ?? '');

export interface Exports {
  /** Takes one of the token's places, and of its entity's; the returned function gives them back. */
  begin(caller: { tokenId: number; entityId: number }): () => void;
}

/** How many exports each token and each entity has under way. */
export function createExports(): Exports {
  const ofTokens = countUnderWay(AT_A_TIME, 'A token');
  const ofEntities = countUnderWay(AT_A_TIME_OF_ENTITY, 'An entity');
  return {
    begin({ tokenId, entityId }) {
      const leaveToken = ofTokens(tokenId);
      try {
        const leaveEntity = ofEntities(entityId);
        return () => {
          leaveToken();
          leaveEntity();
        };
      } catch (error) {
        leaveToken();
        throw error;
      }
    },
  };
}

function countUnderWay(most: number, whose: string): (id: number) => () => void {
  const underWay = new Map<number, number>();
  return (id) => {
    const own = underWay.get(id) ?? 0;
    if (own >= most)
      throw new Fault(
        'response_rate_limited',
        `${whose} may have ${most} exports at a time. Try again when one has ended.`,
        {
          headers: { 'retry-after': String(RETRY_SECONDS) },
        },
      );
    underWay.set(id, own + 1);
    return () => {
      const left = (underWay.get(id) ?? 1) - 1;
      if (left > 0) underWay.set(id, left);
      else underWay.delete(id);
    };
  };
}
