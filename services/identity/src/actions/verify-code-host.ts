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
import { runCheck } from './run-check.ts';
import type { TokenBudget } from './token-budget.ts';

/** Opens the directory of the host that a connection names; calls are paid from these budgets, and end with the signal. */
export type OpenDirectory = (connection: HostConnection, quotas: QuotaStore, signal?: AbortSignal) => HostDirectory;

export interface VerifiedAccess {
  hostUser: HostUser;
  organizations: HostOrganization[];
  /** Where the host takes the token only with its owner's address. */
  signInEmail: string | null;
}

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

/** Shows that the token works by asking the host who it is and which organizations it sees; `entityId`: of whoever asks. */
export async function verifyCodeHost(
  openDirectory: OpenDirectory,
  entityId: number,
  access: CodeHostAccess,
  budget: TokenBudget,
): Promise<VerifiedAccess> {
  try {
    return await runCheck(entityId, (deadline) => signIn(openDirectory, access, budget, deadline));
  } catch (error) {
    throw isProviderError(error) ? asFault(error, access.endpointUrl !== null) : error;
  }
}

/** Bitbucket takes a person's token together with the person's email, and other tokens alone; only a call shows which it is. */
async function signIn(
  openDirectory: OpenDirectory,
  access: CodeHostAccess,
  { id, quotas }: TokenBudget,
  deadline: AbortSignal,
): Promise<VerifiedAccess> {
  const ask = async (signInEmail: string | null) => ({
    ...(await look(openDirectory(hostConnection(id, access, signInEmail), quotas, deadline), access)),
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

/** One sentence for whatever another address answers: it must not reveal which services a network has. */
const NOT_A_CODE_HOST = 'The endpoint could not be reached, or does not answer as this code host does.';

function asFault(error: ProviderError, isCustom: boolean): Fault {
  switch (error.code) {
    case 'connection_invalid':
    case 'access_denied':
    case 'request_rejected':
      return rejected(error.message, error);
    case 'endpoint_refused':
      return invalidParameter('custom_endpoint_url', error.message);
    case 'quota_exhausted':
    case 'reading_too_large':
      return unreachable(error.message, error);
    default:
      return unreachable(isCustom || error.code === 'not_found' ? NOT_A_CODE_HOST : error.message, error);
  }
}
