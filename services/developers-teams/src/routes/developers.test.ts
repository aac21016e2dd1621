import { committerChanged } from '@linescope/contract/events/developers-teams-events';
import type { Principal } from '@linescope/contract/principal';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
let entityId = 0;
let api = 0;
const list = async (query: string, as = admin) => {
  const answer = await service.call('GET', `/developers?${query}`, { as });
  return {
    ...answer,
    names: answer.body.committers?.map((one: { committer_user_name: string }) => one.committer_user_name),
  };
};
const setProcessing = (form: Record<string, string>, as = admin) =>
  service.call('POST', '/developers/set_processing', { as, form });

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  entityId = admin.entityId;
  api = await service.repo(entityId, 'acme/api');
  const web = await service.repo(entityId, 'acme/web');
  await service.addCommitters(entityId, ['ada'], { repoId: api, on: '2026-03-01' });
  await service.addCommitters(entityId, ['bob', 'cleo'], { repoId: web, on: '2026-06-01' });
  await service.addCommitters(entityId, ['ada'], { repoId: web, on: '2026-01-01' });
  await service.rpc.resolveIdentities({
    entityId,
    repoId: api,
    identities: [
      { name: 'dan', email: '42+dan@users.noreply.github.com', lastAuthoredAt: '2026-02-01T00:00:00Z' },
      { name: 'Dan D', email: 'dan@home.example', gitProviderId: '42', lastAuthoredAt: '2026-09-01T00:00:00Z' },
      { name: 'renovate[bot]', email: 'renovate[bot]@users.noreply.github.com' },
    ],
  });
  const other = await service.user('globex');
  await service.addCommitters(other.entityId, ['eve'], { domain: 'globex.example' });
});

describe('GET /developers', () => {
  test('200: lists each developer of the entity once, with all identities as one', async () => {
    const { status, body, names } = await list('');
    expect(status).toBe(200);
    expect(names).toEqual(['ada', 'bob', 'cleo', 'dan', 'renovate[bot]']);
    expect(body).toMatchObject({
      action_em: 'action_developer_list',
      response_em: 'response_success',
      page: 1,
      total_pages: 1,
    });
    expect(body.committers[0]).toMatchObject({
      full_name: 'ada',
      git_provider_id: null,
      last_commit_authored_at: '2026-03-01T10:00:00Z',
      last_commit_committed_at: '2026-03-01T11:00:00Z',
      processing_status_em: 'processing_stats',
      provider_email: 'ada@acme.example',
      teams: [],
      user_id: null,
    });
    expect(body.committers[3]).toMatchObject({
      git_provider_id: '42',
      last_commit_authored_at: '2026-09-01T00:00:00Z',
    });
  });

  test('200: an organization or repo lists those who committed there, since a day if one is given', async () => {
    expect((await list('resource_path=acme/acme/api')).names).toEqual(['ada', 'dan', 'renovate[bot]']);
    expect((await list('resource_path=acme/acme/api,acme/acme/web')).names).toHaveLength(5);
    expect((await list('resource_path=acme/acme')).names).toHaveLength(5);
    expect((await list('resource_path=acme/acme/web&start_date=2026-02-01')).names).toEqual(['bob', 'cleo']);
    expect((await list('start_date=2026-06-01')).names).toEqual(['bob', 'cleo', 'dan']);
  });

  test('200: filters by names, identifier, code-host ids and status, alone and together', async () => {
    expect((await list('committer_user_name=ada,cleo')).names).toEqual(['ada', 'cleo']);
    expect((await list('committer_user_name[]=ada&committer_user_name[]=nobody')).names).toEqual(['ada']);
    expect((await list('git_provider_ids=42,43')).names).toEqual(['dan']);
    for (const identifier of ['dan', '42', 'DAN@home.example'])
      expect((await list(`committer_identifier=${identifier}`)).names).toEqual(['dan']);
    expect((await list('processing_status=limited_processing')).names).toEqual(['renovate[bot]']);
    expect((await list('committer_user_name=ada,bob&committer_identifier=bob@acme.example')).names).toEqual(['bob']);
    expect((await list('committer_identifier=eve')).names).toEqual([]);
  });

  test('200: sorts by id, by newest authored commit, or by status', async () => {
    expect((await list('sort_by=last_authored_at')).names).toEqual(['dan', 'bob', 'cleo', 'ada', 'renovate[bot]']);
    await setProcessing({ committer_user_name: 'ada', processing_status: 'not_processing' });
    expect((await list('sort_by=processing_status')).names).toEqual(['bob', 'cleo', 'dan', 'renovate[bot]', 'ada']);
    await setProcessing({ committer_user_name: 'ada', processing_status: 'processing_stats' });
  });

  test('200: 50 a page; past the end is empty with true counts', async () => {
    const crowd = await service.user('crowd');
    await service.addCommitters(
      crowd.entityId,
      Array.from({ length: 51 }, (_, index) => `dev${index}`),
    );
    expect((await list('page=2', crowd)).names).toEqual(['dev50']);
    const past = await list('page=3', crowd);
    expect([past.names, past.body.total_pages]).toEqual([[], 2]);
  });

  test('200: a member sees only themselves, known by their address', async () => {
    const bob = await service.user('acme', 'member', 'bob@acme.example');
    const seen = await list('', bob);
    expect(seen.names).toEqual(['bob']);
    expect((await list('', admin)).body.committers[1].user_id).toBe(bob.userId);
    expect((await list('committer_user_name=ada', bob)).names).toEqual([]);
    const outsider = await service.user('acme', 'member', 'outsider@acme.example');
    expect((await list('', outsider)).names).toEqual([]);
  });

  test("400: names every faulty parameter; 404: a resource that is not the caller's", async () => {
    const faulty = await list('sort_by=name&page=0&processing_status=on&start_date=2026-02-30');
    expect(faulty.body.errors.map((error: { param: string }) => error.param).sort()).toEqual([
      'page', 'processing_status', 'sort_by', 'start_date',
    ]); // biome-ignore format: one line reads better
    for (const path of ['globex', 'acme/nowhere', 'nobody'])
      expect((await list(`resource_path=${path}`)).status).toBe(404);
  });
});

describe('POST /developers/set_processing', () => {
  test('200: sets several by name, or one by identifier, and publishes every identity', async () => {
    const received = service.collect(committerChanged);
    const answer = await setProcessing({ committer_user_name: 'dan,bob', processing_status: 'limited_processing' });
    expect(answer.body).toMatchObject({
      action_em: 'action_developer_set_processing',
      committers: [
        { committer_user_name: 'bob', processing_status: 'limited_processing' },
        { committer_user_name: 'dan', processing_status: 'limited_processing' },
      ],
    });
    await eventually(() => received.length === 3);
    expect(received.every((data) => data.processingStatusEm === 'limited_processing')).toBe(true);
    expect(received.filter((data) => data.hasSeat)).toHaveLength(2);
    const back = await setProcessing({
      committer_identifier: 'dan@home.example',
      processing_status: 'processing_stats',
    });
    expect(back.body.committers).toEqual([{ committer_user_name: 'dan', processing_status: 'processing_stats' }]);
    await setProcessing({ committer_user_name: 'bob', processing_status: 'processing_stats' });
  });

  test('409: beyond the seat limit nothing changes; identities of one developer share a seat', async () => {
    await setProcessing({ committer_user_name: 'ada,bob,cleo,dan,renovate[bot]', processing_status: 'not_processing' });
    await service.seatLimit('acme', 2);
    expect(
      (await setProcessing({ committer_user_name: 'dan,ada', processing_status: 'processing_stats' })).status,
    ).toBe(200);
    const beyond = await setProcessing({ committer_user_name: 'bob', processing_status: 'limited_processing' });
    expect([beyond.status, beyond.body.response_em]).toEqual([409, 'response_conflict']);
    expect((await list('processing_status=not_processing')).names).toEqual(['bob', 'cleo', 'renovate[bot]']);
    // Within the seats it has, an entity may change what a seat does.
    expect((await setProcessing({ committer_user_name: 'ada', processing_status: 'limited_processing' })).status).toBe(
      200,
    );
    await service.addCommitters(entityId, ['zoe']);
    expect((await list('committer_user_name=zoe')).body.committers[0].processing_status_em).toBe('not_processing');
    await service.seatLimit('acme', null);
  });

  test('404: with an unknown name, or one of another entity, nothing changes', async () => {
    const answer = await setProcessing({ committer_user_name: 'bob,eve', processing_status: 'processing_stats' });
    expect(answer.status).toBe(404);
    expect(answer.body.errors).toEqual([
      { param: 'committer_user_name', code_em: 'not_found', detail: 'committer_user_name names no developer: eve.' },
    ]);
    expect((await list('committer_user_name=bob')).body.committers[0].processing_status_em).toBe('not_processing');
  });

  test('400: without a developer or with an unknown status; 403: for a manager', async () => {
    const answer = await setProcessing({ processing_status: 'maybe' });
    expect(answer.body.errors.map((error: { param: string }) => error.param)).toContain('processing_status');
    expect((await setProcessing({ processing_status: 'not_processing' })).status).toBe(400);
    const both = await setProcessing({ processing_status: 'sometimes' });
    expect(both.body.errors.map((error: { param: string }) => error.param).sort()).toEqual([
      'committer_user_name',
      'processing_status',
    ]);
    const manager = await service.user('acme', 'manager');
    expect(
      (await setProcessing({ committer_user_name: 'bob', processing_status: 'not_processing' }, manager)).status,
    ).toBe(403);
  });
});
