import { committersTable, teamsTable } from '@linescope/facts/copy-tables';
import {
  commitsTable,
  fileChangesTable,
  lineChangesTable,
  windowFilesTable,
  windowStartsTable,
} from '@linescope/facts/git-tables';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import { eventually } from '@linescope/test-kit/eventually';
import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import { expect, test } from 'vitest';
import { saveBranchTips } from '../store/branch-tips.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import {
  at,
  commitRow,
  committerRow,
  fileChangeRow,
  insertRows,
  lineRow,
  sha,
  teamRow,
  usageRow,
} from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const data = neighbourhood();
const service = await startAnalytics(data);
const { clickHouse, postgres } = service.context;

/**
 * Before the window there were old.ts (three lines) and old/gone.ts. c1 adds src/a.ts, c2 (bob's, on a branch that c4 does not have)
 * changes its second line, c3 (ann's) deletes old/gone.ts and writes the second line of old.ts. `topic` points to c2.
 */
const OUTSIDE = sha('0f');
const times = ['2026-03-02', '2026-03-03', '2026-03-04'].map((day) => at(`${day}T09:00:00Z`));
const key = { entity_id: 1, repo_id: 100, version: 1 };
await insertRows(clickHouse, committersTable, [
  committerRow({ user_id: 11 }),
  committerRow({ committer_id: 3, primary_id: 3, user_name: 'bob', full_name: 'Bob' }),
  committerRow({ committer_id: 4, primary_id: 4, user_name: 'cat', processing_status: 'not_processing' }),
]);
await insertRows(clickHouse, commitsTable, [
  commitRow({ sha: sha('c1'), authored_at: times[0] ?? 0, message: 'Start', parents: [OUTSIDE] }),
  commitRow({
    sha: sha('c2'),
    authored_at: times[1] ?? 0,
    parents: [sha('c1')],
    committer_id: 3,
    ai_authored: true,
    on_default_branch: false,
  }),
  commitRow({ sha: sha('c3'), authored_at: times[2] ?? 0, message: 'Tidy', parents: [sha('c1')] }),
  commitRow({
    sha: sha('d1'),
    authored_at: times[2] ?? 0,
    parents: [sha('c2')],
    committer_id: 4,
    on_default_branch: false,
  }),
]);
await insertRows(clickHouse, fileChangesTable, [
  fileChangeRow({
    sha: sha('c1'),
    path: 'src/a.ts',
    path_before: 'src/a.ts',
    status: 'added',
    hunks: [0, 0, 1, 3],
    documented_functions: ['add'],
    documentation: ['Adds.'],
  }),
  fileChangeRow({ sha: sha('c2'), path: 'src/a.ts', path_before: 'src/a.ts', hunks: [2, 1, 2, 1], lines_added: 1 }),
  fileChangeRow({
    sha: sha('c3'),
    path: 'old/gone.ts',
    path_before: 'old/gone.ts',
    status: 'deleted',
    hunks: [1, 1, 0, 0],
  }),
  fileChangeRow({ sha: sha('c3'), path: 'old.ts', path_before: 'old.ts', hunks: [2, 1, 2, 1] }),
  fileChangeRow({ sha: sha('d1'), path: 'src/a.ts', path_before: 'src/a.ts', hunks: [1, 1, 1, 1] }),
]);
const inFile = { path: 'src/a.ts', path_before: 'src/a.ts' };
const added = {
  ...{ ...inFile, sha: sha('c1'), line_before: null, function_name: 'add' },
  ...{ operation: 'add', provenance: 'new_code' },
};
await insertRows(clickHouse, lineChangesTable, [
  ...[1, 2, 3].map((line) =>
    lineRow({ ...added, line_after: line, hunk_line: line - 1, text: `added ${line}`, delta: 2 }),
  ),
  lineRow({ ...inFile, sha: sha('c2'), line_before: 2, line_after: 2, text: 'changed', committer_id: 3, delta: 1.5 }),
  lineRow({ path: 'old.ts', path_before: 'old.ts', sha: sha('c3'), line_before: 2, line_after: 2, text: 'new two' }),
  lineRow({ ...inFile, sha: sha('d1'), line_before: 1, line_after: 1, text: 'hidden', committer_id: 4 }),
]);
await insertRows(clickHouse, windowStartsTable, [{ ...key, sha: OUTSIDE, base_sha: '' }]);
const windowFile = { ...key, sha: OUTSIDE, mode: '100644', binary: false };
await insertRows(clickHouse, windowFilesTable, [
  { ...windowFile, path: 'old.ts', line_count: 3, text: 'one\ntwo\nthree\n' },
  { ...windowFile, path: 'old/gone.ts', line_count: 1, text: 'gone' },
  { ...windowFile, path: 'logo.png', binary: true, line_count: 0, text: null },
]);
await insertRows(clickHouse, teamsTable, [
  teamRow({
    team_id: 7,
    repo_paths: ['web/app'],
    member_ids: [1],
    member_from: ['1970-01-01'],
    member_until: ['2100-01-01'],
  }),
]);
await saveBranchTips(
  postgres,
  { entityId: 1, repoId: 100, branchTips: [{ branch: 'topic', sha: sha('c2'), committedAt: '' }] },
  1,
);

const ask = (route: string, query: Record<string, string | number>, as = {}) =>
  service.call(
    'GET',
    `/code_introspections/${route}?${new URLSearchParams({
      resource_path: 'acme/web/app',
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    })}`,
    as,
  );

interface Line {
  line_number: number;
  text: string | null;
  origin_em: string;
  entry: { sha: string; user_name: string; authored_by_llm: boolean } | null;
}
const shown = (lines: Line[]) => lines.map((line) => [line.text, line.entry?.sha.slice(0, 2) ?? line.origin_em]);

test('200: each line of a file with the commit that wrote it, older ones as they were when the window began', async () => {
  const { status, body } = await ask('blame', { file_path: 'old.ts' });
  expect([status, body.sha, body.line_count, body.from_line, body.to_line]).toEqual([200, sha('c3'), 3, 1, 3]);
  expect(shown(body.lines)).toEqual([
    ['one', 'origin_before_window'],
    ['new two', 'c3'],
    ['three', 'origin_before_window'],
  ]);
  expect(body.commits.map((commit: { commit_message: string }) => commit.commit_message)).toEqual(['Tidy']);
  expect(body.response_detail).toBe(
    '3 lines by 1 commit. 2 lines are older than what was imported: import the repo with window=all to know who wrote them.',
  );
});

test('200: a branch, a commit and a range of lines', async () => {
  const { body } = await ask('blame', { file_path: '/src/a.ts', branch: 'topic' });
  expect(shown(body.lines)).toEqual([
    ['added 1', 'c1'],
    ['changed', 'c2'],
    ['added 3', 'c1'],
  ]);
  expect(body.lines[1].entry).toMatchObject({
    user_name: 'bob',
    authored_by_llm: true,
    evidence_tier_em: 'evidence_declared',
    evidence_inherited: false,
    code_file_path: 'src/a.ts',
    line_number: 2,
    operation_em: 'operation_chg',
    provenance_em: 'provenance_under_1_year',
  });
  const range = await ask('blame', { file_path: 'src/a.ts', sha: 'c1', from_line: 2, to_line: 2 });
  expect(range.status).toBe(400);
  const part = await ask('blame', { file_path: 'src/a.ts', sha: sha('c1').slice(0, 8), from_line: 2, to_line: 2 });
  expect(shown(part.body.lines)).toEqual([['added 2', 'c1']]);
  expect(part.body.response_detail).toBe('1 line by 1 commit.');
});

test('200: a line tells how it is known who wrote it, by its record, its branch, or the tools that its author used that day', async () => {
  const told = { evidence_tier: 'recorded', ai_authored: true, ai_tool: 'Claude Code', ai_model: 'opus', version: 2 };
  await insertRows(clickHouse, lineChangesTable, [
    lineRow({ ...added, ...told, line_after: 1, hunk_line: 0, text: 'added 1', delta: 2, evidence_inherited: true }),
    lineRow({
      ...added,
      line_after: 2,
      hunk_line: 1,
      text: 'added 2',
      delta: 2,
      evidence_tier: 'recorded',
      version: 2,
    }),
  ]);
  const derived = { entity_id: 1, repo_id: 100, sha: sha('c1'), inputs: 7, version: 1 };
  await clickHouse.insert({ table: 'derived_evidence', rows: [derived] });
  await insertRows(clickHouse, aiUsageTable, [usageRow({ date: '2026-03-04', prompted_accept_count: 1 })]);
  await bumpStamp(postgres, 1, 'commits');
  const blamed = async () => (await ask('blame', { file_path: 'src/a.ts', sha: sha('c3') })).body;
  // A request may still be answered from what was read a moment ago.
  await eventually(async () => (await blamed()).lines[0].entry.evidence_tier_em === 'evidence_recorded');
  const evidence = (await blamed()).lines.map(({ entry }: { entry: Record<string, unknown> }) => [
    entry['evidence_tier_em'],
    entry['evidence_inherited'],
    entry['authored_by_llm'],
    entry['ai_tool'],
    entry['ai_model'],
  ]);
  expect(evidence).toEqual([
    ['evidence_recorded', true, true, 'Claude Code', 'opus'],
    ['evidence_recorded', false, false, null, null],
    ['evidence_unknown', false, false, null, null],
  ]);
  const commit = await ask('commit', { sha: sha('c1') });
  expect(commit.body.lines.map((line: Record<string, unknown>) => line['evidence_tier_em'])).toEqual([
    'evidence_recorded',
    'evidence_recorded',
    'evidence_unknown',
  ]);
  // On the day of c3 its author used an assistant, which is no evidence of a line.
  const probable = await ask('commit', { sha: sha('c3') });
  expect(probable.body.lines[0]).toMatchObject({ evidence_tier_em: 'evidence_probable', authored_by_llm: false });
  const history = await ask('line_history', { sha: sha('c1'), file_path: 'src/a.ts', line_number_after: 1 });
  expect(history.body.line_history[0]).toMatchObject({
    evidence_tier_em: 'evidence_recorded',
    evidence_inherited: true,
  });
});

test('200: a line by someone who is not processed has no entry', async () => {
  const { body } = await ask('blame', { file_path: 'src/a.ts', sha: sha('d1') });
  expect(shown(body.lines)[0]).toEqual(['hidden', 'origin_not_shown']);
  expect((await ask('commit', { sha: sha('d1') })).status).toBe(404);
});

test('200: the files of a version, and what a folder holds', async () => {
  const all = await ask('files', {});
  expect(all.body.files.map((file: { path: string }) => file.path)).toEqual(['logo.png', 'old.ts', 'src/a.ts']);
  expect(all.body).toMatchObject({ sha: sha('c3'), page: 1, per_page: 50, page_count: 1, total_count: 3 });
  const before = await ask('files', { sha: sha('c1'), path_prefix: 'old', recursive: 'false' });
  expect(before.body.files).toEqual([
    { path: 'old/', kind_em: 'kind_folder', file_count: 1, last_changed_sha: null, last_changed_at: null },
    { path: 'old.ts', kind_em: 'kind_file', file_count: 1, last_changed_sha: null, last_changed_at: null },
  ]);
  const second = await ask('files', { per_page: 2, page: 2 });
  expect(second.body.files).toMatchObject([{ path: 'src/a.ts', last_changed_sha: sha('c1') }]);
});

test('200: the versions of a file, newest first', async () => {
  const { body } = await ask('versions', { file_path: 'src/a.ts', branch: 'topic' });
  expect(
    body.versions.map((version: Record<string, unknown>) => [
      version['sha'],
      version['status_em'],
      version['lines_added'],
    ]),
  ).toEqual([
    [sha('c2'), 'status_modified', 1],
    [sha('c1'), 'status_added', 3],
  ]);
  expect(body.total_count).toBe(2);
});

test('200: the changed lines of a commit with their operation and delta', async () => {
  const { body } = await ask('commit', { sha: sha('c1'), per_page: 2 });
  expect(body).toMatchObject({ total_count: 3, page_count: 2, commit: { diff_delta: 6, parents: [OUTSIDE] } });
  expect(body.files).toMatchObject([{ code_file_path_after: 'src/a.ts', code_file_path_before: null }]);
  expect(
    body.lines.map((line: Record<string, unknown>) => [line['text'], line['operation_em'], line['line_value']]),
  ).toEqual([
    ['added 1', 'operation_add', 2],
    ['added 2', 'operation_add', 2],
  ]);
});

test.each([
  ['files', {}, 'files', 3],
  ['files', { recursive: 'false' }, 'files', 3],
  ['versions', { file_path: 'src/a.ts', branch: 'topic' }, 'versions', 2],
  ['commit', { sha: sha('c1') }, 'lines', 3],
  ['ownership', { as_of: '2026-04-01' }, 'files', 0],
])(
  '200: pages by cursor are the whole list, and 400 is a cursor that it did not give: %s %o',
  async (route, query, field, length) => {
    const whole = (await ask(route, query)).body[field];
    expect(whole).toHaveLength(length);
    const shown: unknown[] = [];
    let { body } = await ask(route, { ...query, per_page: 1 });
    for (; body.next_cursor !== null; { body } = await ask(route, { cursor: body.next_cursor, per_page: 1 }))
      shown.push(...body[field]);
    expect([...shown, ...body[field]]).toEqual(whole);
    for (const cursor of length === 0
      ? []
      : tamperedCursors(`/code_introspections/${route}`, { resource_path: 'acme/web/app', ...query })) {
      const answer = await ask(route, { cursor });
      expect([cursor, answer.status, answer.body.errors?.[0].param]).toEqual([cursor, 400, 'cursor']);
    }
  },
);

test('200: a member does not see what somebody else’s lines scored', async () => {
  const member = service.as(11, 'member');
  expect((await ask('commit', { sha: sha('c1') }, member)).body.commit.diff_delta).toBe(6);
  const { body } = await ask('commit', { sha: sha('c2') }, member);
  expect([body.commit.diff_delta, body.lines[0].line_value, body.lines[0].text]).toEqual([null, null, 'changed']);
});

test('200: source text is for those whom the entity’s setting names', async () => {
  const entity = data.entities[0];
  if (!entity) throw new Error('the neighbourhood has an entity');
  const textFor = async (as: object) => {
    const blame = await ask('blame', { file_path: 'src/a.ts' }, as);
    const commit = await ask('commit', { sha: sha('c1') }, as);
    const history = await ask('line_history', { file_path: 'src/a.ts', sha: sha('c3'), line_number_after: 1 }, as);
    expect(commit.body.text_shown).toBe(blame.body.text_shown);
    const [entry] = history.body.line_history;
    return [
      blame.body.lines[0].text,
      commit.body.lines[0].text,
      entry.line_explanation,
      entry.documentation_for_function_if_available,
    ];
  };
  const all = ['added 1', 'added 1', 'added 1', 'Adds.'];
  const none = [null, null, null, null];
  const [ofTeam, other, admin] = [service.as(11, 'member'), service.as(12, 'manager'), service.as(1, 'admin')];
  entity.settings = { ...entity.settings, source_text_em: 'source_text_teams' };
  await eventually(async () => (await textFor(other))[0] === null);
  expect([await textFor(ofTeam), await textFor(other), await textFor(admin)]).toEqual([all, none, all]);
  entity.settings = { ...entity.settings, source_text_em: 'source_text_admins' };
  await eventually(async () => (await textFor(ofTeam))[0] === null);
  expect([await textFor(ofTeam), await textFor(other), await textFor(admin)]).toEqual([none, none, all]);
});

test.each([
  ['blame', { file_path: 'src/a.ts', sha: sha('c1'), branch: 'topic' }, 'branch'],
  ['blame', { file_path: 'src/a.ts', from_line: 9 }, 'from_line'],
  ['blame', { file_path: 'src/a.ts', from_line: 2, to_line: 1 }, 'to_line'],
  ['blame', { file_path: 'old.ts', to_line: 5001 }, 'to_line'],
  ['blame', { file_path: 'logo.png' }, 'file_path'],
  ['blame', {}, 'file_path'],
  ['files', { resource_path: 'acme' }, 'resource_path'],
  ['files', { per_page: 1001 }, 'per_page'],
  ['versions', { file_path: '/' }, 'file_path'],
  ['commit', {}, 'sha'],
])('400: %s %o', async (route, query, param) => {
  const { status, body } = await ask(route, query);
  expect([status, body.errors?.[0]?.param]).toEqual([400, param]);
});

test.each([
  ['blame', { file_path: 'nowhere.ts' }, 'file_path'],
  ['blame', { file_path: 'old/gone.ts' }, 'file_path'],
  ['blame', { file_path: 'src/a.ts', branch: 'nowhere' }, 'branch'],
  ['files', { sha: sha('dd') }, 'sha'],
  ['files', { resource_path: 'acme/web/api' }, 'resource_path'],
  ['versions', { file_path: 'nowhere.ts' }, 'file_path'],
  ['commit', { sha: OUTSIDE }, 'sha'],
  ['commit', { sha: sha('c1'), resource_path: 'other/x/y' }, 'resource_path'],
])('404: %s %o', async (route, query, param) => {
  const { status, body } = await ask(route, query);
  expect([status, body.errors?.[0]?.param]).toEqual([404, param]);
});

test('200: the files from before the window are found as soon as they are stored', async () => {
  const before = sha('0e');
  await insertRows(clickHouse, commitsTable, [
    commitRow({ sha: sha('f1'), authored_at: times[2] ?? 0, parents: [before], on_default_branch: false }),
  ]);
  await bumpStamp(postgres, 1, 'commits');
  const listed = async () => {
    const { status, body } = await ask('files', { sha: sha('f1') });
    return [status, body.files?.map((file: { path: string }) => file.path)];
  };
  expect(await listed()).toEqual([404, undefined]);
  await insertRows(clickHouse, windowFilesTable, [
    { ...windowFile, sha: before, path: 'late.ts', line_count: 1, text: 'late' },
  ]);
  await insertRows(clickHouse, windowStartsTable, [{ ...key, sha: before, base_sha: '' }]);
  await bumpStamp(postgres, 1, 'rows');
  expect(await listed()).toEqual([200, ['late.ts']]);
  expect((await ask('blame', { sha: sha('f1'), file_path: 'late.ts' })).body.lines[0].text).toBe('late');
});
