import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import type { EventDefinition } from '@linescope/contract/events/define-event';
import { commitsStored, pullRequestsStored } from '@linescope/contract/events/imports-events';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { APP, type DefectsReleases, startDefectsReleases, type TestCommit } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
beforeAll(async () => {
  service = await startDefectsReleases();
});

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 8, day, hour)).toISOString();
const human = (day: number, hour = 0) => `September ${day}, 2026 ${String(hour).padStart(2, '0')}:00 UTC`;
const sha = (mark: string) => mark.padEnd(40, '0');

const record = (path: string, fields: Record<string, string>) =>
  service.call('POST', path, { form: { resource_path: 'acme/web/app', ...fields } });
const defect = (fields: Record<string, string>) => record('/critical_defects', fields);
const release = (fields: Record<string, string>) => record('/releases', fields);

function addCommit(mark: string, day: number, over: Partial<TestCommit> = {}): void {
  const authoredAt = at(day);
  service.commits.push({
    repoId: APP.id,
    sha: sha(mark),
    authoredAt,
    committedAt: at(day, 6),
    onDefaultBranch: true,
    ...over,
  });
}

async function read(key: string) {
  const { body } = await service.call('GET', '/critical_defects?resource_path=acme');
  const found = body.critical_defects.find((one: { defectKey: string }) => one.defectKey === key);
  const hours = Object.fromEntries(
    found.timelineHours.map((step: { key: string; hours: number | null }) => [step.key, step.hours]),
  );
  return { activity: found.firstFixActivityAt, merged: hours.first_fix_merged_at, resolved: found.resolvedAt };
}

let published = 0;
async function publish<Data extends z.ZodType>(definition: EventDefinition<Data>, data: z.input<Data>): Promise<void> {
  published += 1;
  const id = `test:${published}`;
  const event = {
    id,
    type: definition.type,
    entityId: 1,
    aggregateId: '1',
    aggregateVersion: 0,
    occurredAt: new Date().toISOString(),
    data,
  };
  const { broker } = service.started;
  const subject = eventSubject(broker.namespace, definition, 1);
  await publishRaw(broker, subject, Buffer.from(JSON.stringify(event)), { messageId: id });
}
const store = (marks: string[], completesRun = false) =>
  publish(commitsStored, { repoId: APP.id, shas: marks.map(sha), completesRun });

describe('a fix that a release carries', () => {
  test('is merged with the commit that names the key, and active since it was authored', async () => {
    await defect({ defect_key: 'CARRIED-1', detected_at: at(1) });
    addCommit('c1', 3, { names: ['CARRIED-1'] });
    addCommit('c2', 5);
    await store(['c1', 'c2']);
    await release({ name: 'r1', released_at: at(6), 'defect_keys[]': 'CARRIED-1' });
    await eventually(async () => (await read('CARRIED-1')).activity !== null);
    expect(await read('CARRIED-1')).toEqual({ activity: human(3), merged: 54, resolved: human(6) });
  });

  test('is merged with the release’s commit where no commit names the key, and its activity is unknown', async () => {
    await defect({ defect_key: 'CARRIED-2', detected_at: at(1) });
    await release({ name: 'r2', released_at: at(6, 1), 'defect_keys[]': 'CARRIED-2' });
    expect(await read('CARRIED-2')).toEqual({ activity: null, merged: 102, resolved: human(6, 1) });
    await defect({ defect_key: 'CARRIED-3', detected_at: at(1) });
    await release({ name: 'r3', release_sha: sha('c2'), released_at: at(6, 2), 'defect_keys[]': 'CARRIED-3' });
    expect(await read('CARRIED-3')).toEqual({ activity: null, merged: 102, resolved: human(6, 2) });
  });

  test('is merged once its release’s commit is known', async () => {
    await defect({ defect_key: 'CARRIED-4', detected_at: at(1) });
    await release({ name: 'r4', release_sha: sha('d1'), released_at: at(9), 'defect_keys[]': 'CARRIED-4' });
    expect((await read('CARRIED-4')).merged).toBeNull();
    addCommit('d1', 8);
    await store(['d1']);
    await eventually(async () => (await read('CARRIED-4')).merged === 174);
    expect(await read('CARRIED-4')).toEqual({ activity: null, merged: 174, resolved: human(9) });
  });

  test('is a fix by the commit too where a fix call names that commit', async () => {
    await defect({ defect_key: 'CARRIED-5', detected_at: at(1) });
    await release({ name: 'r5', release_sha: sha('c2'), released_at: at(6, 3), 'defect_keys[]': 'CARRIED-5' });
    await defect({ defect_key: 'CARRIED-5', fix_released_sha: sha('c2') });
    expect((await read('CARRIED-5')).activity).toBe(human(5));
  });
});

describe('a commit that names a defect’s key', () => {
  test('has the defect published once more, and no defect is where none does', async () => {
    addCommit('n1', 2, { names: ['NAMED-1'] });
    await defect({ defect_key: 'NAMED-1', detected_at: at(1) });
    await defect({ defect_key: 'UNNAMED-1', detected_at: at(1) });
    const [named, unnamed] = await service.started.context.postgres.many(
      z.object({ version: z.coerce.number() }),
      "SELECT version FROM defects WHERE defect_key IN ('NAMED-1', 'UNNAMED-1') ORDER BY defect_key",
    );
    expect(named?.version).toBe((unnamed?.version ?? 0) + 1);
  });

  test('is activity from 30 days before the detection on, and not before', async () => {
    addCommit('o1', 2, { names: ['OLD-1'], authoredAt: '2026-07-01T00:00:00.000Z' });
    await defect({ defect_key: 'OLD-1', detected_at: at(1) });
    expect((await read('OLD-1')).activity).toBeNull();
    await store(['o1']);
    addCommit('o2', 2, { names: ['OLD-1'], authoredAt: '2026-08-20T00:00:00.000Z' });
    await store(['o2']);
    await eventually(async () => (await read('OLD-1')).activity !== null);
    expect((await read('OLD-1')).activity).toBe('August 20, 2026 00:00 UTC');
  });

  test('through its pull request is found when the pull request is stored, and dropped when it names the key no more', async () => {
    await defect({ defect_key: 'PULLED-1', detected_at: at(1) });
    addCommit('p1', 4);
    await store(['p1']);
    const [commit] = service.commits.slice(-1);
    if (commit) commit.names = ['PULLED-1'];
    await publish(pullRequestsStored, { repoId: APP.id, shas: [sha('p1')] });
    await eventually(async () => (await read('PULLED-1')).activity === human(4));
    if (commit) commit.names = [];
    await publish(pullRequestsStored, { repoId: APP.id, shas: [sha('p1')] });
    await eventually(async () => (await read('PULLED-1')).activity === null);
  });

  test('is merged once it is on the default branch, and forgotten when it left every branch', async () => {
    addCommit('b1', 4, { names: ['BRANCH-1'], onDefaultBranch: false });
    await defect({ defect_key: 'BRANCH-1', detected_at: at(1) });
    expect(await read('BRANCH-1')).toEqual({ activity: human(4), merged: null, resolved: null });
    const commit = service.commits.at(-1);
    if (commit) commit.onDefaultBranch = true;
    await store([], true);
    await eventually(async () => (await read('BRANCH-1')).merged === 78);
    service.commits.pop();
    await store([], true);
    await eventually(async () => (await read('BRANCH-1')).activity === null);
  });

  test('is merged with its pull request, also where a fix call names it', async () => {
    addCommit('e1', 4, { names: ['MERGED-1'], onDefaultBranch: false });
    addCommit('e2', 4, { onDefaultBranch: false });
    await defect({ defect_key: 'MERGED-1', detected_at: at(1) });
    await defect({ defect_key: 'MERGED-2', detected_at: at(1), fix_released_sha: sha('e2') });
    expect([(await read('MERGED-1')).merged, (await read('MERGED-2')).merged]).toEqual([null, null]);
    for (const commit of service.commits.slice(-2)) Object.assign(commit, { mergedAt: at(6), onDefaultBranch: true });
    await publish(pullRequestsStored, { repoId: APP.id, shas: [sha('e1'), sha('e2')] });
    await eventually(async () => (await read('MERGED-1')).merged === 120 && (await read('MERGED-2')).merged === 120);
  });

  test('is found later where analytics was unavailable when the defect was recorded', async () => {
    addCommit('u1', 4, { names: ['LATER-1'] });
    service.analytics.available = false;
    expect((await defect({ defect_key: 'LATER-1', detected_at: at(1) })).status).toBe(201);
    service.analytics.available = true;
    await eventually(async () => (await read('LATER-1')).activity === human(4), 20_000);
  }, 30_000);

  test('is looked up again when the time of detection changes', async () => {
    addCommit('m1', 4, { names: ['MOVED-1'], authoredAt: '2026-06-20T00:00:00.000Z' });
    await defect({ defect_key: 'MOVED-1', detected_at: at(1) });
    expect((await read('MOVED-1')).activity).toBeNull();
    await defect({ defect_key: 'MOVED-1', detected_at: '2026-07-01T00:00:00Z' });
    expect((await read('MOVED-1')).activity).toBe('June 20, 2026 00:00 UTC');
  });
});

describe('bugs that a release deploys', () => {
  test('are defects at once, and their commits are looked up together without the caller', async () => {
    const keys = ['BUG-1', 'BUG-2', 'BUG-3'];
    for (const key of keys) service.issues.push({ key, type: 'Bug', createdAt: at(10) });
    addCommit('e1', 11, { names: ['BUG-1'] });
    addCommit('e2', 12, { names: ['BUG-2'], authoredAt: '2026-06-01T00:00:00.000Z' });
    addCommit('e3', 12, { names: ['BUG-3'] });
    const { status } = await service.call('POST', '/releases', {
      json: {
        resource_path: 'acme/web/app',
        name: 'bugs',
        release_sha: sha('e3'),
        released_at: at(14),
        issue_keys_resolved: keys,
      },
    });
    expect(status).toBe(201);
    for (const key of keys) expect((await read(key)).resolved).toBe(human(14));
    await eventually(async () => (await read('BUG-3')).activity !== null && (await read('BUG-1')).activity !== null);
    expect(await Promise.all(keys.map(async (key) => (await read(key)).activity))).toEqual([
      human(11),
      null,
      human(12),
    ]);
  });
});
