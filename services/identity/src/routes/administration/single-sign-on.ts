import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { booleanInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { link } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { checkSignInProvider } from '../../actions/check-sign-in-provider.ts';
import { setOidcClient } from '../../actions/set-oidc-client.ts';
import type { Context } from '../../context.ts';
import { isEmailDomain, toEmailDomain } from '../../domain/email-domain.ts';
import { oidcClientContext } from '../../domain/sealed-contexts.ts';
import type { SignInProviders } from '../../sign-in-provider.ts';
import { findOidcClientOf, type OidcClient } from '../../store/oidc.ts';
import { urlInput } from '../inputs.ts';
import { OIDC_CALLBACK } from '../open/openid-connect.ts';

const providerRecord = z
  .object({
    issuer: link.describe("The provider's address."),
    client_id: z.string().describe('What the provider calls this service.'),
    allowed_domains: z.array(z.string()).describe('Whose verified email addresses may sign in.'),
    create_members: z.boolean().describe('Whether somebody of these domains who is no user becomes a member.'),
  })
  .meta({ id: 'SingleSignOn', description: 'The client secret is never shown.' });

const output = z.object({
  ...envelopeShape,
  single_sign_on: providerRecord.nullable().describe('Null: nobody signs in with OpenID Connect.'),
  redirect_url: link.describe('The redirect address that the provider must allow.'),
});

const describeClient = (client: Omit<OidcClient, 'sealedClientSecret' | 'id' | 'entityId'>) => ({
  issuer: client.issuer,
  client_id: client.clientId,
  allowed_domains: client.allowedDomains,
  create_members: client.createsMembers,
});

const redirectUrl = (publicBaseUrl: string): string => publicBaseUrl.replace(/(?<!\/)\/+$/, '') + OIDC_CALLBACK;

export const showSingleSignOn = ({ postgres }: Context, publicBaseUrl: string): Route =>
  defineRoute({
    method: 'GET',
    path: '/settings/single_sign_on',
    action: 'action_single_sign_on_show',
    summary: 'Show how people sign in with OpenID Connect',
    description: 'The client secret is never shown.',
    role: 'admin',
    input: z.object({}),
    output,
    async handle(_, { principal }) {
      const client = await findOidcClientOf(postgres, principal.entityId);
      const detail = client ? `People sign in at ${client.issuer}.` : 'Nobody signs in with OpenID Connect.';
      return ok(
        success('action_single_sign_on_show', detail, {
          single_sign_on: client && describeClient(client),
          redirect_url: redirectUrl(publicBaseUrl),
        }),
      );
    },
  });

const domainsInput = stringArrayInput({ maxItems: 100 })
  .transform((domains) => domains.map(toEmailDomain))
  .refine((domains) => domains.length > 0 && domains.every(isEmailDomain), 'must name domains, such as acme.example')
  .meta({ type: 'array', items: { type: 'string' } });

export const setSingleSignOn = (context: Context, providers: SignInProviders, publicBaseUrl: string): Route =>
  defineRoute({
    method: 'PUT',
    path: '/settings/single_sign_on',
    failures: ['response_provider_unreachable'],
    action: 'action_single_sign_on_set',
    summary: 'Let people sign in with OpenID Connect',
    description:
      'The provider is asked for its configuration first, and nothing is changed where it has none. It must allow `redirect_url`. ' +
      'Sessions are for this entity alone, and never a super admin’s.',
    role: 'admin',
    input: z.object({
      issuer: urlInput.describe("The provider's address, such as https://login.example.com."),
      client_id: stringInput({ max: 500 }).describe('What the provider calls this service.'),
      client_secret: stringInput({ max: 4000 })
        .optional()
        .describe(
          'Kept encrypted, never shown. Without it the kept one stays, which needs the same issuer and client_id.',
        ),
      allowed_domains: domainsInput.describe('Whose verified email addresses may sign in, such as acme.example.'),
      create_members: booleanInput
        .default(false)
        .describe('Make a member of somebody of these domains who is no user yet.'),
    }),
    output,
    async handle(given, { principal }) {
      const { entityId } = principal;
      const client = { issuer: given.issuer, clientId: given.client_id };
      const clientSecret = given.client_secret ?? (await keptSecret(context, entityId, client));
      await checkSignInProvider(providers, { ...client, clientSecret });
      const wish = { ...client, allowedDomains: given.allowed_domains, createsMembers: given.create_members };
      await setOidcClient(context, entityId, { ...wish, clientSecret }, `token:${principal.tokenId}`);
      return ok(
        success('action_single_sign_on_set', `People of ${wish.allowedDomains.join(', ')} sign in at ${wish.issuer}.`, {
          single_sign_on: describeClient(wish),
          redirect_url: redirectUrl(publicBaseUrl),
        }),
      );
    },
  });

/** A kept secret goes only to the provider and client that it was given for. */
async function keptSecret(
  { postgres, secretBox }: Context,
  entityId: number,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<string> {
  const kept = await findOidcClientOf(postgres, entityId);
  if (kept?.issuer !== issuer || kept.clientId !== clientId)
    throw invalidParameter('client_secret', 'client_secret is required for this issuer and client_id.', 'missing');
  return secretBox.open(kept.sealedClientSecret, oidcClientContext(kept.id));
}

export const removeSingleSignOn = (context: Context, publicBaseUrl: string): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/settings/single_sign_on',
    action: 'action_single_sign_on_remove',
    summary: 'End signing in with OpenID Connect',
    description: 'The client secret is erased. Sessions that began so go on until they end.',
    role: 'admin',
    input: z.object({}),
    output,
    async handle(_, { principal }) {
      if (!(await setOidcClient(context, principal.entityId, null, `token:${principal.tokenId}`)))
        throw notFound('Nobody signs in with OpenID Connect here.');
      return ok(
        success('action_single_sign_on_remove', 'Nobody signs in with OpenID Connect any more.', {
          single_sign_on: null,
          redirect_url: redirectUrl(publicBaseUrl),
        }),
      );
    },
  });
