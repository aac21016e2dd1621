import type { RepositoryInput } from '@linescope/code-host/store/records';
import { DAY_MS } from '@linescope/contract/days';
import {
  type MadeUpRepository,
  makeRepository,
  type PlannedCommit,
} from '@linescope/git-engine/referee/made-up-history';

const FILES = 20;
const ADA = 'Ada <ada@example.com>';

export interface ManyPullRequests {
  repo: MadeUpRepository;
  record: RepositoryInput;
  /** Gives so many of the oldest a new title, as of now. */
  change(count: number): void;
}

/** A repo whose every change came by a pull request: a commit, a review, a merge, and for every second one a comment. */
export async function makeManyPullRequests(count: number): Promise<ManyPullRequests> {
  const begin = Date.now() - 300 * DAY_MS;
  const at = (number: number, minutes = 0) => new Date(begin + (number / count) * 290 * DAY_MS + minutes * 60_000);
  const contents = new Map<string, string>(
    Array.from({ length: FILES }, (_, file) => [`src/part-${file}.ts`, 'export const n = 0;\n'] as const),
  );
  const commit = (parents: number[], when: Date): PlannedCommit => {
    const seconds = Math.floor(when.getTime() / 1000);
    return { parents, tree: new Map(contents), author: ADA, authoredAt: seconds, committedAt: seconds };
  };
  const plan: PlannedCommit[] = [commit([], at(0))];
  for (let number = 1; number <= count; number += 1) {
    contents.set(`src/part-${number % FILES}.ts`, `export const n = ${number};\n`);
    plan.push(commit([2 * number - 2], at(number)), commit([2 * number - 2, 2 * number - 1], at(number, 60)));
  }
  const repo = await makeRepository(plan);
  const sha = (index: number) => repo.shas[index] ?? '';
  const pulls = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const [opened, merged] = [at(number, 1).toISOString(), at(number, 60).toISOString()];
    const review = { id: 1_000_000 + number, author: 'grace', submitted_at: merged, commit_id: sha(2 * number - 1) };
    const comment = { body: 'Why?', path: `src/part-${number % FILES}.ts`, line: 1, created_at: opened };
    return {
      id: 10_000 + number,
      number,
      title: `Change ${number}`,
      author: 'ada',
      created_at: opened,
      updated_at: merged,
      closed_at: merged,
      merged_at: merged,
      merge_commit_sha: sha(2 * number),
      base_ref: 'main',
      base_sha: sha(2 * number - 2),
      head_ref: `topic-${number}`,
      head_sha: sha(2 * number - 1),
      reviews: [{ ...review, state: 'APPROVED' as const }],
      review_comments:
        number % 2 === 0
          ? [{ ...comment, id: 2_000_000 + number, review_id: review.id, author: 'grace', commit_id: review.commit_id }]
          : [],
    };
  });
  return {
    repo,
    record: { pull_requests: pulls },
    change(some) {
      const now = new Date().toISOString();
      for (const pull of pulls.slice(0, some)) Object.assign(pull, { title: `${pull.title}, better`, updated_at: now });
    },
  };
}

export const manyPeople = (login: string) => ({
  id: 501,
  login,
  name: login,
  users: [
    { id: 11, login: 'ada', name: 'Ada', email: 'ada@example.com' },
    { id: 12, login: 'grace', name: 'Grace', email: 'grace@example.com' },
  ],
});

/** What the host was asked, by kind: numbers and pages taken out, git's own requests left out. */
export function callsByKind(log: readonly { path: string }[]): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const { path } of log) {
    const kind = path
      .replace(/\?.*/, '')
      .replace(/^\/api(\/v3)?/, '')
      .replace(/\/\d+(?=\/|$)/g, '/{number}');
    if (!kind.includes('.git/')) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}
