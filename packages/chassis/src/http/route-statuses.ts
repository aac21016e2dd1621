import type { FaultEm } from '@linescope/contract/fault';
import { FAULT_STATUS } from '@linescope/contract/fault';
import type { Route } from './route.ts';

type Declared = Pick<Route, 'method' | 'statuses' | 'failures'>;

/** What an answer that succeeds may say: by its declaration, else a POST does or records something, and the others do. */
export const statusesOf = ({ method, statuses }: Declared): number[] =>
  statuses ?? (method === 'POST' ? [200, 201] : [200]);

const EVERYWHERE: FaultEm[] = [
  'response_invalid_parameters',
  'response_unauthenticated',
  'response_forbidden',
  'response_not_found',
  'response_uri_too_long',
  'response_rate_limited',
  'response_headers_too_large',
  'response_internal_error',
  'response_unavailable',
  'response_timeout',
];
const WITH_BODY: FaultEm[] = ['response_conflict', 'response_payload_too_large', 'response_unsupported_media_type'];

/** Every way it can fail: what holds everywhere, what a change adds, and what the route declares of its own. */
export function failuresOf({ method, failures = [] }: Declared): number[] {
  const all = new Set([...EVERYWHERE, ...(method === 'GET' ? [] : WITH_BODY), ...failures]);
  return [...all].map((failure) => FAULT_STATUS[failure]).sort((one, other) => one - other);
}
