import type { GitProvider } from '@linescope/contract/vendors';

/** What a user gives to connect a code host. */
export interface CodeHostAccess {
  gitProvider: GitProvider;
  token: string;
  email: string;
  endpointUrl: string | null;
  devopsOrganizationName: string | null;
  devopsTenantId: string | null;
  expiresAt: Date | null;
}

/** GitHub's API stands for its server: `https://host` and `https://host/api/v3` are one. */
export const serverAddress = (endpointUrl: string | null): string => (endpointUrl ?? '').replace(/\/api\/v3$/, '');
