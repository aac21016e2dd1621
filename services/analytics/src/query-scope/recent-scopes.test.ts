import { expect, test } from 'vitest';
import { createAskedIdentity, admin as principal, repoAt } from '../testing/asked-identity.ts';
import { createRecentScopes } from './recent-scopes.ts';

function scopes() {
  const world = { ms: 1_000_000, stamp: 1, found: true, repos: [repoAt('web/app', 1)] };
  const { asked, identity } = createAskedIdentity(world);
  const resolve = createRecentScopes(identity, () => new Date(world.ms));
  const pathsOf = async (who = principal) => {
    const read = () => ({ state: Promise.resolve({ stamp: { stamp: world.stamp } }) });
    return (await resolve(who, 'acme', read)).scope.repos.map(({ path }) => path);
  };
  return { asked, world, pathsOf };
}

test('the reports of a page ask once what their path names, and again after a second', async () => {
  const { asked, world, pathsOf } = scopes();
  await Promise.all([pathsOf(), pathsOf(), pathsOf()]);
  world.ms += 900;
  await pathsOf();
  expect(asked).toHaveLength(1);
  world.ms += 200;
  await pathsOf();
  expect(asked).toHaveLength(2);
});

test('a repo whose facts are stored is in the scope of the next report', async () => {
  const { world, pathsOf } = scopes();
  await pathsOf();
  world.repos.push(repoAt('web/other', 2));
  world.stamp += 1;
  expect(await pathsOf()).toEqual(['web/app', 'web/other']);
});

test('what one entity may see is never looked up for another', async () => {
  const { asked, pathsOf } = scopes();
  await pathsOf();
  await pathsOf({ ...principal, entityId: 2 });
  await pathsOf({ ...principal, role: 'super_admin' });
  expect(asked).toEqual(['1 acme', '2 acme', '1 acme']);
});

test('what was not found is found as soon as it is there', async () => {
  const { world, pathsOf } = scopes();
  world.found = false;
  await expect(pathsOf()).rejects.toThrow('names nothing that you can see');
  world.found = true;
  expect(await pathsOf()).toEqual(['web/app']);
});
