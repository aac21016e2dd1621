import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import Provider from 'oidc-provider';
import type { testBrowser, Visited } from './test-browser.ts';

/** Claims of the accounts by the name they sign in with. */
export type Accounts = Record<string, { email: string; email_verified: boolean; name?: string }>;

export const CLIENT = { clientId: 'linescope', clientSecret: 'a-secret-of-the-client' };

/** A real OpenID Connect provider on loopback, whose sign-in page takes any password. */
export async function testOidcProvider(accounts: Accounts, redirectUri: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    cookies: { keys: ['test'] },
  });
  server.on('request', provider.callback());
  removeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { issuer };
}

/** Fills in the provider's pages as a person would: name and password, then consent. */
export async function signInAtProvider(
  browser: ReturnType<typeof testBrowser>,
  start: string,
  account: string,
): Promise<Visited> {
  let page = await browser.visit(start);
  for (let step = 0; step < 3 && page.url.pathname.startsWith('/interaction/'); step++) {
    const prompt = page.text.includes('name="password"') ? 'login' : 'consent';
    const form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: account, password: 'x' } : {}) });
    page = await browser.visit(page.url.href, { method: 'POST', body: form });
  }
  return page;
}
