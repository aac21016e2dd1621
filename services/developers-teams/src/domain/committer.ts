import type { PROCESSING_STATUSES } from '@linescope/contract/enums';
import type { GitIdentity } from './identity.ts';

export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

export interface Committer {
  id: number;
  entityId: number;
  primaryId: number;
  userName: string;
  fullName: string;
  email: string | null;
  gitProviderEm: string | null;
  gitProviderId: string | null;
  avatarUrl: string | null;
  bot: boolean;
  processingStatusEm: ProcessingStatus;
  userId: number | null;
  lastAuthoredAt: Date | null;
  lastCommittedAt: Date | null;
  partedByHand: boolean;
  version: number;
}

/** A committer with all identities uses one seat; only those who are not processed use none. */
export const usesSeat = (status: ProcessingStatus): boolean => status !== 'not_processing';

/** The seat is the person's, not each identity's. */
export const hasSeat = ({ id, primaryId, processingStatusEm }: Committer): boolean =>
  primaryId === id && usesSeat(processingStatusEm);

/** How a new committer starts: bots are listed and score nothing; past the seat limit nobody is processed. */
export function firstStatus(bot: boolean, seatsLeft: number): ProcessingStatus {
  if (seatsLeft <= 0) return 'not_processing';
  return bot ? 'limited_processing' : 'processing_stats';
}

/** Whether the identity has something that the committer has not: an account, another avatar, a later time. */
export function addsTo(committer: Committer, identity: GitIdentity, gitProviderId: string | null): boolean {
  const isLater = (seen: Date | null, known: Date | null) => seen !== null && (known === null || seen > known);
  return (
    (committer.gitProviderEm === null && identity.gitProviderEm !== null) ||
    (committer.gitProviderId === null && gitProviderId !== null) ||
    (identity.avatarUrl !== null && identity.avatarUrl !== committer.avatarUrl) ||
    isLater(identity.lastAuthoredAt, committer.lastAuthoredAt) ||
    isLater(identity.lastCommittedAt, committer.lastCommittedAt)
  );
}
