import { teamChanged } from '@linescope/contract/events/developers-teams-events';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startDevelopersTeams } from '../testing/start-developers-teams.ts';
import { republishTeams } from './republish-teams.ts';

const service = await startDevelopersTeams();
const { context } = service;
const { postgres } = context;
const admin = await service.user('acme');
await service.addCommitters(admin.entityId, ['ada', 'bob']);
await service.user('acme', 'manager', 'ada@acme.example');

const make = (name: string, more: object = {}) =>
  service.call('POST', '/teams', { as: admin, json: { name, manager_members: 'ada', ...more } });
const versions = () =>
  postgres.many(
    z.object({ slug: z.string(), version: z.number(), told_version: z.number() }),
    'SELECT slug, version, told_version FROM teams WHERE NOT is_default ORDER BY id',
  );

test('teams that an older unit published last are published once more, whole and newer than before', async () => {
  for (const name of ['Core', 'Edge', 'Rest']) expect((await make(name)).status).toBe(201);
  expect(await republishTeams(context)).toBe(0);
  // As before the upgrade: all were published, by a unit that says less. One more is changed by such a unit meanwhile.
  await postgres.run('UPDATE teams SET told_version = 0 WHERE slug = $1', ['core']);
  await postgres.run('UPDATE teams SET version = version + 1 WHERE slug = $1', ['edge']);
  const before = await versions();
  const received = service.collect(teamChanged);
  // Two replicas look at once.
  const published = await Promise.all([republishTeams(context), republishTeams(context)]);
  expect(published[0] + published[1]).toBe(2);
  await eventually(() => received.length === 2);
  expect(received.map(({ slug }) => slug).toSorted()).toEqual(['core', 'edge']);
  for (const team of received) {
    expect([team.externalSourceEm, team.managerUserIds.length, team.removed]).toEqual([
      'source_api_instantiated',
      1,
      false,
    ]);
  }
  expect(await versions()).toEqual(
    before.map(({ slug, version }) => {
      const now = slug === 'rest' ? version : version + 1;
      return { slug, version: now, told_version: now };
    }),
  );
  expect(await republishTeams(context)).toBe(0);
});
