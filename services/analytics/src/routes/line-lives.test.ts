import { committersTable, teamsTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, fileChangesTable, lineChangesTable } from '@linescope/facts/git-tables';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { deriveLineLives } from '../actions/derive-line-lives.ts';
import { rollUpEntity } from '../actions/roll-up-entity.ts';
import { createLivesInMemory } from '../lives/lives-in-memory.ts';
import { createSurvivalReader, type SurvivalInput } from '../lives/read-survival.ts';
import { createQueryScopeResolver } from '../query-scope/resolve-query-scope.ts';
import { bumpStamp, readStamp } from '../store/fact-stamps.ts';
import { areLivesCurrent } from '../store/life-derivations.ts';
import { at, committerRow, fileChangeRow, insertRows, lineRow, scoreRow, sha, teamRow } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics({
  entities: [{ id: 1, slug: 'acme', settings: {}, repos: [{ id: 100, organizationId: 10, path: 'site/web' }] }],
  people: [
    { id: 1, primaryId: 1, userName: 'ann', email: 'ann@example.com' },
    { id: 2, primaryId: 2, userName: 'bob', email: 'bob@example.com' },
  ],
  teams: [{ id: 7, slug: 'core', name: 'Core', repoPaths: [], committerIds: [1] }],
  access: new Map([[20, { committerIds: [2], managedTeamIds: [], ownCommitterId: 2 }]]),
});
const { clickHouse, postgres } = service.context;

/**
 * Ann's assistant wrote four lines on 1 January: two were deleted after 10 days, one was changed after 20, one lives. Bob wrote two on the
 * 3rd: one was deleted after 18 days, one lives. The changed line begins on the 21st, the day of the newest commit.
 */
const commits = [
  { sha: sha('a'), committer_id: 1, authored_at: at('2026-01-01T23:00:00Z'), ai_authored: true, ai_lines: 4 },
  { sha: sha('b'), committer_id: 2, authored_at: at('2026-01-03T10:00:00Z') },
  { sha: sha('c'), committer_id: 1, authored_at: at('2026-01-11T01:00:00Z') },
  { sha: sha('d'), committer_id: 2, authored_at: at('2026-01-21T10:00:00Z') },
];
const authored = new Map(commits.map((commit) => [commit.sha, commit]));
const line = (commit: string, path: string, row: number, over: Parameters<typeof lineRow>[0]) =>
  lineRow({
    ...authored.get(sha(commit)),
    sha: sha(commit),
    path,
    path_before: path,
    hunk_line: row,
    language: path.endsWith('.ts') ? 'TypeScript' : '',
    ...over,
  });
const added = (commit: string, path: string, row: number, over = {}) =>
  line(commit, path, row, { operation: 'add', line_before: null, line_after: row, ...over });
const born = (commit: string, path: string, row: number) => ({
  origin_sha: sha(commit),
  origin_path: path,
  origin_line: row,
  born_sha: sha(commit),
  born_path: path,
  born_line: row,
});
const byAi = { ai_authored: true, evidence_tier: 'declared', ai_tool: 'Claude Code', ai_model: '' };

await insertRows(clickHouse, committersTable, [
  committerRow({ committer_id: 1, user_name: 'ann' }),
  committerRow({ committer_id: 2, user_name: 'bob' }),
]);
await insertRows(clickHouse, teamsTable, [
  teamRow({
    team_id: 7,
    name: 'Core',
    slug: 'core',
    member_ids: [1],
    member_from: ['2025-01-01'],
    member_until: ['2027-01-01'],
  }),
]);
await insertRows(clickHouse, lineChangesTable, [
  ...[1, 2, 3, 4].map((row) => added('a', 'a.ts', row, byAi)),
  ...[1, 2].map((row) => added('b', 'b.sql', row)),
  ...[1, 2].map((row) =>
    line('c', 'a.ts', row, { operation: 'del', line_before: row, line_after: null, ...born('a', 'a.ts', row) }),
  ),
  line('d', 'a.ts', 1, { operation: 'chg', line_before: 1, line_after: 1, ...born('a', 'a.ts', 3) }),
  line('d', 'b.sql', 1, { operation: 'del', line_before: 1, line_after: null, ...born('b', 'b.sql', 1) }),
]);
await insertRows(
  clickHouse,
  fileChangesTable,
  [
    ['a', 'a.ts'],
    ['b', 'b.sql'],
    ['c', 'a.ts'],
    ['d', 'a.ts'],
    ['d', 'b.sql'],
  ].map(([commit = '', path = '']) =>
    fileChangeRow({
      sha: sha(commit),
      path,
      path_before: path,
      committed_at: authored.get(sha(commit))?.authored_at ?? 0,
      lines_added: 4,
    }),
  ),
);
await insertRows(
  clickHouse,
  commitScoresTable,
  commits.map((commit) => scoreRow({ ...commit, lines: 4, lines_added: 4 })),
);
await bumpStamp(postgres, 1, 'commits');
while (!(await areLivesCurrent(postgres, 1))) await deriveLineLives(service.context, 1);
while (!(await readStamp(postgres, 1)).is_rolled_up) await rollUpEntity(service.context, 1);

const survival = (query: string, options?: Parameters<typeof service.call>[2]) =>
  service.call('GET', `/code_introspections/survival?resource_path=acme&${query}`, options);
interface Group {
  group: string;
  name: string;
  line_count: number;
  median_days: number | null;
  points: { age_days: number; survival: number; at_risk: number; lower: number; upper: number }[];
}
const groupsOf = (body: { groups: Group[] }) =>
  body.groups.map(({ group, line_count, points }) => [
    group,
    line_count,
    points.map(({ age_days, survival: share, at_risk }) => [age_days, share, at_risk]),
  ]);

test('200: lines of AI and unmarked ones live as worked out by hand', async () => {
  const { status, body } = await survival('group_by=ai');
  expect([status, body.action_em, body.is_current]).toEqual([200, 'action_code_survival', true]);
  expect(groupsOf(body)).toEqual([
    [
      'ai',
      4,
      [
        [10, 0.5, 4],
        [20, 0.25, 2],
      ],
    ],
    ['unmarked', 3, [[18, 0.5, 2]]],
  ]);
  expect(body.groups[0]).toMatchObject({
    name: 'AI',
    ended_line_count: 3,
    living_line_count: 1,
    commit_count: 1,
    median_days: 15,
    restricted_to_days: 20,
    restricted_mean_days: 15,
  });
  expect(body.coverage_percent).toEqual({ lines_with_records: 0, people_with_telemetry: 0 });
  expect(body.comparisons).toMatchObject([
    {
      group: 'ai',
      against: 'unmarked',
      naive: { mean: { restricted_to_days: 18 } },
      like_with_like: { line_count: 4, stratum_count: 1 },
    },
  ]);
  expect(body.log_rank.degrees_of_freedom).toBe(1);
});

test('200: one curve unless a grouping is asked for, cut at max_age_days', async () => {
  const { body } = await survival('max_age_days=15');
  expect(groupsOf(body)).toEqual([['all', 7, [[10, 4 / 6, 6]]]]);
  expect([body.log_rank, body.comparisons]).toEqual([null, []]);
});

const keys = async (grouping: string) =>
  (await survival(`group_by=${grouping}`)).body.groups.map(({ name, line_count }: Group) => [name, line_count]);

test('200: by tool, model, tier, language and category', async () => {
  expect(await keys('ai_tool')).toEqual([
    ['Claude Code', 4],
    ['Unmarked', 3],
  ]);
  expect(await keys('ai_model')).toEqual([
    ['Not told', 4],
    ['Unmarked', 3],
  ]);
  expect(await keys('evidence_tier')).toEqual([
    ['declared', 4],
    ['unknown', 3],
  ]);
  expect(await keys('language')).toEqual([
    ['TypeScript', 5],
    ['Not told', 2],
  ]);
  expect(await keys('category')).toEqual([['code', 7]]);
});

test('200: by person, team, repo, and new or changed lines', async () => {
  expect(await keys('committer')).toEqual([
    ['ann', 4],
    ['bob', 3],
  ]);
  expect(await keys('team')).toEqual([
    ['Core', 4],
    ['No team', 3],
  ]);
  expect(await keys('repo')).toEqual([['site/web', 7]]);
  expect(await keys('new_or_changed')).toEqual([
    ['New', 6],
    ['Changed', 1],
  ]);
});

test('200: of a range of births, a team, a person', async () => {
  const lines = async (query: string) => (await survival(query)).body.groups.map((group: Group) => group.line_count);
  expect(await lines('start_date=2026-01-02&end_date=2026-01-10')).toEqual([2]);
  expect(await lines('team_slug=core')).toEqual([4]);
  expect(await lines('committer_user_name=bob')).toEqual([3]);
  expect(await lines('start_date=2020-01-01&end_date=2020-12-31')).toEqual([]);
});

test('200: a member sees their own lines alone', async () => {
  const { body } = await survival('group_by=committer', service.as(20, 'member'));
  expect(body.groups.map(({ name }: Group) => name)).toEqual(['bob']);
});

test('lives that are too many to be held are read for each question, and answer the same', async () => {
  const resolveQueryScope = createQueryScopeResolver(service.context);
  const statements: string[] = [];
  const watched: typeof clickHouse = {
    ...clickHouse,
    queryBinary: (query) => {
      statements.push(query.name);
      return clickHouse.queryBinary(query);
    },
  };
  const [kept, read] = [96 * 1024 * 1024, 0].map((mostBytes) =>
    createSurvivalReader(service.context, resolveQueryScope, createLivesInMemory({ clickHouse: watched }, mostBytes)),
  );
  const question = { resource_path: 'acme', max_age_days: 365 };
  const questions: Omit<SurvivalInput, 'resource_path' | 'max_age_days'>[] = [
    { group_by: 'none' },
    { group_by: 'ai' },
    { group_by: 'team' },
    { group_by: 'committer', committer_user_name: ['bob'] },
    { group_by: 'language', start_date: '2026-01-02', end_date: '2026-01-10' },
  ];
  for (const asked of questions) {
    statements.length = 0;
    const ofKept = await kept?.(TEST_PRINCIPAL, { ...question, ...asked });
    const byKept = statements.length;
    expect(await read?.(TEST_PRINCIPAL, { ...question, ...asked })).toEqual(ofKept);
    expect([byKept, statements.length - byKept]).toEqual([asked.group_by === 'none' ? 1 : 0, 1]);
    expect(ofKept?.groups.length).toBeGreaterThan(0);
  }
});

test('400: an unknown grouping, and an age of no days', async () => {
  const { status, body } = await survival('group_by=mood&max_age_days=0');
  expect(status).toBe(400);
  expect(body.errors.map(({ param }: { param: string }) => param).toSorted()).toEqual(['group_by', 'max_age_days']);
});

test('404: a person whom the caller may not see, and another entity, are not there', async () => {
  expect((await survival('committer_user_name=ann', service.as(20, 'member'))).status).toBe(404);
  expect((await service.call('GET', '/code_introspections/survival?resource_path=other')).status).toBe(404);
});

const ownership = (query = '', options?: Parameters<typeof service.call>[2]) =>
  service.call('GET', `/code_introspections/ownership?resource_path=acme&${query}`, options);

test('200: who wrote the lines that live on a day, by person and by file, as counted by hand', async () => {
  const { status, body } = await ownership('as_of=2026-01-21');
  expect([status, body.action_em, body.is_current]).toEqual([200, 'action_code_ownership', true]);
  expect(body).toMatchObject({
    line_count: 3,
    file_count: 2,
    bus_factor_lines: 1,
    bus_factor_files: 2,
    not_present_percent: 0,
    people: [
      { user_name: 'bob', line_count: 2, file_count: 2, main_file_count: 1, ai_line_count: 0, is_present: true },
      { user_name: 'ann', line_count: 1, file_count: 1, main_file_count: 0, ai_line_count: 1, is_present: true },
    ],
    files: [
      {
        repo_path: 'site/web',
        path: 'a.ts',
        line_count: 2,
        person_count: 2,
        main_user_name: 'ann',
        main_line_count: 1,
      },
      { path: 'b.sql', line_count: 1, person_count: 1, main_user_name: 'bob' },
    ],
  });
  expect(body.ai_percent).toBeCloseTo(100 / 3, 10);
});

test('200: lines of a file that were changed or deleted in the 90 days up to the day', async () => {
  const ended = async (asOf: string) =>
    (await ownership(`as_of=${asOf}`)).body.files.map((file: Record<string, unknown>) => [
      file['path'],
      file['ended_line_count'],
    ]);
  expect(await ended('2026-01-10')).toEqual([
    ['a.ts', 0],
    ['b.sql', 0],
  ]);
  const [all, withoutFirst] = [3, 1];
  expect(await ended('2026-01-21')).toEqual([
    ['a.ts', all],
    ['b.sql', 1],
  ]);
  // The 11th of January is the first of 90 days up to the 10th of April.
  expect(await ended('2026-04-10')).toEqual([
    ['a.ts', all],
    ['b.sql', 1],
  ]);
  expect(await ended('2026-04-11')).toEqual([
    ['a.ts', withoutFirst],
    ['b.sql', 1],
  ]);
});

test('200: of an earlier day, of a folder, and what would be left without somebody', async () => {
  const { body } = await ownership('as_of=2026-01-10&without_user_name=ann&present_days=5');
  expect(body).toMatchObject({
    line_count: 6,
    without: { user_names: ['ann'], left_line_count: 2, left_file_count: 1, left_file_percent: 50 },
    not_present_percent: 100,
  });
  expect((await ownership('path_prefix=b.')).body).toMatchObject({ line_count: 1, total_count: 1 });
});

test('200: a member sees their own lines alone; 400: a day to come; 404: somebody unknown', async () => {
  expect((await ownership('', service.as(20, 'member'))).body.people).toMatchObject([
    { user_name: 'bob', line_count: 2 },
  ]);
  expect((await ownership('as_of=2999-01-01')).status).toBe(400);
  const unknown = await ownership('without_user_name=ann', service.as(20, 'member'));
  expect([unknown.status, unknown.body.errors[0].param]).toEqual([404, 'without_user_name']);
});

test('200: a correction of a line’s evidence shows, and lines of commits with records that no AI wrote are hand-written', async () => {
  await insertRows(
    clickHouse,
    lineChangesTable,
    [1, 2].map((row) =>
      added('b', 'b.sql', row, { ...(row === 1 ? { ...byAi, evidence_tier: 'recorded' } : {}), version: 2 }),
    ),
  );
  await insertRows(clickHouse, commitScoresTable, [
    scoreRow({ ...authored.get(sha('b')), lines: 4, line_records: true, version: 2 }),
  ]);
  await bumpStamp(postgres, 1, 'commits');
  while (!(await areLivesCurrent(postgres, 1))) await deriveLineLives(service.context, 1);
  const { body } = await survival('group_by=ai');
  expect(body.groups.map(({ group, line_count }: Group) => [group, line_count])).toEqual([
    ['ai', 5],
    ['hand_written', 1],
    ['unmarked', 1],
  ]);
  expect(body.comparisons.map(({ against }: { against: string }) => against)).toEqual(['unmarked', 'hand_written']);
  expect(body.coverage_percent.lines_with_records).toBeCloseTo((100 * 2) / 7, 10);
});
