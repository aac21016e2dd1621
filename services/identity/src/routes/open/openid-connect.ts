import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { originOf, readCookie, type Site, setCookie } from '@linescope/chassis/principal/session-cookie';
import { Fault, notFound, unauthenticated } from '@linescope/contract/fault';
import { z } from 'zod';
import { admitAccount } from '../../actions/admit-account.ts';
import { startSession } from '../../actions/start-session.ts';
import type { Context } from '../../context.ts';
import { normaliseEntitySlug } from '../../domain/entity-slug.ts';
import { oidcClientContext } from '../../domain/sealed-contexts.ts';
import { returnPath, siteOf } from '../../domain/site-of.ts';
import { hashToken } from '../../domain/token.ts';
import type { ProviderClient, SignInProviders } from '../../sign-in-provider.ts';
import { findOidcClient, findOidcClientOf, insertSignIn, type OidcClient, takeSignIn } from '../../store/oidc.ts';
import {
  cookieNameOf,
  returnTo,
  SESSION_COOKIE,
  SIGN_IN_PAGE,
  sentOn,
  sessionCookie,
  signedIn,
} from './session-answer.ts';

export const OIDC_CALLBACK = '/auth/oidc/callback';
const TEN_MINUTES = 600;

/** Binds the way back to the browser that set out. */
const stateCookieName = (site: Site): string => `${cookieNameOf(site)}_oidc`;

const unreachable = (cause: unknown): Fault =>
  new Fault('response_provider_unreachable', 'The sign-in provider did not answer as it should. Try again later.', {
    cause,
  });

const opened = ({ secretBox }: Context, client: OidcClient): ProviderClient => ({
  issuer: client.issuer,
  clientId: client.clientId,
  clientSecret: secretBox.open(client.sealedClientSecret, oidcClientContext(client.id)),
});

export const startOidcSignIn = (context: Context, providers: SignInProviders) =>
  defineOpenRoute({
    method: 'GET',
    path: '/auth/oidc/start',
    action: 'action_oidc_start',
    summary: "Sign in with the entity's OpenID Connect provider",
    description: 'The browser is sent on to the provider, and comes back to `/auth/oidc/callback`.',
    query: z.object({
      entity: z.string().describe('The slug of the entity, as paths begin with it.'),
      return_to: returnTo,
    }),
    output: sentOn,
    redirects: true,
    setsCookies: 'Ties the sign-in to this browser, for ten minutes.',
    failures: ['response_forbidden', 'response_provider_unreachable'],
    page: SIGN_IN_PAGE,
    async handle({ headers, query }) {
      const site = siteOf(headers);
      const cookie = stateCookieName(site);
      const client = await findOidcClient(context.postgres, normaliseEntitySlug(query.get('entity') ?? ''));
      if (!client) throw notFound('No entity of this name lets people sign in with OpenID Connect.', 'entity');
      const secrets = providers.newSecrets();
      const redirect = await providers
        .authorizationUrl(opened(context, client), `${originOf(site)}${OIDC_CALLBACK}`, secrets)
        .catch((error: unknown) => {
          throw unreachable(error);
        });
      await insertSignIn(context.postgres, hashToken(secrets.state), {
        entityId: client.entityId,
        codeVerifier: secrets.codeVerifier,
        nonce: secrets.nonce,
        returnTo: returnPath(query.get('return_to')),
      });
      const cookies = [setCookie(cookie, secrets.state, site, TEN_MINUTES)];
      return { status: 200, detail: 'Go on to the sign-in provider.', fields: {}, cookies, redirect };
    },
  });

export const finishOidcSignIn = (context: Context, providers: SignInProviders) =>
  defineOpenRoute({
    method: 'GET',
    path: OIDC_CALLBACK,
    action: 'action_session_start',
    summary: 'Come back from the OpenID Connect provider',
    description: 'Called by the browser only, with what the provider says.',
    query: z.object({
      state: z.string().describe('As it was given to the provider.'),
      code: z.string().optional().describe('What the provider exchanges for who signed in.'),
      error: z.string().optional().describe('Why the provider refused.'),
    }),
    output: sentOn,
    redirects: true,
    setsCookies: SESSION_COOKIE,
    failures: ['response_unauthenticated', 'response_forbidden', 'response_provider_unreachable'],
    page: SIGN_IN_PAGE,
    async handle({ headers, query }) {
      const { postgres } = context;
      const site = siteOf(headers);
      const state = query.get('state') ?? '';
      const isSameBrowser = state !== '' && readCookie(headers.get('cookie'), stateCookieName(site)) === state;
      const signIn = isSameBrowser ? await takeSignIn(postgres, hashToken(state)) : null;
      const client = signIn && (await findOidcClientOf(postgres, signIn.entityId));
      if (!client) throw notFound('This sign-in was not begun here, or more than ten minutes ago. Sign in again.');
      if (query.has('error')) throw unauthenticated('The sign-in provider refused. Sign in again.');
      const account = await providers
        .redeem(opened(context, client), new URL(`${originOf(site)}${OIDC_CALLBACK}?${query}`), { ...signIn, state })
        .catch((error: unknown) => {
          throw unreachable(error);
        });
      const secret = await postgres.transaction(async (tx) => {
        const userId = await admitAccount(tx, context.outbox, client, account);
        return startSession(tx, { entityId: client.entityId, userId, by: 'OpenID Connect' });
      });
      const { cookies = [], ...answer } = signedIn(sessionCookie(site, secret), signIn.returnTo);
      return { ...answer, cookies: [...cookies, setCookie(stateCookieName(site), '', site, 0)] };
    },
  });
