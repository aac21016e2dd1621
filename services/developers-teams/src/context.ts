import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';

/** What the service's verbs are handed. */
export interface Context {
  postgres: Postgres;
  outbox: Outbox;
  identity: IdentityCalls;
  log: Logger;
  now(): Date;
}
