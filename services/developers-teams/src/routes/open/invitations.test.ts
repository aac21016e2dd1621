import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import type { Principal } from '@linescope/contract/principal';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mailNextInvitation } from '../../jobs/mail-invitations.ts';
import { type DevelopersTeams, startDevelopersTeams } from '../../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
const teams = (method: string, json: Record<string, unknown>, as = admin) =>
  service.call(method, '/teams', { as, json });
const team = async (name: string) => (await service.call('GET', `/teams?name=${name}`, { as: admin })).body.team;

/** The link in the newest mail to this address, as the invited would open it. */
async function linkTo(email: string, after = ''): Promise<string> {
  return eventually(async () => {
    const folder = join(service.dataDir, 'mail');
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.eml')) continue;
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('=\n', '').replaceAll('=3D', '=');
      const [, path] = /\n(?:https?:\/\/[^/]+)(\/invitations\/\S+)/.exec(text) ?? [];
      if (text.includes(`To: ${email}`) && path && path !== after) return path;
    }
    return null;
  });
}
const open = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}${path}`, { method, headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  await service.addCommitters(admin.entityId, ['ada', 'bob']);
});

describe('an invitation', () => {
  test('of a developer links them to who they are; the link works once', async () => {
    await teams('POST', { name: 'Core', developer_members: ['ada'], invite_developers: true });
    const link = await linkTo('ada@acme.example');
    // Reading changes nothing, as often as a mail scanner likes.
    expect((await open('GET', link)).status).toBe(200);
    const page = await open('GET', link, { accept: 'text/html' });
    expect([page.type, page.text.includes('<form method="post">')]).toEqual(['text/html; charset=utf-8', true]);
    const accepted = await open('POST', link);
    expect([accepted.status, JSON.parse(accepted.text).action_em]).toEqual([200, 'action_invitation_accepted']);
    const listed = await service.call('GET', '/developers?committer_user_name=ada', { as: admin });
    const { users } = await service.identity.findUsers({ entityId: admin.entityId, identifiers: ['ada@acme.example'] });
    expect(listed.body.committers[0].user_id).toBe(users[0]?.id);
    expect(users[0]?.role).toBe('member');
    expect((await open('POST', link)).status).toBe(409);
    expect((await open('GET', link)).status).toBe(409);
  });

  test('of somebody unknown makes them a member of the team when they accept, not before', async () => {
    await teams('PUT', { name: 'Core', developer_members: ['new@acme.example'], invite_developers: true });
    expect((await team('Core')).committers_total_count).toBe(1);
    expect((await open('POST', await linkTo('new@acme.example'))).status).toBe(200);
    expect((await team('Core')).committers_seated).toEqual(['ada', 'new']);
    // Whoever joined is not invited again.
    const answer = await teams('PUT', { name: 'Core', developer_members: ['new'], invite_developers: true });
    expect(answer.status).toBe(200);
  });

  test('of a manager makes them one', async () => {
    await teams('PUT', { name: 'Core', manager_members: ['boss@acme.example'], invite_managers: true });
    expect((await open('POST', await linkTo('boss@acme.example'))).status).toBe(200);
    const { users } = await service.identity.findUsers({
      entityId: admin.entityId,
      identifiers: ['boss@acme.example'],
    });
    expect(users[0]?.role).toBe('manager');
    expect((await team('Core')).managers.map((one: { user_name: string }) => one.user_name)).toEqual(['boss']);
  });

  test('by a manager reaches one who is not a developer yet; one who is joins at once', async () => {
    const boss = await service.user('acme', 'manager', 'boss@acme.example');
    const change = { name: 'Core', developer_members: ['fresh@acme.example'] };
    expect((await teams('PUT', change, boss)).status).toBe(400);
    expect((await teams('PUT', { ...change, invite_developers: true }, boss)).status).toBe(200);
    expect((await open('POST', await linkTo('fresh@acme.example'))).status).toBe(200);
    expect((await team('Core')).committers_seated).not.toContain('bob');
    expect((await teams('PUT', { name: 'Core', developer_members: ['bob'] }, boss)).status).toBe(200);
    expect((await team('Core')).committers_seated).toContain('bob');
  });

  test('that is renewed ends the older link; one that is forged, altered or expired opens nothing', async () => {
    await teams('PUT', { name: 'Core', developer_members: ['late@acme.example'], invite_developers: true });
    const first = await linkTo('late@acme.example');
    const { now } = service.context;
    service.context.now = () => new Date(now().getTime() + 86_400_000);
    await teams('PUT', { name: 'Core', developer_members: ['late@acme.example'], invite_developers: true });
    const second = await linkTo('late@acme.example', first);
    expect((await open('POST', first)).status).toBe(404);
    service.context.now = () => new Date(now().getTime() + 30 * 86_400_000);
    expect(JSON.parse((await open('POST', second)).text).response_detail).toContain('expired');
    service.context.now = now;
    const later = second.replace(/\.(\d+)\./, (_all, seconds) => `.${Number(seconds) + 1}.`);
    for (const forged of [later, `${second}x`, '/invitations/1.1.x', '/invitations/%00'])
      expect((await open('POST', forged)).status).toBe(404);
  });

  test('is mailed once, however often somebody is named within the hour', async () => {
    const name = () =>
      teams('PUT', { name: 'Core', developer_members: ['often@acme.example'], invite_developers: true });
    await name();
    const link = await linkTo('often@acme.example');
    const state = () =>
      service.context.postgres.one(
        z.object({ sent_at: z.date().nullable(), expires_at: z.date() }),
        "SELECT sent_at, expires_at FROM invitations WHERE email = 'often@acme.example'",
      );
    await eventually(async () => (await state()).sent_at);
    const before = await state();
    for (let time = 0; time < 3; time += 1) expect((await name()).status).toBe(200);
    expect(await state()).toEqual(before);
    expect((await open('GET', link)).status).toBe(200);
  });

  test('can be open for a thousand people of an entity at a time, not for more', async () => {
    const many = (from: number) => Array.from({ length: 600 }, (_, index) => `p${from + index}@crowd.example`);
    const crowd = await service.user('crowd');
    const invite = (from: number) =>
      teams('POST', { name: `T${from}`, developer_members: many(from), invite_developers: true }, crowd);
    expect((await invite(0)).status).toBe(201);
    expect((await invite(600)).status).toBe(409);
    await service.context.postgres.run("DELETE FROM invitations WHERE email LIKE '%@crowd.example'");
  });

  test('is mailed without a transaction: a mail server that does not answer holds up no row', async () => {
    // A database of its own, where no worker of the service is faster.
    const postgres = createPostgres((await testPostgres('developers-teams')).url);
    removeAfterFile(() => postgres.close());
    await migratePostgres(postgres, fileURLToPath(new URL('../../../migrations/', import.meta.url)));
    const context = { ...service.context, postgres };
    const mailing = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const mailed: string[] = [];
    const slow = async ({ to }: { to: string }) => {
      mailed.push(to);
      asked.resolve();
      await mailing.promise;
    };
    await context.postgres.run(
      `INSERT INTO invitations (entity_id, email, as_em, invited_by, expires_at)
       VALUES ($1, 'slow@acme.example', 'developer', 1, now() + interval '1 day')`,
      [admin.entityId],
    );
    const sending = mailNextInvitation(context, slow);
    await asked.promise;
    await context.postgres.transaction(async (tx) => {
      await tx.run("SELECT 1 FROM invitations WHERE email = 'slow@acme.example' FOR UPDATE NOWAIT");
    });
    // Another replica does not send it meanwhile.
    expect(await mailNextInvitation(context, slow)).toBe(false);
    mailing.resolve();
    expect([await sending, mailed]).toEqual([true, ['slow@acme.example']]);
  });

  test('without an address to send to is an error, and nothing changes', async () => {
    await service.rpc.resolveIdentities({
      entityId: admin.entityId,
      identities: [{ name: 'zed', email: 'zed@users.noreply.github.com' }],
    });
    const answer = await teams('PUT', { name: 'Core', developer_members: ['zed', 'unheard'], invite_developers: true });
    expect(answer.body.errors.map((error: { detail: string }) => error.detail)).toEqual([
      'developer_members needs an email to invite zed.',
      'developer_members needs an email to invite unheard.',
    ]);
  });
});

test('the API document says how an invitation is shown and accepted, without a token', async () => {
  const document = await (await fetch(`${service.serviceUrl}/openapi.json`)).text();
  const { paths } = JSON.parse(document);
  expect(paths['/invitations/{token}']).toMatchObject({ get: { security: [] }, post: { security: [] } });
});
