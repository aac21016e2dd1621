import { committersTable } from '@linescope/facts/copy-tables';
import { commitsTable, fileChangesTable, lineChangesTable } from '@linescope/facts/git-tables';
import { expect, test } from 'vitest';
import { at, commitRow, committerRow, fileChangeRow, insertRows, lineRow, sha } from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;

/**
 * c1 writes three lines of a.ts, c2 changes the second; logo.png is binary. big.ts is too large: that one of its lines is stored shows
 * whether any is looked for.
 */
const BIG = { path: 'big.ts', path_before: 'big.ts' };
const [FIRST, SECOND] = [at('2026-03-02T09:00:00Z'), at('2026-03-03T09:00:00Z')];
await insertRows(clickHouse, committersTable, [committerRow({})]);
await insertRows(clickHouse, commitsTable, [
  commitRow({ sha: sha('c1'), authored_at: FIRST, message: 'Start' }),
  commitRow({ sha: sha('c2'), authored_at: SECOND, message: 'Change', parents: [sha('c1')] }),
]);
await insertRows(clickHouse, fileChangesTable, [
  fileChangeRow({ sha: sha('c1'), status: 'added', hunks: [0, 0, 1, 3] }),
  fileChangeRow({ sha: sha('c1'), path: 'logo.png', path_before: 'logo.png', status: 'added', binary: true }),
  fileChangeRow({ sha: sha('c1'), ...BIG, status: 'added', oversized: true, hunks: [0, 0, 1, 30_000] }),
  fileChangeRow({
    sha: sha('c2'),
    hunks: [2, 1, 2, 1],
    links: [2, 0, 2, 1],
    link_paths: ['a.ts'],
    link_shas: [''],
  }),
]);
await insertRows(clickHouse, lineChangesTable, [
  lineRow({ sha: sha('c1'), ...BIG, line_before: null, line_after: 2, operation: 'add', text: 'stored' }),
  lineRow({ sha: sha('c1'), line_before: null, line_after: 2, operation: 'add', text: 'let sum = 0;' }),
  lineRow({ sha: sha('c2'), line_before: 2, line_after: 2, text: 'let sum = 1;', origin_authored_at: FIRST }),
]);

const history = (query: Record<string, string | number>) =>
  service.call(
    'GET',
    `/code_introspections/line_history?${new URLSearchParams({
      resource_path: 'acme/web/app',
      file_path: 'a.ts',
      sha: sha('c2'),
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    })}`,
  );

test('200: the versions of a line, newest first', async () => {
  const { status, body } = await history({ line_number_after: 2 });
  expect(status).toBe(200);
  expect(
    body.line_history.map((entry: Record<string, unknown>) => [
      entry['commit_message'],
      entry['line_explanation'],
      entry['operation_em'],
      entry['line_number_before'],
      entry['churn'],
    ]),
  ).toEqual([
    ['Change', 'let sum = 1;', 'operation_chg', 2, 'churn_new'],
    ['Start', 'let sum = 0;', 'operation_add', null, null],
  ]);
  expect((await history({ line_number_after: 2, max_hops: 0 })).body.line_history).toHaveLength(1);
});

test('200: the lines of a change that is too large to be stored line by line are not looked for', async () => {
  const { status, body } = await history({ file_path: 'big.ts', line_number_after: 2 });
  expect([status, body.line_history]).toMatchObject([200, [{ sha: sha('c1'), line_explanation: null, line_value: 0 }]]);
});

test('400: all that is at fault is said at once, in whole sentences', async () => {
  const { body } = await service.call('GET', '/code_introspections/line_history?resource_path=acme/web/app&sha=x');
  const details = body.errors.map(({ detail }: { detail: string }) => detail);
  expect(details).toContain('file_path is required.');
  expect(details).toContain('line_number_after is required, unless line_number_before is given.');
  expect(details).toContain('sha must be 4 to 40 hexadecimal characters of a commit hash.');
});

test.each([
  ['no line number', {}, 'line_number_after', undefined],
  ['two line numbers', { line_number_after: 1, line_number_before: 1 }, 'line_number_after', undefined],
  ['a sha that is not hexadecimal', { line_number_after: 1, sha: 'master' }, 'sha', undefined],
  ['a line past the end', { line_number_after: 9 }, 'line_number_after', 'past_end'],
  ['a binary file', { line_number_after: 1, file_path: 'logo.png' }, 'file_path', 'binary_file'],
  ['a scope of many repos', { line_number_after: 1, resource_path: 'acme' }, 'resource_path', undefined],
])('400: %s', async (_what, query, param, code) => {
  const { status, body } = await history(query);
  expect([status, body.errors[0].param]).toEqual([400, param]);
  if (code) expect(body.errors[0].code_em).toBe(code);
});

test.each([
  ['an unknown commit', { line_number_after: 1, sha: sha('dd') }, 'sha', 'unknown_sha'],
  ['an unknown file', { line_number_after: 1, file_path: 'b.ts' }, 'file_path', 'unknown_file'],
  ['a scope that is not there', { line_number_after: 1, resource_path: 'globex/web/app' }, 'resource_path', undefined],
])('404: %s', async (_what, query, param, code) => {
  const { status, body } = await history(query);
  expect([status, body.errors[0].param]).toEqual([404, param]);
  if (code) expect(body.errors[0].code_em).toBe(code);
});

test('200: an author’s commits are those of the default branch, merges left out, and the avatar is the host’s', async () => {
  const repo = { repo_id: 101, committer_id: 3 };
  const avatar = 'https://avatars.example/bob';
  await insertRows(clickHouse, committersTable, [
    committerRow({ committer_id: 3, user_name: 'bob', full_name: 'Bob' }),
    committerRow({ committer_id: 8, primary_id: 3, user_name: 'bob-host', avatar_url: avatar }),
  ]);
  await insertRows(clickHouse, commitsTable, [
    commitRow({ ...repo, sha: sha('d1'), authored_at: FIRST }),
    commitRow({ ...repo, sha: sha('d2'), authored_at: SECOND, committer_id: 8, parents: [sha('d1')] }),
    commitRow({ ...repo, sha: sha('d3'), authored_at: SECOND, is_merge: true, parents: [sha('d1'), sha('d2')] }),
    commitRow({ ...repo, sha: sha('d4'), authored_at: SECOND, on_default_branch: false, parents: [sha('d1')] }),
    commitRow({ ...repo, sha: sha('d5'), authored_at: SECOND, presence: 'removed', parents: [sha('d1')] }),
  ]);
  await insertRows(clickHouse, fileChangesTable, [
    fileChangeRow({ repo_id: 101, sha: sha('d1'), status: 'added', hunks: [0, 0, 1, 3] }),
  ]);
  await insertRows(clickHouse, lineChangesTable, [
    lineRow({ ...repo, sha: sha('d1'), line_before: null, line_after: 2, operation: 'add', text: 'let sum = 0;' }),
  ]);
  const { body } = await history({ resource_path: 'acme/web/api', sha: sha('d2'), line_number_after: 2 });
  expect(body.line_history[0].author).toMatchObject({ user_name: 'bob', commits_in_repo: 2, avatar_url: avatar });
});
