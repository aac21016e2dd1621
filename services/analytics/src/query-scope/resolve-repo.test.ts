import { expect, test } from 'vitest';
import { createAskedIdentity, admin as principal, repoAt } from '../testing/asked-identity.ts';
import { createRepoResolver } from './resolve-repo.ts';

const repo = repoAt('web/app', 100);

function resolver() {
  const clock = { ms: 1_000_000, found: true, repos: [repo] };
  const { asked, identity } = createAskedIdentity(clock);
  return { asked, clock, resolve: createRepoResolver(identity, () => new Date(clock.ms)) };
}

test('a repo that is asked about again within a second is looked up once, and again after it', async () => {
  const { asked, clock, resolve } = resolver();
  expect(await resolve(principal, 'acme/web/app')).toEqual({ entityId: 1, repo });
  clock.ms += 900;
  await resolve(principal, 'acme/web/app');
  expect(asked).toHaveLength(1);
  clock.ms += 200;
  await resolve(principal, 'acme/web/app');
  expect(asked).toHaveLength(2);
});

test('what one entity may see is never looked up for another', async () => {
  const { asked, resolve } = resolver();
  await resolve(principal, 'acme/web/app');
  await resolve({ ...principal, entityId: 2 }, 'acme/web/app');
  await resolve({ ...principal, role: 'super_admin' }, 'acme/web/app');
  expect(asked).toEqual(['1 acme/web/app', '2 acme/web/app', '1 acme/web/app']);
});

test('a repo that was not found is found as soon as it is there', async () => {
  const { clock, resolve } = resolver();
  clock.found = false;
  await expect(resolve(principal, 'acme/web/app')).rejects.toThrow('names nothing that you can see');
  clock.found = true;
  expect(await resolve(principal, 'acme/web/app')).toEqual({ entityId: 1, repo });
});
