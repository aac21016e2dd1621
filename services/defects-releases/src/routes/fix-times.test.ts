import { isDeepStrictEqual } from 'node:util';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { commitsStored } from '@linescope/contract/events/imports-events';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { APP, type DefectsReleases, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
beforeAll(async () => {
  service = await startDefectsReleases();
});

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 5, day, hour)).toISOString();
const human = (day: number, hour = 0) => `June ${day}, 2026 ${String(hour).padStart(2, '0')}:00 UTC`;
const sha = (mark: string) => mark.padEnd(40, '0');

let marks = 0;
/** A defect of 31 May 10:00, and a commit of 1 June 00:00 that fixes it. */
async function begin(isImported = true) {
  marks += 1;
  const key = `FIX-${marks}`;
  const commit = sha(`f${marks}`);
  if (isImported) addCommit(commit);
  await record('/critical_defects', { defect_key: key, detected_at: '2026-05-31T10:00:00Z' });
  return {
    key,
    commit,
    fix: (fields: Record<string, string> = {}) =>
      record('/critical_defects', { defect_key: key, fix_released_sha: commit, ...fields }),
    release: (name: string, day: number, fields: Record<string, string> = {}) =>
      record('/releases', {
        name: `${key} ${name}`,
        release_sha: commit,
        released_at: at(day, 12),
        'defect_keys[]': key,
        ...fields,
      }),
    read: () => read(key),
  };
}

const addCommit = (commit: string) =>
  service.commits.push({
    repoId: APP.id,
    sha: commit,
    authoredAt: at(1),
    committedAt: at(1, 1),
    onDefaultBranch: true,
  });

const record = (path: string, fields: Record<string, string>) =>
  service.call('POST', path, { form: { resource_path: 'acme/web/app', ...fields } });

async function read(key: string) {
  const { body } = await service.call('GET', '/critical_defects?resource_path=acme&start_date=2026-01-01&per_page=100');
  const found = body.critical_defects.find((one: { defectKey: string }) => one.defectKey === key);
  return { first: found.firstFixReleasedAt, resolved: found.resolvedAt, minutes: found.minutesToResolved };
}

/** What the last event of the defect says of its fixes. */
async function published(key: string) {
  const rows = await service.started.context.postgres.many(
    z.object({ payload: z.object({ data: z.unknown() }) }),
    "SELECT payload FROM outbox WHERE payload->'data'->>'defectKey' = $1 ORDER BY id DESC LIMIT 1",
    [key],
  );
  return rows[0]?.payload.data;
}

let stored = 0;
async function store(commit: string): Promise<void> {
  stored += 1;
  const { broker } = service.started;
  const id = `stored:${stored}`;
  const event = {
    id,
    type: commitsStored.type,
    entityId: 1,
    aggregateId: '1',
    aggregateVersion: 0,
    occurredAt: new Date().toISOString(),
    data: { repoId: APP.id, shas: [commit], completesRun: false },
  };
  const subject = eventSubject(broker.namespace, commitsStored, 1);
  await publishRaw(broker, subject, Buffer.from(JSON.stringify(event)), { messageId: id });
}

const BOTH = { first: human(1), resolved: human(4, 12), minutes: 5_880 };

describe('a commit that a fix call names and a release carries', () => {
  test('is fixed first by the commit, and resolved by the release, in whatever order they come', async () => {
    const one = await begin();
    await one.fix();
    expect(await one.read()).toEqual({ first: human(1), resolved: human(1), minutes: 840 });
    await one.release('v1', 4);
    expect(await one.read()).toEqual(BOTH);

    const other = await begin();
    await other.release('v1', 4);
    expect(await other.read()).toMatchObject({ first: human(4, 12), resolved: human(4, 12) });
    await other.fix();
    expect(await other.read()).toEqual(BOTH);
  });

  test('200: the same calls again change nothing', async () => {
    const { fix, release, read } = await begin();
    expect([(await fix()).status, (await fix()).status]).toEqual([201, 200]);
    expect([(await release('v1', 4)).status, (await release('v1', 4)).status]).toEqual([201, 200]);
    expect([(await fix()).status, await read()]).toEqual([200, BOTH]);
  });

  test('is resolved by the latest of the releases that carry it', async () => {
    const { release, read } = await begin();
    await release('v1', 4);
    await release('v2', 8);
    expect(await read()).toMatchObject({ first: human(4, 12), resolved: human(8, 12) });
    await release('v0', 2);
    expect(await read()).toMatchObject({ first: human(2, 12), resolved: human(8, 12) });
  });

  test('201: is resolved now where a later call says so, which said twice is once', async () => {
    const { fix, read } = await begin();
    await fix();
    const now = await fix({ fix_released_now: 'true' });
    expect([now.status, now.body.response_detail]).toEqual([201, 'The fix was recorded.']);
    const resolved = await read();
    expect([resolved.first, resolved.resolved]).toEqual([human(1), expect.not.stringMatching('June 1,')]);
    expect((await fix({ fix_released_now: 'true' })).status).toBe(200);
    expect([(await fix()).status, await read()]).toEqual([200, resolved]);
  });

  test('keeps the commit’s time where “now” was said before it', async () => {
    const { fix, read } = await begin();
    await fix({ fix_released_now: 'true' });
    const { resolved } = await read();
    expect((await fix()).status).toBe(201);
    expect(await read()).toMatchObject({ first: human(1), resolved });
  });

  test('is published with each time at which it was released', async () => {
    const { key, commit, fix, release } = await begin();
    await fix();
    await release('v1', 4);
    const fixed = { repoId: APP.id, sha: commit };
    expect(await published(key)).toMatchObject({
      firstFixReleasedAt: at(1),
      finalFixReleasedAt: at(4, 12),
      resolvedAt: at(4, 12),
      fixes: [
        { ...fixed, releasedAt: at(1) },
        { ...fixed, releasedAt: at(4, 12) },
      ],
      fixCommits: [fixed],
    });
  });

  test('gets its times when the commit arrives, in whatever order they were recorded', async () => {
    const one = await begin(false);
    await one.fix();
    await one.release('v1', 4);
    const other = await begin(false);
    await other.release('v1', 4);
    await other.fix();
    const released = await begin(false);
    await released.fix({ fix_released_now: 'true' });
    await released.release('v1', 4, { released_at: '' });
    for (const { commit } of [one, other, released]) {
      addCommit(commit);
      await store(commit);
    }
    for (const { read } of [one, other]) await eventually(async () => isDeepStrictEqual(await read(), BOTH));
    await eventually(async () => (await released.read()).first === human(1));
    expect((await released.read()).resolved).not.toBe(human(1));
  });
});

describe('a release that carried the fix and is removed', () => {
  const remove = async (released: Awaited<ReturnType<typeof record>>) =>
    expect((await service.call('DELETE', `/releases/${released.body.release.id}`)).status).toBe(200);

  test('takes its own time, and leaves that of the fix call', async () => {
    const one = await begin();
    await one.fix();
    await remove(await one.release('v1', 4));
    expect(await one.read()).toMatchObject({ first: human(1), resolved: human(1) });
    const other = await begin();
    const released = await other.release('v1', 4);
    await other.fix();
    await remove(released);
    expect(await other.read()).toMatchObject({ first: human(1), resolved: human(1) });
  });

  test('leaves the time of another release of the commit', async () => {
    const { release, read } = await begin();
    const first = await release('v1', 4);
    const second = await release('v2', 8);
    await remove(first);
    expect(await read()).toMatchObject({ first: human(8, 12), resolved: human(8, 12) });
    await remove(second);
    expect(await read()).toMatchObject({ first: null, resolved: null });
  });
});

test('a release by time keeps it when its commit proves to be one that a fix call named', async () => {
  const { key, fix, read } = await begin(false);
  await fix();
  service.analytics.available = false;
  await record('/releases', { name: 'by-time', released_at: at(1, 12), 'defect_keys[]': key });
  service.analytics.available = true;
  const commit = sha(`f${marks}`);
  service.commits.length = 0;
  addCommit(commit);
  await store(commit);
  await eventually(async () => {
    const { body } = await service.call('GET', '/releases?resource_path=acme&start_date=2026-01-01&per_page=100');
    return body.releases.some(
      (one: { name: string; release_sha: string }) => one.name === 'by-time' && one.release_sha === commit,
    );
  });
  expect(await read()).toMatchObject({ first: human(1), resolved: human(1, 12) });
});

describe('a defect whose fixes an older version added up', () => {
  const asBefore = async (key: string, linked: boolean) => {
    const { postgres } = service.started.context;
    await postgres.run(
      'UPDATE defects SET final_fix_released_at = first_fix_released_at, commits_linked = $2 WHERE defect_key = $1',
      [key, linked],
    );
  };

  test('is right once it is recorded again', async () => {
    const { key, fix, release, read } = await begin();
    await fix();
    await release('v1', 4);
    for (const send of [() => fix(), () => release('v1', 4)]) {
      await asBefore(key, true);
      expect(await read()).toMatchObject({ first: human(1), resolved: human(1) });
      expect((await send()).status).toBe(200);
      expect(await read()).toEqual(BOTH);
    }
  });

  test('is right once its commits were looked up again after the upgrade', async () => {
    const { key, release, read } = await begin();
    await release('v1', 4);
    await release('v2', 8);
    await asBefore(key, false);
    service.started.context.wakeLinking();
    await eventually(async () => (await read()).resolved === human(8, 12));
  });
});
