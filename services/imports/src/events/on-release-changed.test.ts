import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, expect, test } from 'vitest';
import { type Imports, startImports } from '../testing/start-imports.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
  for (const path of ['web/app', 'web/site'])
    await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: path } });
  await service.postgres.run("UPDATE imports SET repo_id = CASE repo_path WHEN 'web/app' THEN 11 ELSE 12 END");
});

let sent = 0;
async function publish(releaseId: number, repoId: number, releasedAt: string, version: number, removed = false) {
  const { broker } = service.started.context;
  sent += 1;
  const data = {
    releaseId,
    repoId,
    name: null,
    sha: null,
    previousSha: null,
    releasedAt,
    triggeredBy: 'api',
    deployedByCommitterId: null,
    defectKeys: [],
    issueKeys: [],
    removed,
  };
  const event = {
    id: `test:${sent}`,
    type: releaseChanged.type,
    entityId: 1,
    aggregateId: String(releaseId),
    aggregateVersion: version,
    occurredAt: releasedAt,
    data,
  };
  const subject = eventSubject(broker.namespace, releaseChanged, 1);
  await publishRaw(broker, subject, Buffer.from(JSON.stringify(event)), { messageId: event.id });
}

const lastDeployed = async (): Promise<(string | null)[]> => {
  const { body } = await service.call('GET', '/imports?resource_path=acme');
  return body.repos.map((repo: { last_deployed_at: string | null }) => repo.last_deployed_at);
};
const becomes = (expected: (string | null)[]) =>
  eventually(async () => {
    expect(await lastDeployed()).toEqual(expected);
    return true;
  });

test('an import shows when its repo was last released, as releases are recorded, corrected and removed', async () => {
  expect(await lastDeployed()).toEqual([null, null]);
  await publish(1, 11, '2026-09-01T00:00:00Z', 2);
  await publish(2, 11, '2026-09-05T00:00:00Z', 1);
  await becomes(['2026-09-05T00:00:00Z', null]);
  await publish(2, 11, '2026-09-03T00:00:00Z', 2);
  await becomes(['2026-09-03T00:00:00Z', null]);
  await publish(2, 11, '2026-09-05T00:00:00Z', 1);
  await publish(2, 11, '2026-09-03T00:00:00Z', 3, true);
  await publish(3, 12, '2026-09-09T00:00:00Z', 1);
  await becomes(['2026-09-01T00:00:00Z', '2026-09-09T00:00:00Z']);
});
