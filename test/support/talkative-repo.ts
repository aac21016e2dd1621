import { makeRepository, type PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import type { Stack } from './start-stack.ts';

const DAY = 24 * 60 * 60;
const begin = Math.floor(Date.now() / 1000 / DAY) * DAY - 60 * DAY;
/** The n-th day of the made-up history. */
export const onDay = (n: number): string => new Date((begin + n * DAY) * 1000).toISOString();
/** The same as ClickHouse writes it. */
export const storedDay = (n: number): string => onDay(n).replace('T', ' ').replace('Z', '');

const file = (n: number) =>
  new Map([['src/sum.ts', Array.from({ length: n }, (_, i) => `export const n${i} = ${i};\n`).join('')]]);
const commit = (n: number, parents: number[], lines: number, author = 'Ada <ada@example.com>'): PlannedCommit => ({
  parents,
  tree: file(lines),
  message: `Commit ${n}`,
  author,
  authoredAt: begin + n * DAY,
  committedAt: begin + n * DAY,
});

const GRACE = 'Grace <grace@example.com>';

/**
 * One repo with everything a host can say of it. Pull request 1 was merged, 2 squashed, 3 is open, 4 was closed, 5 was rebased.
 *
 *   0 ── 3(merge 1) ── 6(squash 2) ── 11 ── 12(rebase 5: 8, 9 again)
 *   └1─2─┘             4─5            └8─9   7: pull request 3   10: pull request 4
 */
const history: PlannedCommit[] = [
  commit(0, [], 1),
  commit(1, [0], 2),
  commit(2, [1], 3),
  commit(3, [0, 2], 3),
  commit(4, [3], 4, GRACE),
  commit(5, [4], 5, GRACE),
  commit(6, [3], 5, GRACE),
  commit(7, [6], 7),
  commit(8, [6], 6),
  commit(9, [8], 8),
  commit(10, [6], 9),
  { ...commit(8, [6], 6), committedAt: begin + 11 * DAY },
  { ...commit(9, [11], 8), committedAt: begin + 12 * DAY },
];

export type TalkativeRepo = Awaited<ReturnType<typeof serveTalkativeRepo>>;

/** Makes it and has the code host serve it as `<org>/<name>`. */
export async function serveTalkativeRepo(codeHost: Stack['codeHost'], org: string, name: string) {
  const repo = await makeRepository(history);
  removeAfterFile(repo.remove);
  const sha = (index: number) => repo.shas[index] ?? '';
  const heads: Record<number, number> = { 1: 2, 2: 5, 3: 7, 4: 10, 5: 9, 6: 1 };
  for (const [number, head] of Object.entries(heads))
    await repo.git('update-ref', `refs/pull/${number}/head`, sha(head));
  await repo.git('tag', 'v1.0.0', sha(3));

  const pull = (number: number, base: number, opened: number, changed: number) => ({
    id: 1_000 + number,
    number,
    title: `Change ${number}`,
    author: 'ada',
    created_at: onDay(opened),
    updated_at: onDay(changed),
    base_ref: 'main',
    base_sha: sha(base),
    head_ref: `topic-${number}`,
    head_sha: sha(heads[number] ?? 0),
  });
  const ended = (day: number, merge: number | null) => ({
    closed_at: onDay(day),
    merged_at: merge === null ? null : onDay(day),
    merge_commit_sha: merge === null ? null : sha(merge),
  });
  const record = {
    pull_requests: [
      {
        ...pull(1, 0, 2, 3),
        ...ended(3, 3),
        title: 'OPS-7: make it longer',
        body: 'Fixes #21 at last.',
        comments: [{ id: 401, author: 'ada', body: 'Please look', created_at: onDay(2) }],
        reviews: [
          { id: 601, author: 'helper[bot]', state: 'COMMENTED' as const, submitted_at: onDay(2), commit_id: sha(2) },
          { id: 602, author: 'grace', state: 'APPROVED' as const, submitted_at: onDay(3), commit_id: sha(2) },
        ],
        review_comments: [
          {
            id: 701,
            review_id: 602,
            author: 'grace',
            body: 'Why three?',
            path: 'src/sum.ts',
            line: 3,
            resolved: true,
            commit_id: sha(2),
            created_at: onDay(3),
          },
        ],
      },
      // Older than any window of a year: given on the same page, and no fact.
      { ...pull(6, 0, -500, -499), ...ended(-499, null) },
      { ...pull(2, 3, 5, 6), ...ended(6, 6), author: 'grace', head_ref: 'feature/OPS-8-shorter' },
      { ...pull(3, 6, 7, 7), draft: true },
      { ...pull(4, 6, 10, 11), ...ended(11, null) },
      { ...pull(5, 6, 9, 12), ...ended(12, 12) },
    ],
    issues: [
      {
        id: 2_021,
        number: 21,
        title: 'Too short',
        author: 'grace',
        labels: ['bug', 'priority: highest'],
        assignees: ['ada'],
        created_at: onDay(1),
        updated_at: onDay(3),
        closed_at: onDay(3),
        state_reason: 'completed' as const,
      },
    ],
  };
  codeHost.putOrganizationRecord({
    id: 501,
    login: org,
    name: org,
    users: [
      { id: 11, login: 'ada', name: 'Ada', email: 'ada@example.com' },
      { id: 12, login: 'grace', name: 'Grace', email: 'grace@example.com' },
      { id: 13, login: 'helper[bot]', name: 'helper', email: 'bot@example.com', type: 'Bot' },
    ],
  });
  await codeHost.addRepository({ org, name, gitDir: repo.gitDir });
  codeHost.putRepositoryRecord(org, name, record);
  return { ...repo, sha, record, path: `${org}/${name}` };
}
