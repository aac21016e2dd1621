import type { Principal } from '@linescope/contract/principal';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
let ids: number[] = [];
const access = ({ entityId, userId, role }: Principal) => service.rpc.statsAccess({ entityId, userId, role });
const team = (method: string, json: Record<string, unknown>) => service.call(method, '/teams', { as: admin, json });

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  ids = await service.addCommitters(admin.entityId, ['ada', 'bob', 'cleo', 'lead']);
});

describe('StatsAccess', () => {
  test('an admin sees all', async () => {
    expect(await access(admin)).toMatchObject({ all: true, committerIds: [] });
    expect(await access({ ...admin, role: 'super_admin' })).toMatchObject({ all: true });
  });

  test('a member sees their own, of all identities; a outsider nobody', async () => {
    const ada = await service.user('acme', 'member', 'ada@acme.example');
    expect(await access(ada)).toMatchObject({ all: false, committerIds: [ids[0]], ownCommitterId: ids[0] });
    const outsider = await service.user('acme', 'member', 'outsider@acme.example');
    expect(await access(outsider)).toMatchObject({ all: false, committerIds: [], ownCommitterId: 0 });
  });

  test('a manager sees who is in their teams and those below today, and themselves', async () => {
    const lead = await service.user('acme', 'manager', 'lead@acme.example');
    await team('POST', { name: 'Top', manager_members: 'lead', developer_members: ['ada'] });
    await team('POST', { name: 'Middle', parent_slug: 'top' });
    await team('POST', { name: 'Bottom', parent_slug: 'middle', developer_members: ['bob'] });
    await team('POST', { name: 'Beside', developer_members: ['cleo'] });
    const [ada, bob, , own] = ids;
    const seen = await access(lead);
    expect(seen.committerIds.toSorted()).toEqual([ada, bob, own].toSorted());
    expect([seen.managedTeamIds.length, seen.ownCommitterId]).toEqual([3, own]);
    await team('PUT', { name: 'Bottom', remove_members: ['bob'] });
    expect((await access(lead)).committerIds.toSorted()).toEqual([ada, own].toSorted());
    // A role that was taken back counts at once, whatever teams still name.
    expect((await access({ ...lead, role: 'member' })).committerIds).toEqual([own]);
  });

  test('carries the statuses that were just set, of all identities', async () => {
    expect((await access(admin)).changedStatuses).toEqual([]);
    const json = { committer_user_name: 'cleo', processing_status: 'limited_processing' };
    expect((await service.call('POST', '/developers/set_processing', { as: admin, json })).status).toBe(200);
    const [changed] = (await access(admin)).changedStatuses;
    expect(changed).toMatchObject({ committerId: ids[2], processingStatusEm: 'limited_processing', hasSeat: true });
    expect(changed?.version).toBeGreaterThan(1);
  });

  test("a manager of one entity sees nothing of another's", async () => {
    const other = await service.user('globex', 'manager', 'lead@acme.example');
    expect((await access(other)).committerIds).toEqual([]);
  });
});
