import type { defectsTable, releasedCommitsTable } from '@linescope/facts/copy-tables';
import type { commitScoresTable, lineChangesTable } from '@linescope/facts/git-tables';
import type {
  aiUsageTable,
  issuesTable,
  pullRequestReviewsTable,
  pullRequestsTable,
} from '@linescope/facts/provider-tables';
import type { FactRow } from '@linescope/facts/table';
import { defectRow, issueRow, lineRow, pullRow, reviewRow, scoreRow, sha, usageRow } from './fact-rows.ts';

/** A whole number from 0 to below another. */
export type Random = (below: number) => number;

/** The same numbers for a seed, whoever asks. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface RandomFacts {
  scores: FactRow<typeof commitScoresTable>[];
  pulls: FactRow<typeof pullRequestsTable>[];
  reviews: FactRow<typeof pullRequestReviewsTable>[];
  released: FactRow<typeof releasedCommitsTable>[];
  issues: FactRow<typeof issuesTable>[];
  defects: FactRow<typeof defectsTable>[];
  lines: FactRow<typeof lineChangesTable>[];
  usages: FactRow<typeof aiUsageTable>[];
}

const FIRST = Date.UTC(2026, 1, 16) / 1000;
const SECONDS = 28 * 86_400;
const REPOS = [100, 101, 102];
const KEYS = ['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4', 'OPS-5'];

/** Facts of a small entity: each correction is new rows, and new versions of rows that were there. */
export function factsOf(random: Random) {
  const commits = new Map<string, FactRow<typeof commitScoresTable>>();
  let version = 0;
  const pick = <T>(list: readonly T[], none: T): T => list[random(list.length)] ?? none;
  const someTime = () => FIRST + random(SECONDS);
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const someKeys = () => KEYS.filter(() => random(6) === 0);
  const someCommits = (repo: number) =>
    [...commits.values()].filter((row) => row.repo_id === repo && random(12) === 0).slice(0, 5);

  function newScore(): FactRow<typeof commitScoresTable> {
    const authored = someTime();
    return scoreRow({
      sha: sha(`${(commits.size + 1).toString(16).padStart(8, '0')}c`),
      repo_id: pick(REPOS, 100),
      authored_at: authored,
      committed_at: authored + random(4) * 3600,
      patch_id: random(8) === 0 ? '' : `patch ${random(200)}`,
      committer_id: 1 + random(6),
      delta: random(9_000_000) / 1e6,
      on_default_branch: random(3) > 0,
      is_merge: random(12) === 0,
      says_fix: random(6) === 0,
      issue_keys: someKeys(),
      version,
    });
  }

  function score(): FactRow<typeof commitScoresTable> {
    const known = [...commits.values()];
    const before = known[random(known.length)];
    const change = random(5);
    if (!before || change < 3) return newScore();
    if (change === 3) return { ...before, delta: random(9_000_000) / 1e6, issue_keys: someKeys(), version };
    return {
      ...before,
      on_default_branch: random(2) === 0,
      presence: random(4) === 0 ? 'nonexistent' : 'existent',
      version,
    };
  }

  function pull(): FactRow<typeof pullRequestsTable> {
    const repo = pick(REPOS, 100);
    const own = someCommits(repo);
    const opened = someTime();
    const end = random(3);
    const ended = iso(opened + random(5 * 86_400));
    return pullRow({
      repo_id: repo,
      number: 1 + random(30),
      committer_id: random(7),
      opened_at: iso(opened),
      merged_at: end === 0 ? ended : null,
      closed_at: end < 2 ? ended : null,
      commit_shas: own.map((row) => row.sha),
      commit_authored_at: random(2) === 0 ? own.map((row) => row.authored_at) : [],
      squash_sha: random(3) === 0 ? (someCommits(repo)[0]?.sha ?? '') : '',
      first_commit_authored_at: own[0] ? iso(own[0].authored_at) : null,
      first_human_review_at: random(2) === 0 ? ended : null,
      issue_keys: someKeys(),
      version,
    });
  }

  const lineOf = (row: FactRow<typeof commitScoresTable>): FactRow<typeof lineChangesTable> =>
    lineRow({
      repo_id: row.repo_id,
      sha: row.sha,
      path: `file-${random(4)}.ts`,
      hunk_line: random(5),
      authored_at: row.authored_at,
      committer_id: row.committer_id,
      operation: pick(['chg', 'del', 'add'], 'chg'),
      origin_sha: sha('a'),
      origin_authored_at: FIRST,
      origin_ai: random(2) === 0,
      kind: pick(['code', 'comment'], 'code'),
      version,
    });

  return {
    /** So many commits, and others beside them. */
    correct(most: number): RandomFacts {
      version += 1;
      const scores = Array.from({ length: most }, score);
      for (const row of scores) commits.set(`${row.repo_id} ${row.sha}`, row);
      const last = new Map(scores.map((row) => [`${row.repo_id} ${row.sha}`, row]));
      const several = REPOS.flatMap((repo) => someCommits(repo));
      const fixes = several.slice(0, 3);
      return {
        scores: [...last.values()],
        pulls: Array.from({ length: most / 4 }, pull),
        reviews: [
          reviewRow({ repo_id: pick(REPOS, 100), number: 1 + random(30), committer_id: 1 + random(6), version }),
        ],
        released: several.map((row) => ({
          entity_id: 1,
          repo_id: row.repo_id,
          sha: row.sha,
          release_id: 1 + random(3),
          released_at: random(8) === 0 ? null : iso(row.authored_at + random(4 * 86_400)),
          version,
        })),
        issues: [issueRow({ key: pick(KEYS, 'OPS-1'), type: pick(['Bug', 'Story'], 'Bug'), version })],
        defects: [
          defectRow({
            defect_id: 1 + random(6),
            fix_shas: fixes.map((row) => row.sha),
            fix_repo_ids: fixes.map((row) => row.repo_id),
            removed: random(6) === 0,
            version,
          }),
        ],
        lines: fixes.flatMap((row) => [lineOf(row), lineOf(row), lineOf(row)]),
        usages: [1, 2, 3].map(() =>
          usageRow({
            date: iso(someTime()).slice(0, 10),
            committer_id: random(5),
            team_id: random(2) * 7,
            lines_added: random(3),
            version,
          }),
        ),
      };
    },
  };
}
