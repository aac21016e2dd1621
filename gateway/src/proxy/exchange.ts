import { type ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Allowance } from '../limits/rate-limits.ts';
import type { Unit } from '../routing/routing-table.ts';

/** One request on its way through the gateway, and what is known of it so far. */
export interface Exchange {
  trace: string;
  address: string;
  method: string;
  /** Path and query as they were sent. */
  target: string;
  path: string;
  unit: Unit | null;
  /** Bytes of the body that are taken. */
  bodyLimit: number;
  /** Failures are said as OTLP says them. */
  otlp: boolean;
  startedAt: number;
  /** What every answer says of the caller's rate limit. */
  allowance: Allowance | null;
  attempts: number;
  deadline: number;
  /** The origin that a browser's page came from, and those that the caller's entity names. */
  origin: string | undefined;
  allowedOrigins: readonly string[];
  /** Gives back its place among the token's exports; null: it is none. */
  endExport: (() => void) | null;
  upstream: ClientRequest | null;
  place: Place;
}

/** The server makes these itself, so that the exchange travels with the request and needs no look-up. */
export class GatewayRequest extends IncomingMessage {
  exchange: Exchange | null = null;
}

export class GatewayResponse extends ServerResponse<GatewayRequest> {}

/** A place in the list of those under way. */
export interface Place {
  response: GatewayResponse | null;
  earlier: Place | null;
  later: Place | null;
}
