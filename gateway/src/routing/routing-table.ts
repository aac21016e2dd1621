import type { GatewayConfig } from '../config.ts';

/** Which unit answers which path: the whole of the gateway's knowledge of the others. */
export const UNITS = ['identity', 'developers-teams', 'defects-releases', 'imports', 'analytics'] as const;
export type Unit = (typeof UNITS)[number];

/** First segment after `/api/v1/`; a bearer token is needed. */
export const API_ROUTES: Record<string, Unit> = {
  api_tokens: 'identity',
  admin: 'identity',
  users: 'identity',
  tokens: 'identity',
  connections: 'identity',
  repo_removals: 'identity',
  audit_trail: 'identity',
  settings: 'identity',
  developers: 'developers-teams',
  identities: 'developers-teams',
  teams: 'developers-teams',
  surveys: 'developers-teams',
  critical_defects: 'defects-releases',
  releases: 'defects-releases',
  imports: 'imports',
  resources: 'imports',
  reports: 'analytics',
  report_records: 'analytics',
  segment_introspections: 'analytics',
  audits: 'analytics',
  derivations: 'analytics',
  diff_delta_previews: 'analytics',
  code_introspections: 'analytics',
  defect_origins: 'analytics',
  ai_usages: 'analytics',
};

/** First segment of paths in another protocol's form, with a token. */
export const PROTOCOL_ROUTES: Record<string, Unit> = { otlp: 'analytics' };

/** First segment of paths without a token: what they carry is signed and checked by the unit. */
export const OPEN_ROUTES: Record<string, Unit> = {
  auth: 'identity',
  hooks: 'imports',
  import_offers: 'imports',
  invitations: 'developers-teams',
};

export const unitAddresses = (config: GatewayConfig): Record<Unit, string> => ({
  identity: config.IDENTITY_HTTP,
  'developers-teams': config.DEVELOPERS_TEAMS_HTTP,
  'defects-releases': config.DEFECTS_RELEASES_HTTP,
  imports: config.IMPORTS_HTTP,
  analytics: config.ANALYTICS_HTTP,
});
