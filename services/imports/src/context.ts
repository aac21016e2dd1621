import type { Broker } from '@linescope/chassis/events/broker';
import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Calls } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';
import type { Transport } from '@linescope/providers/pacing/transport';
import type { Config } from './config.ts';

/** What the API's and the workers' verbs are handed. */
export interface Context {
  config: Config;
  postgres: Postgres;
  broker: Broker;
  outbox: Outbox;
  identity: IdentityCalls;
  developersTeams: Calls<DevelopersTeamsDefinition>;
  /** The one way out to providers: sockets are shared by all that this process asks. */
  transport: Transport;
  log: Logger;
  now(): Date;
}
