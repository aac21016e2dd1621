import { isoTimestamp } from '@linescope/contract/date-time';
import type { Handlers } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';
import type { Committer } from '../domain/committer.ts';

export type DevelopersTeamsHandlers = Handlers<DevelopersTeamsDefinition>;

const at = (time: Date | null): string => (time ? isoTimestamp(time) : '');

export const committerMessage = (committer: Committer) => ({
  id: committer.id,
  primaryId: committer.primaryId,
  userName: committer.userName,
  fullName: committer.fullName,
  email: committer.email ?? '',
  gitProviderId: committer.gitProviderId ?? '',
  processingStatusEm: committer.processingStatusEm,
  userId: committer.userId ?? 0,
  avatarUrl: committer.avatarUrl ?? '',
  bot: committer.bot,
  lastCommitAuthoredAt: at(committer.lastAuthoredAt),
  lastCommitCommittedAt: at(committer.lastCommittedAt),
});
