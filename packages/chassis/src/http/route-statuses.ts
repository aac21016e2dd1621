import type { FaultEm } from '@linescope/contract/fault';
import { FAULT_STATUS } from '@linescope/contract/fault';
import type { OpenRoute } from './open-route.ts';
import type { Route } from './route.ts';

type Declared = Pick<Route, 'method' | 'statuses' | 'failures'>;

/** What an answer that succeeds may say: by its declaration, else a POST does or records something, and the others do. */
export const statusesOf = ({ method, statuses }: Declared): number[] =>
  statuses ?? (method === 'POST' ? [200, 201] : [200]);

const WITHOUT_TOKEN: FaultEm[] = [
  'response_invalid_parameters',
  'response_not_found',
  'response_uri_too_long',
  'response_rate_limited',
  'response_headers_too_large',
  'response_internal_error',
  'response_unavailable',
  'response_timeout',
];
const EVERYWHERE: FaultEm[] = [...WITHOUT_TOKEN, 'response_unauthenticated', 'response_forbidden'];
const BODY_REFUSED: FaultEm[] = ['response_payload_too_large', 'response_unsupported_media_type'];
const WITH_BODY: FaultEm[] = ['response_conflict', ...BODY_REFUSED];

/** Every way it can fail: what holds everywhere, what a change adds, and what the route declares of its own. */
export const failuresOf = ({ method, failures = [] }: Declared): number[] =>
  inOrder([...EVERYWHERE, ...(method === 'GET' ? [] : WITH_BODY), ...failures]);

/** What an open route may say: a 303 besides, where it sends a browser on. */
export const openStatusesOf = ({ status = 200, redirects }: Pick<OpenRoute, 'status' | 'redirects'>): number[] =>
  redirects ? [status, 303] : [status];

/** Nobody is refused for a token or a role, unless the route says so. */
export const openFailuresOf = ({ body, failures = [] }: Pick<OpenRoute, 'body' | 'failures'>): number[] =>
  inOrder([...WITHOUT_TOKEN, ...(body ? BODY_REFUSED : []), ...failures]);

const inOrder = (failures: readonly FaultEm[]): number[] =>
  [...new Set(failures)].map((failure) => FAULT_STATUS[failure]).sort((one, other) => one - other);
