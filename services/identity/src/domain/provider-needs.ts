import type { GitProvider } from '@linescope/contract/vendors';

const DEVOPS: GitProvider[] = ['devops_suite', 'devops_suite_on_prem'];
const SELF_MANAGED: GitProvider[] = ['hostB_server', 'devops_suite_on_prem'];

/** The parameters that a connection to this host cannot do without, besides those that all need. */
export function neededFor(provider: GitProvider) {
  return {
    git_provider_token_expires_at: DEVOPS.includes(provider),
    devops_organization_name: DEVOPS.includes(provider),
    custom_endpoint_url: SELF_MANAGED.includes(provider),
  };
}

/** A token of `hostC` names its scopes; one that has some, and none to read repositories, is of no use here. */
export function lacksRepoScope(provider: GitProvider, scopes: string[] | null): boolean {
  if (provider !== 'hostC' || scopes === null || scopes.length === 0) return false;
  return !scopes.some((scope) => scope === 'repo' || scope === 'public_repo');
}
