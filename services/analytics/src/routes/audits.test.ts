import { dayNumber, dayOf } from '@linescope/contract/days';
import { commitsTable } from '@linescope/facts/git-tables';
import { tagsTable } from '@linescope/facts/provider-tables';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { exportedAndPaged } from '../testing/audit-export.ts';
import { at, commitRow, insertRows, sha } from '../testing/fact-rows.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);
const made = (mark: string, time: string, over: Parameters<typeof commitRow>[0] = {}) =>
  commitRow({ sha: sha(mark), authored_at: at(time), stored_at: at('2026-04-01T00:00:00Z'), ...over });
await insertRows(clickHouse, commitsTable, [
  made('c1', '2026-03-02T09:00:00Z', { message: 'One' }),
  made('c2', '2026-03-02T09:40:00Z', { repo_id: 101, committer_id: 2, issue_keys: ['OPS-1'] }),
  made('c3', '2026-03-03T10:00:00Z', { committer_id: 3, patch_id: 'p3', parents: [sha('c1')] }),
  made('c4', '2026-03-09T12:00:00Z', { committer_id: 3, parents: [sha('c3')] }),
  made('c5', '2026-03-09T15:00:00Z', { committer_id: 3, parents: [sha('c4')] }),
  made('c6', '2026-03-11T08:00:00Z', { repo_id: 101, committer_id: 4, issue_keys: ['OPS-2'] }),
  made('c7', '2026-03-12T10:00:00Z', { issue_keys: ['OPS-2'] }),
  // As in the history, these do not count: a merge, off the default branch, removed, applied again, by a bot, not processed.
  made('aa', '2026-03-02T09:00:00Z', { is_merge: true }),
  made('bb', '2026-03-02T09:00:00Z', { on_default_branch: false }),
  made('cc', '2026-03-02T09:00:00Z', { presence: 'removed' }),
  made('dd', '2026-03-03T10:00:00Z', { repo_id: 101, committer_id: 3, patch_id: 'p3' }),
  made('ee', '2026-03-02T09:00:00Z', { committer_id: 5 }),
  made('ff', '2026-03-02T09:00:00Z', { committer_id: 6 }),
]);
await insertRows(clickHouse, tagsTable, [
  {
    entity_id: 1,
    repo_id: 100,
    name: 'v1.0',
    tag_id: 1,
    sha: sha('c3'),
    tagged_at: '2026-03-05T12:00:00Z',
    removed: false,
    version: 1,
  },
  {
    entity_id: 1,
    repo_id: 100,
    name: 'v2.0',
    tag_id: 2,
    sha: sha('c5'),
    tagged_at: '2026-03-12T12:00:00Z',
    removed: false,
    version: 1,
  },
  {
    entity_id: 1,
    repo_id: 100,
    name: 'gone',
    tag_id: 3,
    sha: sha('c5'),
    tagged_at: '2026-03-12T12:00:00Z',
    removed: true,
    version: 1,
  },
]);

const audit = (query: string) => service.call('GET', `/audits?resource_path=acme&resource_type=${query}`);

test('200: a commit is listed with its author, its Diff Delta, its children and its branches', async () => {
  const { status, body } = await audit(`commits&sha=${sha('c1')}`);
  expect([status, body.total_count, body.page, body.per_page, body.page_count]).toEqual([200, 1, 1, 50, 1]);
  expect(body.commits).toEqual([
    {
      sha: sha('c1'),
      authored_at: '2026-03-02T09:00:00Z',
      child_shas: [sha('c3')],
      contributor: { full_name: 'Ann', username: 'ann', user_name: 'ann' },
      diff_delta: 60,
      entered_service_at: '2026-04-01T00:00:00Z',
      message: 'One',
      presence: 'existent',
      presence_em: 'existent',
      repo: 'web/app',
      repo_path: 'web/app',
      sites: [{ branches: [], current_branch: null, committed_at: '2026-03-02T09:00:00Z', sha: sha('c1') }],
      state: 'analysis_complete',
      state_em: 'analysis_complete',
    },
  ]);
});

test('200: commits of a committer who is not processed are hidden, and commits that do not count have no delta', async () => {
  const { body } = await audit('commits&start_date=2026-03-02&end_date=2026-03-03');
  const states = Object.fromEntries(
    body.commits.map((commit: { sha: string; state: string; diff_delta: number }) => [
      commit.sha.slice(0, 2),
      [commit.state, commit.diff_delta],
    ]),
  );
  expect(states).toEqual({
    c1: ['analysis_complete', 60],
    c2: ['analysis_complete', 20],
    c3: ['analysis_complete', 40],
    aa: ['ignored', 0],
    bb: ['ignored', 0],
    cc: ['ignored', 0],
    dd: ['ignored', 0],
    ee: ['ignored', 0],
  });
});

test.each([
  ['commits&committer_user_name=bob', 4],
  ['commits&committer_identifier=ann@old.example.com&start_date=2026-03-12', 1],
  ['commits&team_slug=edge', 3],
  ['commits&issue_key=OPS-2', 3],
  ['commits&issue_key=1', 1],
  ['commits&pull_request_number=2', 2],
  ['commits&page=2', 0],
  ['pull_requests', 5],
  ['pull_requests&phase_em=phase_merged', 3],
  ['pull_requests&phase_em=phase_stale_open', 1],
  ['pull_requests&phase_em=phase_open', 0],
  ['pull_requests&start_date=2026-03-10&end_date=2026-03-10', 1],
  ['pull_requests&resolved_start_date=2026-03-04&resolved_end_date=2026-03-10', 2],
  ['pull_requests&committer_user_name=ann,bob', 4],
  [`pull_requests&sha=${sha('b2')}`, 1],
  ['issues', 5],
  ['issues&issue_key=ops-3', 1],
  ['issues&issue_status=open', 1],
  ['issues&issue_provider_em=jira', 5],
  ['issues&issue_provider_em=hostC', 0],
  ['issues&committer_user_name=cat', 1],
  ['issues&critical_defects_only=true', 0],
  ['issues&resolved_start_date=2026-03-05', 3],
  ['tags', 2],
  ['tags&tag_name=V1', 1],
  [`tags&sha=${sha('c5')}`, 1],
  ['committers', 5],
  ['committers&start_date=2026-03-11', 2],
  ['committers&team_slug=core', 1],
  ['teams', 3],
  ['teams&team_slug=edge', 1],
  ['teams&committer_user_name=cat', 1],
  ['critical_defects', 3],
  ['critical_defects&start_date=2026-03-04&end_date=2026-03-10', 1],
  ['critical_defects&resolved_start_date=2026-03-12', 1],
  ['critical_defects&issue_key=d-2', 1],
  [`critical_defects&sha=${sha('c5')}`, 1],
  ['releases', 3],
  ['releases&start_date=2026-03-12', 1],
  [`releases&sha=${sha('c6')}`, 1],
  ['releases&committer_user_name=bob', 0],
  ['ai_usages', 4],
  ['ai_usages&start_date=2026-03-03&end_date=2026-03-04', 2],
  ['ai_usages&committer_identifier=ann@old.example.com', 2],
  // What is reported of the team itself counts for it, and what ann did as its member.
  ['ai_usages&team_slug=core', 3],
  ['ai_usages&ai_provider_em=custom', 1],
  ['ai_seats', 4],
  ['ai_seats&team_slug=edge', 2],
  ['ai_seats&committer_user_name=cat', 1],
  ['sprint_issues', 3],
  ['sprint_issues&issue_key=OPS-2', 1],
  ['sprint_issues&committer_user_name=bob', 1],
  ['sprint_issues&start_date=2026-03-03', 0],
] as const)('%s finds %i records', async (query, count) => {
  const { status, body } = await audit(query);
  expect([status, body.response_detail]).toEqual([200, expect.any(String)]);
  if (!query.includes('page=')) expect(body.total_count).toBe(count);
  const [type = ''] = query.split('&');
  expect(body[type].length).toBe(count);
});

test('200: a pull request has its business minutes and its commits by phase', async () => {
  const { body } = await audit('pull_requests&pull_request_number=2');
  const [pull] = body.pull_requests;
  // Monday 12:00 to Tuesday 21:00 is 5 + 8 hours; opened at 9 on Tuesday, 8 of them; to the release, Thursday 12:00, 5 + 8 + 8 + 3.
  expect(pull).toMatchObject({
    number: 2,
    phase_em: 'phase_merged',
    repo_path: 'web/app',
    opened_at: '2026-03-10T09:00:00Z',
    closed_at: '2026-03-10T21:00:00Z',
    squash_commit_sha: null,
    post_merge_delta: 0,
    contributor: { full_name: 'Ann', user_name: 'bob' },
    business_minutes_awaited_first_review: null,
    business_minutes_cycle_time: 13 * 60,
    business_minutes_lead_time: 24 * 60,
    business_minutes_open_to_closed: 8 * 60,
  });
  expect(
    pull.commits.map((commit: { sha: string; phase_em: string; diff_delta: number }) => [
      commit.sha.slice(0, 2),
      commit.phase_em,
      commit.diff_delta,
    ]),
  ).toEqual([
    ['c4', 'phase_preparing', 30],
    ['c5', 'phase_preparing', 10],
  ]);
  const { body: first } = await audit('pull_requests&pull_request_number=1');
  expect(first.pull_requests[0].post_merge_delta).toBe(5);
});

test('200: issues, committers, teams and tags are listed as the contract says', async () => {
  const [issues, committers, teams, tags] = await Promise.all([
    audit('issues&issue_key=OPS-1'),
    audit('committers&committer_user_name=bob'),
    audit('teams&team_slug=edge'),
    audit('tags&tag_name=v1'),
  ]);
  expect(issues.body.issues).toEqual([
    {
      id: 1,
      key: 'OPS-1',
      title: 'Issue',
      type: 'Bug',
      status: 'Done',
      issue_provider_em: 'tracker_a',
      priority: 'Medium',
      assignee: 'bob',
      story_points: 3,
      created_at: '2026-03-02T09:00:00Z',
      started_at: '2026-03-02T12:00:00Z',
      resolved_at: '2026-03-04T12:00:00Z',
      is_critical_defect: false,
      url: '',
    },
  ]);
  expect(committers.body.committers[0]).toMatchObject({
    committer_user_name: 'bob',
    id: 3,
    last_commit_authored_at: '2026-03-09T15:00:00Z',
    processing_status_em: 'processing_stats',
    teams: [{ role_em: 'committer_role', team_id: 2, team_name: 'Edge', team_slug: 'edge' }],
  });
  expect(teams.body.teams[0]).toMatchObject({
    id: 2,
    name: 'Edge',
    people_count: 2,
    people_seated_count: 2,
    committers_total_count: 2,
    committers_seated: ['bob', 'cat'],
    external_source_em: 'source_api_instantiated',
    managers: [{ user_id: 41, user_name: 'user-41', full_name: null }],
  });
  expect(tags.body.tags).toEqual([
    { id: 1, name: 'v1.0', sha: sha('c3'), repo_path: 'web/app', tagged_at: '2026-03-05T12:00:00Z' },
  ]);
});

test('200: defects, releases, AI usage, seats and issues of sprints are listed as the contract says', async () => {
  const first = async (query: string) => {
    const { body } = await audit(query);
    return body[query.split('&')[0] ?? ''][0];
  };
  expect(await first('critical_defects&issue_key=D-1')).toEqual({
    id: 1,
    defect_key: 'D-1',
    category: '',
    severity: null,
    repo_paths: ['web/app'],
    fix_shas: [sha('c5')],
    detected_at: '2026-03-06T10:00:00Z',
    first_fix_activity_at: '2026-03-09T12:00:00Z',
    first_fix_merged_at: '2026-03-10T21:00:00Z',
    first_fix_released_at: '2026-03-12T12:00:00Z',
    resolved_at: '2026-03-12T12:00:00Z',
  });
  expect(await first(`releases&sha=${sha('c6')}`)).toEqual({
    id: 3,
    name: null,
    repo_path: 'web/api',
    sha: sha('c6'),
    previous_sha: null,
    released_at: '2026-03-11T12:00:00Z',
    triggered_by: 'api',
    deployed_by: null,
    defect_keys: ['D-3'],
    issue_keys: [],
  });
  expect(await first('ai_usages&start_date=2026-03-04&end_date=2026-03-04')).toEqual({
    date: '2026-03-04',
    ai_provider_em: 'custom',
    llm_model_name: 'm',
    contributor: null,
    team_slug: 'core',
    resource_path: 'acme',
    lines_added: 0,
    lines_deleted: 0,
    prompted_suggest_count: 6,
    prompted_accept_count: 3,
    tab_suggest_count: 0,
    tab_accept_count: 0,
    cents_cost: 100,
    input_tokens: 0,
    output_tokens: 0,
    source_em: 'posted',
  });
  expect(await first('ai_seats&committer_user_name=ann')).toEqual({
    committer_id: 1,
    contributor: { full_name: 'Ann', user_name: 'ann' },
    processing_status_em: 'processing_stats',
    last_ai_usage_on: '2026-03-03',
  });
  expect(await first('sprint_issues&issue_key=OPS-2')).toEqual({
    sprint_id: '1',
    sprint_name: 'Sprint 1',
    board_id: '1',
    sprint_started_at: '2026-03-02T08:00:00Z',
    sprint_ended_at: '2026-03-13T17:00:00Z',
    issue_key: 'OPS-2',
    title: 'Issue',
    type: 'Story',
    status: 'Done',
    assignee: 'cat',
    was_planned: false,
    planned_points: 0,
    was_completed: true,
    story_points: 5,
    resolved_at: '2026-03-12T00:00:00Z',
    url: '',
  });
});

test('200: a scope of one repo holds its own defects and releases, and another entity holds none of them', async () => {
  const totals = async (path: string, as = {}) =>
    Promise.all(
      ['critical_defects', 'releases', 'sprint_issues', 'ai_usages', 'ai_seats'].map(async (type) => {
        const { body } = await service.call('GET', `/audits?resource_path=${path}&resource_type=${type}`, as);
        return body.total_count;
      }),
    );
  // D-2 and D-3 are of web/api; OPS-1 and OPS-2 are named by commits there. Usage and seats are of no repo.
  expect(await totals('acme/web/api')).toEqual([2, 1, 2, 4, 4]);
  expect(await totals('other', { as: { ...TEST_PRINCIPAL, entityId: 2 } })).toEqual([0, 0, 0, 0, 1]);
});

test.each([
  ['commits', '', 12],
  ['commits', 'start_date=2026-03-03&end_date=2026-03-09', 4],
  ['commits', 'committer_user_name=bob', 4],
  ['commits', 'issue_key=OPS-2', 3],
  ['commits', `sha=${sha('c3')}`, 1],
  ['commits', 'start_date=2031-01-01', 0],
  ['pull_requests', '', null],
  ['issues', '', null],
  ['tags', '', 2],
])('200: an export of %s with "%s" gives the records of the pages, one by one', async (type, filters, count) => {
  const { exported, paged } = await exportedAndPaged(service.call, type, filters);
  expect(exported).toEqual(paged);
  expect(exported.length).toBe(count ?? (await audit(type)).body.total_count);
});

test('400: a wrong type and a wrong page are named', async () => {
  const { status, body } = await audit('secrets&page=0');
  expect([status, body.errors.map((error: { param: string }) => error.param)]).toEqual([
    400,
    ['resource_type', 'page'],
  ]);
  expect(body.errors[0].detail).toContain(
    'commits, committers, issues, pull_requests, teams, tags, critical_defects, releases',
  );
});

test('400: contradictions of both ranges are told together, and beside what is malformed', async () => {
  const range = 'start_date=2026-03-02&end_date=2026-03-01';
  const params = async (query: string) =>
    (await audit(query)).body.errors.map((error: { param: string }) => error.param).toSorted();
  const both = `days_ago=7&${range}&resolved_start_date=2026-03-02&resolved_end_date=2026-03-01&page=0`;
  expect(await params(`issues&${both}`)).toEqual(['days_ago', 'end_date', 'page', 'resolved_end_date']);
  expect(await params(`commits&segment_by=operation&aggregate_by=team&${range}`)).toEqual(['aggregate_by', 'end_date']);
});

test('400: a range that ends before it begins', async () => {
  const { status, body } = await audit('commits&start_date=2026-03-05&end_date=2026-03-04');
  expect([status, body.errors[0].param]).toEqual([400, 'end_date']);
  const resolved = await audit('pull_requests&resolved_start_date=2026-03-05&resolved_end_date=2026-03-04');
  expect([resolved.status, resolved.body.errors[0].param]).toEqual([400, 'resolved_end_date']);
});

test('403: anyone but an admin', async () => {
  const path = '/audits?resource_path=acme&resource_type=commits';
  expect((await service.call('GET', path, service.as(12, 'manager'))).status).toBe(403);
});

test('404: a scope, a team or a contributor that is not there', async () => {
  expect((await service.call('GET', '/audits?resource_path=globex&resource_type=commits')).status).toBe(404);
  expect((await audit('commits&team_slug=none')).status).toBe(404);
  expect((await audit('commits&committer_identifier=nobody')).status).toBe(404);
});

test('200: days_ago lists the days that end today, as in reports', async () => {
  const shas = async (query: string) => (await audit(query)).body.commits.map((commit: { sha: string }) => commit.sha);
  // Nothing was authored on the 4th or 6th, so that a midnight in between changes nothing.
  const days = dayNumber(dayOf(new Date())) - dayNumber('2026-03-05') + 1;
  expect(await shas(`commits&days_ago=${days}`)).toEqual(await shas('commits&start_date=2026-03-05'));
  expect(await shas(`commits&days_ago=${days}`)).toEqual(['c7', 'c6', 'c5', 'c4'].map(sha));
  const both = await audit('commits&days_ago=7&start_date=2026-03-05');
  expect([both.status, both.body.errors[0].param]).toEqual([400, 'days_ago']);
  expect((await audit('commits&days_ago=7')).headers.get('x-ignored-parameters')).toBeNull();
  expect((await audit('teams&days_ago=7')).headers.get('x-ignored-parameters')).toBe('days_ago');
});

test('filters that have no effect are named as ignored', async () => {
  const ignored = async (query: string) => (await audit(query)).headers.get('x-ignored-parameters');
  expect(await ignored('teams&committer_user_name=bob&team_slug=core')).toBeNull();
  expect(await ignored('tags&committer_user_name=bob&tag_name=v1')).toBe('committer_user_name');
  expect(await ignored('commits&phase_em=phase_open&series=x')).toBe('series,phase_em');
  expect(await ignored(`commits&segment_by=none&interval_em=weekly&sha=${sha('c1')}`)).toBe('sha');
});
