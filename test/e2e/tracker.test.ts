import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { sampleTracker } from '@linescope/code-host/tracker/sample-tracker';
import { runAdmin } from '@linescope/identity/admin/run-admin';
import { resealTrackerTokens } from '@linescope/imports/actions/reseal-tracker-tokens';
import { rederive } from '@linescope/imports/provider-sync/rederive';
import { readDueTrackers } from '@linescope/imports/provider-sync/trackers/read-trackers';
import { boardsOfTeams } from '@linescope/imports/store/team-boards';
import { endTrackerTurn, trackerContext } from '@linescope/imports/store/trackers';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CODE_HOST_TOKEN, type Stack, startStack } from '../support/start-stack.ts';
import { serveTalkativeRepo } from '../support/talkative-repo.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ IMPORT_WINDOW: 'all' });
  await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
});

test('issues and sprints of a tracker become facts, the same however often it is read', async () => {
  const { context } = stack.imports.started;
  await writeFile(
    join(context.config.DATA_DIR, '..', 'code-host', 'acme', 'tracker.json'),
    JSON.stringify(sampleTracker),
  );
  const tenant = await stack.tenant('tracked');
  const { entityId } = tenant.principal;
  expect((await admin(setLine())).stderr).toBe('');
  await eventually(async () => (await lastErrors()).length === 1);
  const rows = (table: string, columns: string, order: string) =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT ${columns} FROM ${table} FINAL WHERE entity_id = ${entityId} ORDER BY ${order}`,
      row: z.record(z.string(), z.unknown()),
    });
  const { signal } = new AbortController();
  const team = { resource_path: 'tracked', name: 'Sums', project_board_id: '7' };
  expect((await stack.callerOf(tenant).post('/teams', team)).status).toBe(201);
  await eventually(async () => (await boardsOfTeams(context.postgres, entityId)).length === 1);
  await context.postgres.run('UPDATE tracker_connections SET next_at = now()');
  await readDueTrackers(context, signal);
  const issues = await rows('issues', 'key, provider, type, status_category, story_points, epic_key, is_epic', 'key');
  expect(issues.map((row) => row['key'])).toEqual(sampleTracker.issues.map((issue) => issue.key));
  expect(issues.find((row) => row['key'] === 'SUM-2')).toMatchObject({
    provider: 'tracker_a',
    story_points: 5,
    epic_key: 'SUM-1',
    status_category: 'done',
  });
  // Its assignee commits for the first time after the issue was read.
  const assignees = () => rows('issues', 'DISTINCT assignee_name, assignee_committer_id AS id', 'id');
  expect(await assignees()).toEqual([{ assignee_name: 'Ada Lovelace', id: 0 }]);
  const { identityIds } = await context.developersTeams.resolveIdentities({
    entityId,
    identities: [{ name: 'Ada', email: 'Ada@Example.com', gitProviderEm: 'hostC' }],
  });
  await eventually(async () => (await assignees())[0]?.['id'] !== 0);
  expect(await assignees()).toEqual([{ assignee_name: 'Ada Lovelace', id: identityIds[0] }]);

  const days = await rows('sprint_days', 'sprint_id, issue_key, day, member', 'sprint_id, issue_key, day');
  expect(days.length).toBeGreaterThan(0);
  await context.postgres.run('UPDATE tracker_connections SET next_at = now()');
  await readDueTrackers(context, signal);
  expect(await rows('sprint_days', 'sprint_id, issue_key, day, member', 'sprint_id, issue_key, day')).toEqual(days);

  // All of it again from kept answers, without a call.
  const known = await rows('issues', 'key, title, story_points, assignee_committer_id', 'key');
  await context.postgres.run('DELETE FROM provider_state WHERE entity_id = $1', [entityId]);
  stack.codeHost.clearLog();
  expect(await rederive(context, entityId, null, signal)).toMatchObject({ unreadable: 0 });
  expect(stack.codeHost.log()).toEqual([]);
  expect(await rows('issues', 'key, title, story_points, assignee_committer_id', 'key')).toEqual(known);
  expect(await rows('sprint_days', 'sprint_id, issue_key, day, member', 'sprint_id, issue_key, day')).toEqual(days);

  const gone = { resource_path: 'tracked', name: 'Sums', project_board_id: '99' };
  expect((await stack.callerOf(tenant).put('/teams', gone)).status).toBe(200);
  await eventually(async () => (await boardsOfTeams(context.postgres, entityId))[0] === '99');
  await context.postgres.run('UPDATE tracker_connections SET next_at = now()');
  await readDueTrackers(context, signal);
  expect(await lastErrors()).toEqual([{ last_error_em: null }]);
  const api = stack.callerOf(tenant);
  const { unread_parts: unread } = await eventually(async () => {
    const { tracker } = (await api.get('/settings/tracker')).body;
    return tracker.unread_parts.length > 0 && tracker;
  });
  expect(unread).toEqual([
    {
      part_em: 'board',
      part_id: '99',
      error_em: 'not_found',
      error_detail: 'The host has no such resource, or hides it from this token.',
    },
  ]);
  expect((await admin('tracker list --entity tracked')).stdout).toContain('board 99: The host has no such resource');
});

test('a tracker that cannot be read shows why to admins, until it is read again', async () => {
  const { context } = stack.imports.started;
  const api = stack.callerOf(await stack.tenant('tracked'));
  const shown = async () => (await api.get('/settings/tracker')).body.tracker;
  const { signal } = new AbortController();
  const outcome = z.object({ last_read_at: z.date().nullable(), last_error_em: z.string().nullable() });
  /** By this call or by the service's own job, whichever takes the turn. */
  const readAgain = async () => {
    await context.postgres.run(
      'UPDATE tracker_connections SET next_at = now(), last_read_at = NULL, last_error_em = NULL',
    );
    await readDueTrackers(context, signal);
    await eventually(async () => {
      const [row] = await context.postgres.many(outcome, 'SELECT last_read_at, last_error_em FROM tracker_connections');
      return row?.last_read_at || row?.last_error_em;
    });
  };
  const readSince = (began: number) => async () => {
    const tracker = await shown();
    return Date.parse(tracker.last_read_at) >= began && tracker;
  };
  const began = Date.now();
  await readAgain();
  const before = await eventually(readSince(began));
  expect(before).toMatchObject({ last_error_em: null, last_error_detail: null });

  stack.codeHost.setFaults({ revoked_tokens: [CODE_HOST_TOKEN] });
  await readAgain();
  await eventually(async () => (await shown()).last_error_em !== null);
  expect(await lastErrors()).toEqual([{ last_error_em: 'connection_invalid' }]);
  expect(await shown()).toEqual({
    ...before,
    last_error_em: 'connection_invalid',
    last_error_detail: 'The host refused the token: it is unknown, expired or revoked.',
    unread_parts: [],
  });

  stack.codeHost.setFaults({ clear: true });
  const mended = Date.now();
  await readAgain();
  const after = await eventually(readSince(mended));
  expect(after).toEqual({ ...before, last_read_at: after.last_read_at });
});

test('what is read while its tracker is set again says nothing of the new one', async () => {
  const { context } = stack.imports.started;
  const row = z.object({ id: z.number(), version: z.number() });
  const [due] = await context.postgres.many(row, 'SELECT id, version FROM tracker_connections');
  if (!due) throw new Error('no tracker');
  expect((await admin(`${setLine()} --boards 7`)).stderr).toBe('');
  await eventually(async () => {
    const [now] = await context.postgres.many(row, 'SELECT id, version FROM tracker_connections');
    return now?.version !== due.version;
  });
  expect(await endTrackerTurn(context.postgres, due, new Date(), 'connection_invalid')).toBe(false);
  expect(await lastErrors()).toEqual([{ last_error_em: null }]);
});

const setLine = () => `tracker set --entity tracked --endpoint ${stack.codeHost.url}/tracker --email ada@example.com`;

const admin = (line: string) =>
  runAdmin(line.split(' '), {
    DATABASE_URL: stack.identityUrl,
    SECRET_KEYS: TEST_SECRET_KEYS,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    NATS_NAMESPACE: stack.imports.started.context.broker.namespace,
    TRACKER_TOKEN: CODE_HOST_TOKEN,
  });

const lastErrors = () =>
  stack.imports.started.context.postgres.many(
    z.object({ last_error_em: z.string().nullable() }),
    'SELECT last_error_em FROM tracker_connections',
  );

test('a tracker’s token is sealed again with a new key, after which the old key is not needed', async () => {
  const { context } = stack.imports.started;
  const newest = { kid: 'newest', key: randomBytes(32).toString('base64url') };
  const rotated = { ...context, config: { ...context.config, SECRET_KEYS: [newest, ...context.config.SECRET_KEYS] } };
  expect(await resealTrackerTokens(rotated)).toBe(1);
  expect(await resealTrackerTokens(rotated)).toBe(0);
  const row = z.object({ entity_id: z.number(), sealed_token: z.string() });
  const [kept] = await context.postgres.many(row, 'SELECT entity_id, sealed_token FROM tracker_connections');
  const box = createSecretBox([newest]);
  expect(box.open(kept?.sealed_token ?? '', trackerContext(kept?.entity_id ?? 0))).toBe('code-host-token');
});

test('a tracker that the admin command removes is not read any more', async () => {
  expect((await admin('tracker remove --entity tracked')).stdout).toContain('removed');
  await eventually(async () => (await lastErrors()).length === 0);
  expect((await admin('tracker remove --entity tracked')).stderr).toContain('tracked has no tracker.');
});
