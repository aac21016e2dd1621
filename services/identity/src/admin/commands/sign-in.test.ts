import { testPostgres } from '@linescope/test-kit/test-postgres';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import { CLIENT, testOidcProvider } from '../../testing/test-oidc-provider.ts';
import { runAdmin } from '../run-admin.ts';

let env: Record<string, string>;
let issuer: string;
beforeAll(async () => {
  const { url } = await testPostgres('identity');
  env = { DATABASE_URL: url, SECRET_KEYS: TEST_SECRET_KEYS, ALLOW_PRIVATE_ADDRESSES: 'true' };
  ({ issuer } = await testOidcProvider({}, 'http://localhost:8080/auth/oidc/callback'));
  await runAdmin(['entity', 'create', 'acme'], env);
});

const set = (given: { issuer?: string; domains?: string }, more: Record<string, string> = {}) =>
  runAdmin(
    [
      ...['oidc', 'set', '--entity', 'acme', '--client-id', CLIENT.clientId],
      ...['--issuer', given.issuer ?? issuer, '--domains', given.domains ?? 'acme.example'],
    ],
    { ...env, OIDC_CLIENT_SECRET: CLIENT.clientSecret, ...more },
  );

test('an operator names a sign-in provider that answers, and domains as people write them', async () => {
  const { stdout } = await set({ domains: '@Acme.example, acme.test' });
  expect(stdout).toBe(`People of acme.example, acme.test sign in to acme at ${issuer} from now on.\n`);
});

test('what nobody could sign in by is refused, and nothing is changed', async () => {
  await set({});
  for (const [given, sentence] of [
    [{ domains: 'acme' }, '--domains must name domains'],
    [{ domains: ' , ' }, '--domains must name domains'],
    [{ issuer: 'http://127.0.0.1:1' }, 'The issuer could not be reached'],
    [{ issuer: 'http://169.254.169.254/' }, 'is not an address that this service may call'],
  ] as const)
    expect((await set(given)).stderr).toContain(sentence);
  const { stdout } = await runAdmin(['oidc', 'remove', '--entity', 'acme'], env);
  expect(stdout).toBe('OpenID Connect is off for acme.\n');
});
