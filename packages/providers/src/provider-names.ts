import { type AiProvider, GIT_PROVIDERS, type GITHUB, type GitProvider, type JIRA } from '@linescope/contract/vendors';

/** The vendors that this package reads, by the tokens of the contract. */
export const codeHostNames = GIT_PROVIDERS;
export type CodeHostName = GitProvider;
export type TrackerName = typeof JIRA | typeof GITHUB;
export type AiProviderName = AiProvider;
