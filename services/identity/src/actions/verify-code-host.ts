import { Fault, invalidParameter } from '@linescope/contract/fault';
import { BITBUCKET } from '@linescope/contract/vendors';
import type {
  HostConnection,
  HostDirectory,
  HostOrganization,
  HostUser,
} from '@linescope/providers/code-hosts/code-host';
import { isProviderError, type ProviderError } from '@linescope/providers/errors';
import type { QuotaStore } from '@linescope/providers/pacing/quota-store';
import type { CodeHostAccess } from '../domain/code-host-access.ts';
import { lacksRepoScope } from '../domain/provider-needs.ts';
import type { TokenBudget } from './token-budget.ts';

/** Opens the directory of the host that a connection names; calls are paid from these budgets. */
export type OpenDirectory = (connection: HostConnection, quotas: QuotaStore) => HostDirectory;

export interface VerifiedAccess {
  hostUser: HostUser;
  organizations: HostOrganization[];
  /** Where the host takes the token only with its owner's address. */
  signInEmail: string | null;
}

const DEADLINE_MS = 25_000;

export const hostConnection = (
  id: string,
  access: Omit<CodeHostAccess, 'email'>,
  signInEmail: string | null,
): HostConnection => ({
  id,
  host: access.gitProvider,
  token: access.token,
  email: signInEmail,
  endpoint: access.endpointUrl,
  organization: access.devopsOrganizationName,
  tenantId: access.devopsTenantId,
  expiresAt: access.expiresAt,
});

/** Shows that the token works by asking the host who it is and which organizations it sees. */
export async function verifyCodeHost(
  openDirectory: OpenDirectory,
  access: CodeHostAccess,
  budget: TokenBudget,
): Promise<VerifiedAccess> {
  try {
    return await withDeadline(signIn(openDirectory, access, budget));
  } catch (error) {
    throw isProviderError(error) ? asFault(error) : error;
  }
}

/** Bitbucket takes a person's token together with the person's email, and other tokens alone; only a call shows which it is. */
async function signIn(
  openDirectory: OpenDirectory,
  access: CodeHostAccess,
  { id, quotas }: TokenBudget,
): Promise<VerifiedAccess> {
  const ask = async (signInEmail: string | null) => ({
    ...(await look(openDirectory(hostConnection(id, access, signInEmail), quotas), access)),
    signInEmail,
  });
  if (access.gitProvider !== BITBUCKET) return ask(null);
  try {
    return await ask(access.email);
  } catch (error) {
    if (!isProviderError(error, 'connection_invalid')) throw error;
    return ask(null);
  }
}

async function look(directory: HostDirectory, access: CodeHostAccess): Promise<Omit<VerifiedAccess, 'signInEmail'>> {
  const hostUser = await directory.whoAmI();
  if (lacksRepoScope(access.gitProvider, hostUser.tokenScopes)) {
    throw rejected('The token may not read repositories: it lacks the scope "repo".');
  }
  const organizations: HostOrganization[] = [];
  for await (const page of directory.listOrganizations()) organizations.push(...page.items);
  return { hostUser, organizations };
}

const rejected = (detail: string, cause?: unknown): Fault =>
  new Fault('response_provider_rejected', detail, {
    errors: [{ param: 'git_provider_token', code_em: 'rejected', detail }],
    cause,
  });

const unreachable = (detail: string, cause?: unknown): Fault =>
  new Fault('response_provider_unreachable', detail, { cause });

function asFault(error: ProviderError): Fault {
  switch (error.code) {
    case 'connection_invalid':
    case 'access_denied':
    case 'request_rejected':
      return rejected(error.message, error);
    case 'endpoint_refused':
      return invalidParameter('custom_endpoint_url', error.message);
    case 'not_found':
      return unreachable('The endpoint does not answer as this code host does.', error);
    default:
      return unreachable(error.message, error);
  }
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable('The code host did not answer in time.')), DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
