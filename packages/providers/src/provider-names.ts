import { type AiProvider, GIT_PROVIDERS, type GitProvider } from '@linescope/contract/vendors';

/** The public API's neutral tokens, here in the words of this library. */
export const codeHostNames = GIT_PROVIDERS;
export type CodeHostName = GitProvider;
export type TrackerName = 'tracker_a' | 'hostC';
export type AiProviderName = AiProvider;
