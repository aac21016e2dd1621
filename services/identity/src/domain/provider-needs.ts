import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET_SERVER,
  GITHUB,
  type GitProvider,
} from '@linescope/contract/vendors';

const DEVOPS: GitProvider[] = [AZURE_DEVOPS, AZURE_DEVOPS_SERVER];
const SELF_MANAGED: GitProvider[] = [BITBUCKET_SERVER, AZURE_DEVOPS_SERVER];

/** The parameters that a connection to this host cannot do without, besides those that all need. */
export function neededFor(provider: GitProvider) {
  return {
    git_provider_token_expires_at: DEVOPS.includes(provider),
    devops_organization_name: DEVOPS.includes(provider),
    custom_endpoint_url: SELF_MANAGED.includes(provider),
  };
}

/** A GitHub token names its scopes; one that has some, and none to read repositories, is of no use here. */
export function lacksRepoScope(provider: GitProvider, scopes: string[] | null): boolean {
  if (provider !== GITHUB || scopes === null || scopes.length === 0) return false;
  return !scopes.some((scope) => scope === 'repo' || scope === 'public_repo');
}
