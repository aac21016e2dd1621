import { invalidParameter } from '@linescope/contract/fault';
import { registerRepo as register } from '../actions/register-repo.ts';
import { type IdentityHandlers, type RpcContext, repoMessage } from './messages.ts';

export const registerRepo =
  ({ postgres, outbox }: RpcContext): IdentityHandlers['registerRepo'] =>
  async (request) => {
    if (request.organizationSlug === '') throw invalidParameter('organization_slug', 'organization_slug is required.');
    if (request.repoSlug === '') throw invalidParameter('repo_slug', 'repo_slug is required.');
    const repo = await postgres.transaction((tx) =>
      register(tx, outbox, {
        entityId: request.entityId,
        gitProviderEm: request.gitProviderEm,
        organizationSlug: request.organizationSlug,
        repoSlug: request.repoSlug,
        externalId: request.externalId || null,
        defaultBranch: request.defaultBranch || null,
        htmlUrl: request.htmlUrl || null,
      }),
    );
    return { repo: repoMessage(repo) };
  };
