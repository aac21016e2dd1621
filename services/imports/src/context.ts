import type { Broker } from '@linescope/chassis/events/broker';
import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Calls } from '@linescope/proto/calls';
import type { AnalyticsDefinition, DevelopersTeamsDefinition } from '@linescope/proto/services';
import type { Transport } from '@linescope/providers/pacing/transport';
import type { Config } from './config.ts';
import type { WorkerCapacity } from './domain/worker-capacity.ts';
import type { LimitedTurns } from './git-import/limited-turns.ts';

/** What the actions of the API and of the workers are handed. */
export interface Context {
  config: Config;
  postgres: Postgres;
  broker: Broker;
  outbox: Outbox;
  identity: IdentityCalls;
  developersTeams: Calls<DevelopersTeamsDefinition>;
  analytics: Calls<AnalyticsDefinition>;
  /** The HTTP client for all providers, with shared sockets. */
  transport: Transport;
  log: Logger;
  now(): Date;
}

/** What a worker has besides. */
export interface WorkerContext extends Context {
  /** Paths of the mirrors that are being read: they must not be pruned. */
  mirrorsInUse: Set<string>;
  /** A file of the authorities that its gits trust; null: those that git knows. */
  certificates: string | null;
  capacity: WorkerCapacity;
  /** Reading a history takes memory: only so many at once. */
  historyReads: LimitedTurns;
}
