import { Fault, invalidParameter } from '@linescope/contract/fault';
import { isProviderError } from '@linescope/providers/errors';
import type { ProviderClient, SignInProviders } from '../sign-in-provider.ts';

/** One sentence for whatever another address answers: it must not reveal which services a network has. */
export async function checkSignInProvider(providers: SignInProviders, client: ProviderClient): Promise<void> {
  try {
    await providers.check(client);
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) throw invalidParameter('issuer', refused.message);
    const detail = 'The issuer could not be reached, or does not answer as an OpenID Connect provider does.';
    const errors = [{ param: 'issuer', code_em: 'rejected' as const, detail }];
    throw new Fault('response_provider_unreachable', detail, { errors, cause: error });
  }
}

/** The guard's refusal, however deep the client of the protocol put it. */
function refusalIn(error: unknown): Error | null {
  if (isProviderError(error, 'endpoint_refused')) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}
