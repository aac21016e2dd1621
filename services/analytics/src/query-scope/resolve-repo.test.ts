import { expect, test } from 'vitest';
import { createAskedIdentity, admin as principal, repoAt } from '../testing/asked-identity.ts';
import { createRepoResolver } from './resolve-repo.ts';

const repo = repoAt('web/app', 100);

function resolver() {
  const clock = { ms: 1_000_000, found: true, repos: [repo] };
  const { asked, identity } = createAskedIdentity(clock);
  return { asked, clock, resolve: createRepoResolver(identity, () => new Date(clock.ms)) };
}

test('a repo that is asked about again within half a second is looked up once, and again after a second', async () => {
  const { asked, clock, resolve } = resolver();
  expect(await resolve(principal, 'acme/web/app')).toEqual({ entityId: 1, repo });
  clock.ms += 400;
  await resolve(principal, 'acme/web/app');
  expect(asked).toHaveLength(1);
  clock.ms += 700;
  await resolve(principal, 'acme/web/app');
  expect(asked).toHaveLength(2);
});

test('whoever keeps asking about a repo never waits for its look-up, and reads nothing that is older than a second', async () => {
  const { asked, clock, resolve } = resolver();
  await resolve(principal, 'acme/web/app');
  const begun = clock.ms;
  clock.repos = [repoAt('web/app', 200)];
  clock.ms += 900;
  const [known] = await Promise.all([resolve(principal, 'acme/web/app'), resolve(principal, 'acme/web/app')]);
  expect(known.repo.id).toBe(100);
  await expect.poll(() => asked.length).toBe(2);
  clock.ms = begun + 1_100;
  expect((await resolve(principal, 'acme/web/app')).repo.id).toBe(200);
  expect(asked).toHaveLength(2);
});

test('a repo that was removed is no longer found after a second, however often it is asked about', async () => {
  const { clock, resolve } = resolver();
  await resolve(principal, 'acme/web/app');
  clock.found = false;
  clock.ms += 900;
  await resolve(principal, 'acme/web/app');
  await expect
    .poll(() => resolve(principal, 'acme/web/app').catch((error) => error.message))
    .toContain('names nothing');
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
