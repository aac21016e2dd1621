import { z } from 'zod';
import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  CLAUDE,
  CODEX,
  COPILOT,
  COPILOT_ENTERPRISE_TEAMS,
  CURSOR,
  GEMINI_CLI,
  GITHUB,
  GITLAB,
  JIRA,
} from './vendor-tokens.ts';

export {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  CLAUDE,
  CODEX,
  COPILOT,
  COPILOT_ENTERPRISE_TEAMS,
  CURSOR,
  GEMINI_CLI,
  GITHUB,
  GITLAB,
  JIRA,
  TEAM_SOURCE_GITHUB,
  TEAM_SOURCE_JIRA,
} from './vendor-tokens.ts';

export const GIT_PROVIDERS = [AZURE_DEVOPS, AZURE_DEVOPS_SERVER, BITBUCKET, BITBUCKET_SERVER, GITHUB, GITLAB] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

export const AI_PROVIDERS = [CLAUDE, CURSOR, COPILOT, COPILOT_ENTERPRISE_TEAMS] as const;
/** Tools that only report themselves. */
export const TELEMETRY_PROVIDERS = [GEMINI_CLI, CODEX] as const;
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

/** What people write. */
export const GIT_PROVIDER_WORDS = Object.keys(GIT_PROVIDER_NAMES);
export const AI_PROVIDER_WORDS = Object.keys(AI_PROVIDER_NAMES);

const neutralName = (names: Record<string, string>) => (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : value;

/** Takes the vendors' names as well as ours, and says so where neither is given. */
const vendorInput = <const Token extends string>(names: Record<string, string>, tokens: readonly Token[]) =>
  z.preprocess(
    neutralName(names),
    z.enum(tokens, {
      error: `must be one of ${Object.keys(names).join(', ')} (or, as in answers, ${tokens.join(', ')})`,
    }),
  );

export const gitProviderInput = vendorInput(GIT_PROVIDER_NAMES, GIT_PROVIDERS);
export const issueProviderInput = vendorInput(ISSUE_PROVIDER_NAMES, ISSUE_PROVIDERS);
export const aiProviderInput = vendorInput(AI_PROVIDER_NAMES, AI_PROVIDERS);
