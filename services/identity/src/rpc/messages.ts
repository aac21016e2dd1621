import type { Handlers } from '@linescope/proto/calls';
import type { IdentityDefinition } from '@linescope/proto/services';
import type { KeptQuota } from '@linescope/providers/pacing/swap-quotas';
import type { Context } from '../context.ts';
import type { Repo } from '../store/resource-tree.ts';
import type { Member } from '../store/users.ts';

export type IdentityHandlers = Handlers<IdentityDefinition>;

export interface RpcContext extends Context {
  /** Of tokens that have no limit of their own. */
  rateLimitPerMinute: number;
}

export const repoMessage = (repo: Repo) => ({
  id: repo.id,
  organizationId: repo.organizationId,
  organizationSlug: repo.organizationSlug,
  slug: repo.slug,
  path: `${repo.organizationSlug}/${repo.slug}`,
  gitProviderEm: repo.gitProviderEm,
  externalId: repo.externalId ?? '',
  defaultBranch: repo.defaultBranch ?? '',
  htmlUrl: repo.htmlUrl ?? '',
});

export const userMessage = (member: Member) => ({
  id: member.id,
  email: member.email,
  userName: member.userName,
  fullName: member.fullName ?? '',
  avatarUrl: member.avatarUrl ?? '',
  role: member.role,
});

export const quotaMessage = ({ key, state, version }: KeptQuota) => ({
  key,
  stateJson: state ? JSON.stringify(state) : '',
  version,
});
