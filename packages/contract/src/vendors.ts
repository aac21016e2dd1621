import { z } from 'zod';

/**
 * The public API names vendors by neutral tokens. This file is the only place that maps them: code says `GITHUB`, the wire
 * and the stores say `hostC`. Input also takes the vendors' own names.
 */
export const AZURE_DEVOPS = 'devops_suite';
export const AZURE_DEVOPS_SERVER = 'devops_suite_on_prem';
export const BITBUCKET = 'hostB';
export const BITBUCKET_SERVER = 'hostB_server';
export const GITHUB = 'hostC';
export const GITLAB = 'hostD';
export const JIRA = 'tracker_a';
export const CLAUDE = 'vendorA_assistant';
export const CURSOR = 'vendorB_editor';
export const COPILOT = 'vendorC_platform';
export const COPILOT_ENTERPRISE_TEAMS = 'vendorC_enterprise_teams';
export const TEAM_SOURCE_GITHUB = 'source_hostC';
export const TEAM_SOURCE_JIRA = 'source_tracker_a';

export const GIT_PROVIDERS = [AZURE_DEVOPS, AZURE_DEVOPS_SERVER, BITBUCKET, BITBUCKET_SERVER, GITHUB, GITLAB] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

export const AI_PROVIDERS = [CLAUDE, CURSOR, COPILOT, COPILOT_ENTERPRISE_TEAMS] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

export const ISSUE_PROVIDERS = [JIRA, GITHUB, 'generic', 'unknown'] as const;
export type IssueProvider = (typeof ISSUE_PROVIDERS)[number];

const GIT_PROVIDER_NAMES = {
  azure_devops: AZURE_DEVOPS,
  azure_devops_server: AZURE_DEVOPS_SERVER,
  bitbucket: BITBUCKET,
  bitbucket_server: BITBUCKET_SERVER,
  github: GITHUB,
  gitlab: GITLAB,
} as const;

const AI_PROVIDER_NAMES = {
  claude_code: CLAUDE,
  cursor: CURSOR,
  copilot: COPILOT,
  copilot_enterprise_teams: COPILOT_ENTERPRISE_TEAMS,
} as const;

const ISSUE_PROVIDER_NAMES = { jira: JIRA, github: GITHUB } as const;

const neutralName = (names: Record<string, string>) => (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : value;

export const gitProviderInput = z.preprocess(neutralName(GIT_PROVIDER_NAMES), z.enum(GIT_PROVIDERS));
export const issueProviderInput = z.preprocess(neutralName(ISSUE_PROVIDER_NAMES), z.enum(ISSUE_PROVIDERS));
export const aiProviderInput = z.preprocess(neutralName(AI_PROVIDER_NAMES), z.enum(AI_PROVIDERS));
