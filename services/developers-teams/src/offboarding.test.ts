import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type DevelopersTeams, startDevelopersTeams } from './testing/start-developers-teams.ts';

/** Rows in every table, so that a table forgotten by offboarding is found. */
async function fill(service: DevelopersTeams, slug: string): Promise<number> {
  const admin = await service.user(slug);
  const { entityId } = admin;
  const repoId = await service.repo(entityId, `${slug}/api`);
  await service.addCommitters(entityId, ['ada', 'bob'], { repoId });
  const ada = await service.user(slug, 'manager', 'ada@acme.example');
  const call = (method: string, path: string, json: unknown, as = admin) => service.call(method, path, { as, json });
  await call('POST', '/developers/record_time_off', {
    resource_path: slug,
    committer_user_name: 'ada',
    start_date: '2026-01-01',
  });
  await call('POST', '/teams', { name: 'Top', manager_members: 'ada', repo_paths: [`${slug}/api`] });
  await call('POST', '/teams', {
    name: 'Low',
    parent_slug: 'top',
    developer_members: ['ada', 'new@acme.example'],
    invite_developers: true,
  });
  const teams = [{ externalId: '1', name: 'Elsewhere', memberIdentifiers: ['unheard'] }];
  await service.rpc.syncTeams({ entityId, externalSourceEm: 'source_hostC', teams });
  const web = [{ externalId: '2', name: 'Top', memberIdentifiers: ['ada'] }];
  await service.rpc.syncTeams({ entityId, externalSourceEm: 'source_tracker_a', teams: web });
  await service.call('PUT', '/teams', { json: { name: 'Low', remove_members: ['ada'] }, as: admin });
  const questions = [{ kind_em: 'rating_1_5', text: 'Well?' }];
  const answers = [{ question_id: 1, value: 5 }];
  for (const isClosed of [true, false]) {
    const { survey } = (await call('POST', '/surveys', { title: 'Pulse', questions, team_slug: 'top' })).body;
    expect((await call('POST', `/surveys/${survey.id}/responses`, { answers }, ada)).status).toBe(201);
    if (isClosed) await call('POST', `/surveys/${survey.id}/close`, {});
  }
  return entityId;
}

test('an entity that leaves takes every row with it, and no row of another', async () => {
  const service = await startDevelopersTeams();
  const { postgres, outbox } = service.context;
  const acme = await fill(service, 'acme');
  const globex = await fill(service, 'globex');
  const tables = await postgres.many(
    z.object({ name: z.string() }),
    `SELECT columns.table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE column_name = 'entity_id' AND table_type = 'BASE TABLE' AND table_schema = current_schema() AND table_name <> 'idempotency_keys'`,
  );
  const rowsOf = async (entityId: number) => {
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const row = await postgres.one(
        z.object({ count: z.number() }),
        `SELECT count(*) AS count FROM ${name} WHERE entity_id = $1`,
        [entityId],
      );
      counts[name] = row.count;
    }
    return counts;
  };
  for (const entityId of [acme, globex])
    await eventually(async () => (await readdir(join(service.dataDir, 'mail', String(entityId)))).length > 0);
  const before = await rowsOf(globex);
  for (const [table, count] of Object.entries(await rowsOf(acme))) expect([table, count > 0]).toEqual([table, true]);
  await service.leave(acme);
  await postgres.transaction((tx) =>
    outbox.add(tx, entityOffboarding, {
      entityId: acme,
      aggregateId: acme,
      aggregateVersion: 1,
      data: { entitySlug: 'acme' },
    }),
  );
  const mailOf = async (entityId: number) =>
    (await readdir(join(service.dataDir, 'mail', String(entityId))).catch(() => [])).length;
  await eventually(async () => Object.values(await rowsOf(acme)).every((count) => count === 0));
  expect([await mailOf(acme), (await mailOf(globex)) > 0]).toEqual([0, true]);
  expect(await rowsOf(globex)).toEqual(before);
});
