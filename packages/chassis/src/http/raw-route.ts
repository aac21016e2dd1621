import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Role } from '@linescope/contract/roles';
import type { Scope } from '@linescope/contract/scopes';

export interface RawRequest {
  principal: Principal;
  headers: IncomingHttpHeaders;
  /** At most `bodyLimit` bytes; reading more is a 413. */
  readBody(): Promise<Buffer>;
  /** Aborted when the client went away. */
  signal: AbortSignal;
}

export interface RawAnswer {
  type: string;
  bytes: Buffer;
}

/** A route with a token whose bodies, answers and failures have the form of another protocol. */
export interface RawRoute {
  method: 'POST';
  /** From the root. */
  path: string;
  action: string;
  role: Role;
  scope: Scope;
  bodyLimit: number;
  /** The operation in the API document. */
  description: Record<string, unknown>;
  handle(request: RawRequest): Promise<RawAnswer>;
  /** A failure as the protocol has it. */
  describeFault(fault: Fault, headers: IncomingHttpHeaders): RawAnswer;
}
