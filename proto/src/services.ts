import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { AnalyticsDefinition } from '../generated/linescope/analytics/v1/Analytics.ts';
import type { DevelopersTeamsDefinition } from '../generated/linescope/developers_teams/v1/DevelopersTeams.ts';
import type { IdentityDefinition } from '../generated/linescope/identity/v1/Identity.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A gRPC service with its generated types; `definition` is what grpc-js takes. */
export interface RpcService<Definition> {
  name: string;
  definition: ServiceDefinition;
  /** Carries the type only. */
  types?: Definition;
}

function load<Definition>(file: string, name: string): RpcService<Definition> {
  const loaded = loadSync(file, { includeDirs: [ROOT], longs: Number, enums: String, defaults: true });
  const definition = loaded[name];
  if (!definition || 'format' in definition) throw new Error(`${name} is not a service of ${file}`);
  return { name, definition: definition as ServiceDefinition };
}

export const identityRpc = load<IdentityDefinition>(
  'linescope/identity/v1/identity.proto',
  'linescope.identity.v1.Identity',
);
export const developersTeamsRpc = load<DevelopersTeamsDefinition>(
  'linescope/developers_teams/v1/developers_teams.proto',
  'linescope.developers_teams.v1.DevelopersTeams',
);
export const analyticsRpc = load<AnalyticsDefinition>(
  'linescope/analytics/v1/analytics.proto',
  'linescope.analytics.v1.Analytics',
);

export type { AnalyticsDefinition, DevelopersTeamsDefinition, IdentityDefinition };
