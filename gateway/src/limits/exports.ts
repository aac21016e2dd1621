import { Fault } from '@linescope/contract/fault';
import type { GatewayRequest } from '../proxy/exchange.ts';

const AT_A_TIME = 2;
const RETRY_SECONDS = 10;

/** A whole list as CSV or NDJSON, which may take minutes. */
export const isExport = ({ url = '', headers }: GatewayRequest): boolean =>
  /[?&]format=(csv|ndjson)(&|$)/.test(url) || /\btext\/csv\b|\bapplication\/x-ndjson\b/.test(headers.accept ?? '');

export interface Exports {
  /** Takes one of the token's places; the returned function gives it back. */
  begin(tokenId: number): () => void;
}

/** How many exports each token has under way. */
export function createExports(): Exports {
  const underWay = new Map<number, number>();
  return {
    begin(tokenId) {
      const own = underWay.get(tokenId) ?? 0;
      if (own >= AT_A_TIME) {
        throw new Fault(
          'response_rate_limited',
          `A token may have ${AT_A_TIME} exports at a time. Try again when one has ended.`,
          {
            headers: { 'retry-after': String(RETRY_SECONDS) },
          },
        );
      }
      underWay.set(tokenId, own + 1);
      return () => {
        const left = (underWay.get(tokenId) ?? 1) - 1;
        if (left > 0) underWay.set(tokenId, left);
        else underWay.delete(tokenId);
      };
    },
  };
}
