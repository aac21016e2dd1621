import type { z } from 'zod';
import type { CommitFacts } from '../store/sha-facts.ts';
import type { AuditQuery } from './audit-query.ts';
import { type PullBranch, readCommitBranches } from './commit-branches.ts';
import { type CommitCopies, furtherCopies, repeatedCommits } from './commit-copies.ts';
import { readCommitFacts } from './commit-facts.ts';
import { type CommitChoice, listedCommits, ofChosen } from './commit-keys.ts';
import { commitName } from './commit-name.ts';
import { type CountedIn, type commitRow, readCommits, readListed } from './commit-rows.ts';
import { primariesIn } from './identity-lists.ts';
import { mapInTurns } from './in-turns.ts';
import { newest } from './row-fields.ts';

export interface CommitRecord
  extends Pick<z.output<typeof commitRow>, 'repo_id' | 'sha' | 'authored' | 'committed' | 'stored'> {
  message: string;
  presence: string;
  on_default_branch: boolean;
  user_name: string;
  full_name: string;
  is_scored: boolean;
  /** Whether reports count it, or the phases of pull requests, which do on any branch. */
  counts: boolean;
  delta: number;
  children: string[];
  branches: string[];
}

/** Commits, with those that they may be copies of. */
interface CommitsToRead {
  chosen: CommitChoice;
  wanted: CommitChoice;
  /** Null where they are not known, or a large span is read: a statement then looks them up itself. */
  copies: CommitCopies | null;
  countedIn: CountedIn;
}

export function commitsToRead(query: AuditQuery, chosen: CommitChoice, countedIn: CountedIn): CommitsToRead {
  const copies = chosen.span ? null : query.context.copies.find(query.scopeParams.entity_id, query.queryScope.stamp);
  const wanted = copies ? withCopies(query, chosen, countedIn, copies) : chosen;
  return { chosen, wanted, copies, countedIn };
}

/** What is read anyway. */
interface Known {
  /** Facts of all commits that are wanted, and maybe of others. */
  facts?: Promise<CommitFacts[]>;
  /** The branches of other pull requests that hold a commit are looked up. */
  pulls?: readonly PullBranch[];
}

/**
 * Records of some commits, with their Diff Delta as reports count it: 0 where a commit does not count. Every table is read by its
 * own order, so that a page costs the same whatever else is stored.
 */
export async function readCommitRecords(
  query: AuditQuery,
  { chosen, wanted, copies, countedIn }: CommitsToRead,
  known: Known = {},
): Promise<Map<string, CommitRecord>> {
  if (chosen.keys.length === 0) return new Map();
  const { facts, branches, rows } = await readParts(query, wanted, countedIn, known, copies !== null);
  const factsOf = new Map(facts.map((one) => [commitName(one), one]));
  const newestRows = newest(rows, commitName);
  const repeated = copies && findRepeated(query, chosen, countedIn, { copies, factsOf, rows: newestRows });
  const primaryOf = primariesIn(query.queryScope);
  return new Map(
    await mapInTurns([...newestRows], ([name, row]): [string, CommitRecord] => {
      const person = primaryOf(row.committer_id);
      const known = factsOf.get(name);
      return [
        name,
        {
          repo_id: row.repo_id,
          sha: row.sha,
          authored: row.authored,
          committed: row.committed,
          stored: row.stored,
          message: row.message,
          presence: row.presence,
          on_default_branch: row.on_default_branch,
          user_name: person?.user_name ?? '',
          full_name: person?.full_name || row.author_name,
          is_scored: known?.is_scored === true,
          counts:
            row.may_count &&
            !repeated?.has(name) &&
            known?.is_scored === true &&
            person?.processing_status === 'processing_stats',
          delta: known?.delta ?? 0,
          children: known?.children ?? [],
          branches: branches.get(name) ?? [],
        },
      ];
    }),
  );
}

/** Which of the copies count in pull requests is known of none but by its own records. */
function withCopies(
  { scopeParams: { every_repo: every, repo_ids: repoIds } }: AuditQuery,
  chosen: CommitChoice,
  countedIn: CountedIn,
  copies: CommitCopies,
): CommitChoice {
  if (countedIn === 'reports') return chosen;
  const further = furtherCopies(copies, chosen.keys).filter((copy) => every || repoIds.includes(copy.repo_id));
  return further.length > 0 ? listedCommits([...chosen.keys, ...further]) : chosen;
}

interface Found {
  copies: CommitCopies;
  factsOf: ReadonlyMap<string, CommitFacts>;
  rows: ReadonlyMap<string, z.output<typeof commitRow>>;
}

/** The same as the statements of `COUNTING` find. */
function findRepeated(
  { scopeParams }: AuditQuery,
  { keys }: CommitChoice,
  countedIn: CountedIn,
  { copies, factsOf, rows }: Found,
): Set<string> {
  const { every_asked: everyAsked, asked_repo_ids: asked } = scopeParams;
  return repeatedCommits(copies, keys, scopeParams, (copy) => {
    if (countedIn === 'reports') return copy.counts && (everyAsked || asked.includes(copy.repo_id));
    const name = commitName(copy);
    return rows.get(name)?.may_count === true && (factsOf.get(name)?.pulls.length ?? 0) > 0;
  });
}

async function readParts(
  query: AuditQuery,
  chosen: CommitChoice,
  countedIn: CountedIn,
  { facts: factsUnderWay, pulls = [] }: Known,
  knowsCopies: boolean,
) {
  if (chosen.span) {
    const { facts } = chosen.span;
    const [branches, rows] = await Promise.all([
      readCommitBranches(query, facts, pulls),
      readCommits(query, ofChosen(query, chosen, 'sha'), chosen.span, countedIn, knowsCopies),
    ]);
    return { facts, branches, rows };
  }
  const reading = factsUnderWay?.then((all) => onlyOf(all, chosen)) ?? readCommitFacts(query, chosen.keys);
  const [facts, branches, rows] = await Promise.all([
    reading,
    reading.then((found) => readCommitBranches(query, found, pulls)),
    readListed(query, chosen, reading, countedIn, knowsCopies),
  ]);
  return { facts, branches, rows };
}

function onlyOf(facts: CommitFacts[], { keys }: CommitChoice): CommitFacts[] {
  const names = new Set(keys.map(commitName));
  return facts.filter((one) => names.has(commitName(one)));
}

export const stateOf = (record: CommitRecord): string =>
  record.counts ? 'analysis_complete' : record.is_scored ? 'ignored' : 'pending';

/** What commits of audits and of pull requests share, each under the two names that the spec has for it. */
export function bothNames(record: CommitRecord, repoPath: string) {
  const state = stateOf(record);
  return {
    contributor: { full_name: record.full_name, username: record.user_name, user_name: record.user_name },
    presence: record.presence,
    presence_em: record.presence,
    state,
    state_em: state,
    repo: repoPath,
    repo_path: repoPath,
  };
}

/** The branches of a commit: the default branch, or those of the pull requests that hold it. */
export function sitesOf(query: AuditQuery, record: CommitRecord) {
  const repo = query.queryScope.scope.repos.find(({ id }) => id === record.repo_id);
  const branches = [
    ...(record.on_default_branch && repo?.defaultBranch ? [repo.defaultBranch] : []),
    ...record.branches.toSorted(),
  ];
  return [{ branches, current_branch: branches[0] ?? null, committed_at: record.committed, sha: record.sha }];
}
