import { createTransport, type Egress } from '@linescope/providers/pacing/transport';
import * as oidc from 'openid-client';

/** What a provider says of who signed in. */
export interface SignedInAccount {
  issuer: string;
  subject: string;
  /** Null where the provider does not vouch for it. */
  verifiedEmail: string | null;
  fullName: string | null;
}

export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** OpenID Connect providers, as customers name them: every request to one passes the same guard as those to code hosts. */
export interface SignInProviders {
  newSecrets(): SignInSecrets;
  /** Asks the provider for its configuration; fails where it has none, or is no address that may be called. */
  check(client: ProviderClient): Promise<void>;
  /** Where the browser goes to sign in: code flow, with PKCE, state and nonce. */
  authorizationUrl(client: ProviderClient, redirectUri: string, secrets: SignInSecrets): Promise<string>;
  /** Who came back, by the address they came back to. */
  redeem(client: ProviderClient, returnedTo: URL, secrets: SignInSecrets): Promise<SignedInAccount>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 1024 * 1024;

export function openSignInProviders(egress: Egress): SignInProviders {
  const transport = createTransport({ ...egress, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  const guardedFetch: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
    const answer = await transport({
      method,
      url: new URL(url),
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
    });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
  const configure = (client: ProviderClient) =>
    oidc.discovery(new URL(client.issuer), client.clientId, client.clientSecret, undefined, {
      [oidc.customFetch]: guardedFetch,
      // Plain http only where the operator allows private addresses; the guard refuses it elsewhere.
      ...(egress.allowPrivateAddresses ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
  return {
    newSecrets: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }),
    check: async (client) => void (await configure(client)),
    async authorizationUrl(client, redirectUri, { state, nonce, codeVerifier }) {
      const url = oidc.buildAuthorizationUrl(await configure(client), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async redeem(client, returnedTo, { state, nonce, codeVerifier }) {
      const configuration = await configure(client);
      const tokens = await oidc.authorizationCodeGrant(configuration, returnedTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no identity token');
      const email = typeof claims['email'] === 'string' ? claims : await userInfo(configuration, tokens, claims.sub);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: email['email_verified'] === true && typeof email['email'] === 'string' ? email['email'] : null,
        fullName: typeof email['name'] === 'string' ? email['name'] : null,
      };
    },
    close: async () => transport[Symbol.asyncDispose](),
  };
}

/** Many providers give the email only here. */
const userInfo = (
  configuration: oidc.Configuration,
  tokens: { access_token: string },
  subject: string,
): Promise<Record<string, unknown>> => oidc.fetchUserInfo(configuration, tokens.access_token, subject);
