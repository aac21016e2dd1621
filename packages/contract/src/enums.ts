import { AI_PROVIDERS, TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA, TELEMETRY_PROVIDERS } from './vendors.ts';

/** Closed sets of the wire that several services answer with. */
export const PROCESSING_STATUSES = ['processing_stats', 'limited_processing', 'not_processing'] as const;
export const TEAM_ROLES = ['committer_role', 'manager_role'] as const;
export const TEAM_SOURCES = [TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA, 'source_api_instantiated'] as const;
/** What was recorded by the API itself is `custom`. */
export const USAGE_PROVIDERS = [...AI_PROVIDERS, ...TELEMETRY_PROVIDERS, 'custom'] as const;
/** How a usage was learned. */
export const USAGE_SOURCES = ['telemetry', 'vendor_api', 'posted'] as const;
