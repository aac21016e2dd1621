import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { committersTable, teamsTable } from '@linescope/facts/copy-tables';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import { at, committerRow, insertRows, scoreRow, sha, teamRow, usageRow } from './fact-rows.ts';
import type { Neighbourhood } from './neighbours.ts';

/**
 * A small history whose numbers can be worked out by hand. The entity acme has two repos, web/app (100) and web/api (101);
 * weeks start on Monday 2 and Monday 9 March 2026.
 *
 *   committers  ann (1, also as identity 2), bob (3), cat (4), bot (5: limited), dan (6: not processed), eve (7: entity 2)
 *   teams       Core: ann, and bob up to 8 March; Edge: bob from 9 March; Edge UI, a child of Edge: cat
 *
 *   commit  when              repo  who         delta  lines  what
 *   c1      Mon  2 Mar 09:00  app   ann            60     30  20 add, 6 chg, 2 copy, 1 move, 1 noop; AI: 18 add, 2 copy, 1 chg, 1 noop, delta 40
 *   c2      Mon  2 Mar 09:40  api   ann (as 2)     20     10  10 del, of code over a year old; fixes OPS-1 (a bug)
 *   c3      Tue  3 Mar 10:00  app   bob            40     20  10 add, 10 chg of which 4 churn
 *   c4      Mon  9 Mar 12:00  app   bob            30     10  10 add in tests; says it fixes something
 *   c5      Mon  9 Mar 15:00  app   bob            10      4  4 chg; 2 duplicate lines
 *   c6      Wed 11 Mar 08:00  api   cat            50     16  16 add, documentation 8 of 50 delta; OPS-2
 * and commits that must not count: m (a merge), x (on a branch only), r (removed), t (c3 applied again in api),
 * b (by bot), d (by dan), e (of entity 2).
 */
export const HISTORY_RANGE = 'start_date=2026-02-16&end_date=2026-03-29';

export const neighbourhood = (): Neighbourhood => ({
  entities: [
    {
      id: 1,
      slug: 'acme',
      settings: { time_zone: 'UTC', holidays: ['2026-03-06'] },
      repos: [
        { id: 100, organizationId: 10, path: 'web/app' },
        { id: 101, organizationId: 10, path: 'web/api' },
      ],
    },
    { id: 2, slug: 'other', settings: {}, repos: [{ id: 200, organizationId: 20, path: 'x/y' }] },
  ],
  people: [
    { id: 1, primaryId: 1, userName: 'ann', email: 'ann@example.com' },
    { id: 2, primaryId: 1, userName: 'ann-old', email: 'ann@old.example.com' },
    { id: 3, primaryId: 3, userName: 'bob', email: 'bob@example.com' },
    { id: 4, primaryId: 4, userName: 'cat', email: 'cat@example.com' },
  ],
  teams: [
    { id: 1, slug: 'core', name: 'Core', repoPaths: [], committerIds: [1] },
    { id: 2, slug: 'edge', name: 'Edge', repoPaths: [], committerIds: [3, 4] },
  ],
  access: new Map([
    // A member who is ann, and a manager of Edge.
    [11, { committerIds: [1], managedTeamIds: [], ownCommitterId: 1 }],
    [12, { committerIds: [3, 4], managedTeamIds: [2], ownCommitterId: 0 }],
  ]),
});

const c1 = scoreRow({
  sha: sha('c1'),
  authored_at: at('2026-03-02T09:00:00Z'),
  delta: 60,
  lines: 30,
  lines_added: 22,
  lines_by_operation: { add: 20, chg: 6, copy: 2, move: 1, noop: 1 },
  delta_by_operation: { add: 50, chg: 10 },
  delta_by_category: { code: 54, test: 6 },
  lines_by_provenance: { new_code: 24, under_1_year: 6 },
  ai_authored: true,
  ai_lines_added: 20,
  ai_lines: 22,
  ai_delta: 40,
  ai_lines_by_operation: { add: 18, chg: 1, copy: 2, noop: 1 },
  line_records: true,
  connective_calls: 11,
});

const c3 = scoreRow({
  sha: sha('c3'),
  committer_id: 3,
  authored_at: at('2026-03-03T10:00:00Z'),
  patch_id: 'p3',
  delta: 40,
  lines: 20,
  lines_added: 10,
  lines_by_operation: { add: 10, chg: 10 },
  delta_by_operation: { add: 25, chg: 15 },
  delta_by_category: { code: 40 },
  lines_by_provenance: { new_code: 10, under_2_weeks: 4, under_1_year: 6 },
  churn_lines: 4,
});

const commits = [
  c1,
  scoreRow({
    sha: sha('c2'),
    repo_id: 101,
    committer_id: 2,
    authored_at: at('2026-03-02T09:40:00Z'),
    delta: 20,
    lines: 10,
    lines_by_operation: { del: 10 },
    delta_by_operation: { del: 20 },
    delta_by_category: { code: 20 },
    lines_by_provenance: { over_1_year: 10 },
    old_code_delta: 20,
    issue_keys: ['OPS-1'],
  }),
  c3,
  scoreRow({
    sha: sha('c4'),
    committer_id: 3,
    authored_at: at('2026-03-09T12:00:00Z'),
    delta: 30,
    lines: 10,
    lines_added: 10,
    lines_by_operation: { add: 10 },
    delta_by_operation: { add: 30 },
    delta_by_category: { test: 30 },
    lines_by_provenance: { new_code: 10 },
    says_fix: true,
  }),
  scoreRow({
    sha: sha('c5'),
    committer_id: 3,
    authored_at: at('2026-03-09T15:00:00Z'),
    delta: 10,
    lines: 4,
    lines_by_operation: { chg: 4 },
    delta_by_operation: { chg: 10 },
    delta_by_category: { code: 10 },
    lines_by_provenance: { under_1_month: 4 },
    duplicate_lines: 2,
  }),
  scoreRow({
    sha: sha('c6'),
    repo_id: 101,
    committer_id: 4,
    authored_at: at('2026-03-11T08:00:00Z'),
    delta: 50,
    lines: 16,
    lines_added: 16,
    lines_by_operation: { add: 16 },
    delta_by_operation: { add: 50 },
    delta_by_category: { code: 42, documentation: 8 },
    lines_by_provenance: { new_code: 16 },
    issue_keys: ['OPS-2'],
  }),
];

const notCounted = [
  { ...c1, sha: sha('aa'), is_merge: true },
  { ...c1, sha: sha('bb'), on_default_branch: false },
  { ...c1, sha: sha('cc'), presence: 'removed' },
  { ...c3, sha: sha('dd'), repo_id: 101, committed_at: at('2026-03-20T00:00:00Z') },
  { ...c1, sha: sha('ee'), committer_id: 5 },
  { ...c1, sha: sha('ff'), committer_id: 6 },
];

export async function insertGoldenHistory(clickHouse: ClickHouse): Promise<void> {
  await insertRows(clickHouse, committersTable, [
    committerRow({}),
    committerRow({ committer_id: 2, primary_id: 1, user_name: 'ann-old', has_seat: false }),
    committerRow({ committer_id: 3, user_name: 'bob' }),
    committerRow({ committer_id: 4, user_name: 'cat' }),
    committerRow({ committer_id: 5, user_name: 'bot', processing_status: 'limited_processing', bot: true }),
    committerRow({ committer_id: 6, user_name: 'dan', processing_status: 'not_processing', has_seat: false }),
  ]);
  const forever = '2199-12-31';
  await insertRows(clickHouse, teamsTable, [
    teamRow({ member_ids: [1, 3], member_from: ['2026-01-01', '2026-01-01'], member_until: [forever, '2026-03-09'] }),
    teamRow({
      team_id: 2,
      name: 'Edge',
      slug: 'edge',
      member_ids: [3],
      member_from: ['2026-03-09'],
      member_until: [forever],
      manager_user_ids: [41],
      external_source: 'source_api_instantiated',
    }),
    teamRow({
      team_id: 3,
      name: 'Edge UI',
      slug: 'edge-ui',
      parent_team_id: 2,
      member_ids: [4],
      member_from: ['2026-01-01'],
      member_until: [forever],
    }),
  ]);
  await insertRows(clickHouse, commitScoresTable, [...commits, ...notCounted]);
  await insertRows(clickHouse, commitScoresTable, [{ ...c1, entity_id: 2, repo_id: 200, committer_id: 7 }]);
  await insertRows(clickHouse, committersTable, [committerRow({ entity_id: 2, committer_id: 7, user_name: 'eve' })]);
  /*
   *   usage   2 Mar ann assistant: 30 lines added, 5 deleted, prompts 20 of 40 accepted, tab 4 of 8, 250 cents
   *           3 Mar ann editor:    10 lines added, tab 2 of 4, 50 cents;  4 Mar the team Core: 100 cents, 3 of 6 prompts
   *           9 Mar bob assistant: prompts 3 of 10 accepted
   */
  await insertRows(clickHouse, aiUsageTable, [
    usageRow({
      lines_added: 30,
      lines_deleted: 5,
      prompted_suggest_count: 40,
      prompted_accept_count: 20,
      tab_suggest_count: 8,
      tab_accept_count: 4,
      cents_cost: 250,
    }),
    usageRow({
      date: '2026-03-03',
      provider: 'vendorB_editor',
      lines_added: 10,
      tab_suggest_count: 4,
      tab_accept_count: 2,
      cents_cost: 50,
    }),
    usageRow({
      date: '2026-03-04',
      provider: 'custom',
      committer_id: 0,
      team_id: 1,
      prompted_suggest_count: 6,
      prompted_accept_count: 3,
      cents_cost: 100,
    }),
    usageRow({ date: '2026-03-09', committer_id: 3, prompted_suggest_count: 10, prompted_accept_count: 3 }),
  ]);
}
