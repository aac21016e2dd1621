import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Broker } from '@linescope/chassis/events/broker';
import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Calls } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';

/** Connections to the stores and to other services, and the clock. */
export interface Context {
  clickHouse: ClickHouse;
  postgres: Postgres;
  outbox: Outbox;
  broker: Broker;
  identity: IdentityCalls;
  developersTeams: Calls<DevelopersTeamsDefinition>;
  log: Logger;
  now(): Date;
}
