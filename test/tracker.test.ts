import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { sampleTracker } from '@linescope/code-host/tracker/sample-tracker';
import { putTracker, trackerContext } from '@linescope/imports/store/trackers';
import { readDueTrackers } from '@linescope/imports/trackers/read-trackers';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from './src/start-stack.ts';
import { serveTalkativeRepo } from './src/talkative-repo.ts';

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
  await putTracker(context.postgres, entityId, {
    endpointUrl: `${stack.codeHost.url}/tracker`,
    email: 'ada@example.com',
    sealedToken: createSecretBox(context.config.SECRET_KEYS).seal('code-host-token', trackerContext(entityId)),
    boardIds: ['7'],
  });
  const rows = (table: string, columns: string, order: string) =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT ${columns} FROM ${table} FINAL WHERE entity_id = ${entityId} ORDER BY ${order}`,
      row: z.record(z.string(), z.unknown()),
    });
  const { signal } = new AbortController();
  await readDueTrackers(context, signal);
  const issues = await rows('issues', 'key, provider, type, status_category, story_points, epic_key, is_epic', 'key');
  expect(issues.map((row) => row['key'])).toEqual(sampleTracker.issues.map((issue) => issue.key));
  expect(issues.find((row) => row['key'] === 'SUM-2')).toMatchObject({
    provider: 'tracker_a',
    story_points: 5,
    epic_key: 'SUM-1',
    status_category: 'done',
  });
  const days = await rows('sprint_days', 'sprint_id, issue_key, day, member', 'sprint_id, issue_key, day');
  expect(days.length).toBeGreaterThan(0);
  await context.postgres.run('UPDATE tracker_connections SET next_at = now()');
  await readDueTrackers(context, signal);
  expect(await rows('sprint_days', 'sprint_id, issue_key, day, member', 'sprint_id, issue_key, day')).toEqual(days);

  stack.codeHost.setFaults({ revoked_tokens: ['code-host-token'] });
  await context.postgres.run('UPDATE tracker_connections SET next_at = now()');
  await readDueTrackers(context, signal);
  const errors = await context.postgres.many(
    z.object({ last_error_em: z.string().nullable() }),
    'SELECT last_error_em FROM tracker_connections',
  );
  expect(errors).toEqual([{ last_error_em: 'connection_invalid' }]);
});
