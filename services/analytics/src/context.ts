import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Broker } from '@linescope/chassis/events/broker';
import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Calls } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';
import type { LastCommit } from './audits/audit-people.ts';
import type { DayCount } from './audits/audit-question.ts';
import type { PointRecord } from './audits/point-records.ts';
import type { ReadSettings } from './reports/entity-settings.ts';
import type { ResultCache } from './reports/result-cache.ts';
import type { Cell } from './reports/run-report.ts';
import type { AppliedCommit } from './store/applied-commits.ts';
import type { EntityCopies } from './store/entity-copies.ts';
import type { KeptHistories } from './store/line-history/kept-histories.ts';
import type { RepoPictures } from './store/repo-pictures.ts';

/** What the service's verbs are handed. */
export interface Context {
  clickHouse: ClickHouse;
  repoPictures: RepoPictures;
  keptHistories: KeptHistories;
  postgres: Postgres;
  outbox: Outbox;
  broker: Broker;
  identity: IdentityCalls;
  developersTeams: Calls<DevelopersTeamsDefinition>;
  readSettings: ReadSettings;
  /** Kept in memory for as long as none of them changes. */
  copiesOf(entityId: number): Promise<EntityCopies>;
  /** Those of all time, where they are known or worth knowing; else null. */
  appliedCommitsOf(entityId: number): Promise<AppliedCommit[] | null>;
  reportCache: ResultCache<Cell[]>;
  auditCache: ResultCache<DayCount[]>;
  pointCache: ResultCache<PointRecord[]>;
  lastCommitCache: ResultCache<LastCommit[]>;
  log: Logger;
  now(): Date;
}
