import type { Outbox } from '@linescope/chassis/events/outbox';
import type { IdPages } from '@linescope/chassis/lists/id-pages';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Calls } from '@linescope/proto/calls';
import type { AnalyticsDefinition, DevelopersTeamsDefinition } from '@linescope/proto/services';
import type { DescriptionRenderer } from './actions/render-descriptions.ts';

/** What the service's actions are handed: its store, its outbox, the services it calls, and the time. */
export interface Context {
  postgres: Postgres;
  idPages: IdPages;
  outbox: Outbox;
  identity: IdentityCalls;
  developersTeams: Calls<DevelopersTeamsDefinition>;
  analytics: Calls<AnalyticsDefinition>;
  descriptions: DescriptionRenderer;
  /** Looks up the fix commits of defects that are marked for it. */
  wakeLinking(): void;
  log: Logger;
  now(): Date;
}
