import { formatOf } from '@linescope/chassis/http/answer-format';
import { Fault } from '@linescope/contract/fault';
import type { GatewayRequest } from '../proxy/exchange.ts';

const AT_A_TIME = 2;
const AT_A_TIME_OF_ENTITY = 6;
const RETRY_SECONDS = 10;

/** Nearly all requests have neither. */
const MAY_NAME_FORMAT = /[?&][^=&]*(format|%)/;
const MAY_ACCEPT_EXPORT = /csv|ndjson/i;

/** A whole list as CSV or NDJSON, which may take minutes; decided as the units do. */
export function isExport({ url = '', headers }: Pick<GatewayRequest, 'url' | 'headers'>): boolean {
  const accept = MAY_ACCEPT_EXPORT.test(headers.accept ?? '') ? headers.accept : undefined;
  const format = MAY_NAME_FORMAT.test(url) ? new URLSearchParams(url.slice(url.indexOf('?'))).get('format') : null;
  try {
    return formatOf(format ?? undefined, accept) !== null;
  } catch {
    return false; // its unit refuses it
  }
}

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
