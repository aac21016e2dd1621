import { z } from 'zod';

/** Output speaks the neutral tokens; input also takes the vendors' own names. */
const GIT_PROVIDER_NAMES = {
  azure_devops: 'devops_suite',
  azure_devops_server: 'devops_suite_on_prem',
  bitbucket: 'hostB',
  bitbucket_server: 'hostB_server',
  github: 'hostC',
  gitlab: 'hostD',
} as const;

export const GIT_PROVIDERS = [
  'devops_suite',
  'devops_suite_on_prem',
  'hostB',
  'hostB_server',
  'hostC',
  'hostD',
] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

export const AI_PROVIDERS = [
  'vendorA_assistant',
  'vendorB_editor',
  'vendorC_platform',
  'vendorC_enterprise_teams',
] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

export const ISSUE_PROVIDERS = ['tracker_a', 'hostC', 'generic', 'unknown'] as const;
export type IssueProvider = (typeof ISSUE_PROVIDERS)[number];

const ISSUE_PROVIDER_NAMES = { jira: 'tracker_a', github: 'hostC' } as const;

const neutralName = (names: Record<string, string>) => (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : value;

export const gitProviderInput = z.preprocess(neutralName(GIT_PROVIDER_NAMES), z.enum(GIT_PROVIDERS));
export const issueProviderInput = z.preprocess(neutralName(ISSUE_PROVIDER_NAMES), z.enum(ISSUE_PROVIDERS));
export const aiProviderInput = z.enum(AI_PROVIDERS);
