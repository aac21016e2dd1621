import { createHash } from 'node:crypto';
import { DAY_MS, dayMs } from '@linescope/contract/days';
import type { Random } from './random.ts';
import { randomLines } from './random-lines.ts';
import { type PullPlan, planPull, talkAbout } from './random-pulls.ts';
import type { Comment, Commit, Identity, Issue, Pull, Repo, Review } from './world.ts';
import { FIRST_DAY } from './world-days.ts';

const HOUR_MS = 3_600_000;

export interface History {
  commits: Commit[];
  pulls: Pull[];
  reviews: Review[];
  comments: Comment[];
}

interface Given {
  repos: Repo[];
  identities: Identity[];
  issues: Issue[];
}

/** How much happens in each repo: commits straight to the default branch, and pull requests. */
const PLANS = [
  { direct: 26, pulls: 16 },
  { direct: 16, pulls: 10 },
  { direct: 6, pulls: 3 },
  { direct: 8, pulls: 0 },
];
export const DEFECT_KEYS = ['outage.7', 'signed', 'D-1'];

export function randomHistory(random: Random, given: Given): History {
  const history: History = { commits: [], pulls: [], reviews: [], comments: [] };
  for (const [index, repo] of given.repos.entries()) {
    const writer = createWriter(random, repo, given, history);
    if (index === 2) writer.fork(given.repos[0]?.id ?? 0);
    const plan = PLANS[index] ?? { direct: 0, pulls: 0 };
    writer.addOld(index === 2 ? 0 : 6);
    const pulls = Array.from({ length: plan.pulls }, () => planPull(random, given.identities));
    const steps = [
      ...Array.from({ length: plan.direct }, () => ({ at: someTime(random), pull: null })),
      ...pulls.map((pull) => ({ at: pull.endedAt, pull })),
    ].sort((one, other) => one.at - other.at);
    for (const { at, pull } of steps) pull ? writer.integrate(pull) : writer.addDirect(at);
  }
  applyAgain(random, given.repos, history);
  return history;
}

/** Mostly on working days, by day. */
const someTime = (random: Random): number =>
  dayMs(FIRST_DAY) + random.below(110) * DAY_MS + random.between(6, 20) * HOUR_MS + random.below(3_600) * 1_000;

function createWriter(random: Random, repo: Repo, { identities, issues }: Given, history: History) {
  const own: Commit[] = [];
  const tips: { sha: string; since: number }[] = [];
  const tipAt = (time: number): string => tips.findLast(({ since }) => since <= time)?.sha ?? '';
  let tip = '';
  let count = 0;
  const shaOf = (): string =>
    createHash('sha1')
      .update(`${repo.id} ${count++} ${random.below(2 ** 31)}`)
      .digest('hex');
  const keyText = (issue: Issue): string => (issue.repoId === 0 ? issue.key : `#${issue.key.split('#')[1]}`);
  const named = issues.filter(({ repoId }) => repoId === 0 || repoId === repo.id);

  function message(): string {
    const verb = random.pick(['Add', 'Change', 'Fix', 'Remove', 'Prefixes of', 'Redesigned']);
    const keys = random.chance(0.45) ? [keyText(random.pick(named))] : [];
    if (random.chance(0.1)) keys.push(keyText(random.pick(named)));
    if (random.chance(0.06)) keys.push(random.pick(DEFECT_KEYS));
    return `${verb} the thing${keys.map((key) => ` (${key})`).join('')}\n\nIt was time.`;
  }

  function write(over: Partial<Commit> & { authoredAt: number; identityId: number }): Commit {
    const sha = shaOf();
    const ai = over.ai ?? random.chance(0.25);
    const before = own.filter(({ onDefaultBranch, authoredAt }) => onDefaultBranch && authoredAt < over.authoredAt);
    const commit: Commit = {
      repoId: repo.id,
      sha,
      committedAt: over.authoredAt + random.below(600) * 1_000,
      parents: tip ? [tip] : [],
      message: message(),
      merge: false,
      onDefaultBranch: true,
      removed: false,
      patchId: `p${sha.slice(0, 12)}`,
      ai,
      // By its sha, so that a world has the same commits as before.
      recorded: sha.charCodeAt(0) % 3 === 0,
      lines: over.merge ? [] : randomLines(random, before),
      ...over,
    };
    own.push(commit);
    history.commits.push(commit);
    return commit;
  }

  const advance = ({ sha, committedAt }: Commit): void => {
    tip = sha;
    tips.push({ sha, since: committedAt });
  };

  return {
    fork(from: number): void {
      const shared = history.commits.filter(({ repoId, onDefaultBranch }) => repoId === from && onDefaultBranch);
      for (const commit of shared.slice(0, Math.floor(shared.length / 3))) {
        const copy = { ...commit, repoId: repo.id };
        own.push(copy);
        history.commits.push(copy);
        advance(commit);
      }
    },
    addOld(howMany: number): void {
      for (let index = 0; index < howMany; index += 1) {
        const authoredAt = Date.UTC(2024, 6, 1) + index * 90 * DAY_MS + random.below(80 * DAY_MS);
        advance(write({ authoredAt, identityId: random.pick(identities).id }));
      }
    },
    addDirect(authoredAt: number): void {
      const removed = random.chance(0.05);
      const commit = write({ authoredAt, identityId: random.pick(identities).id, removed });
      if (!removed) advance(commit);
    },
    integrate(plan: PullPlan): void {
      const base = tip;
      const onDefault = plan.outcome === 'merge';
      const gone = plan.outcome === 'closed' && random.chance(0.5);
      let last = tipAt(plan.commits[0]?.authoredAt ?? 0);
      const branch = plan.commits.map(({ authoredAt, identityId }) => {
        const parents = last ? [last] : [];
        const commit = write({ authoredAt, identityId, parents, onDefaultBranch: onDefault, removed: gone });
        last = commit.sha;
        return commit;
      });
      const onto = base ? [base] : [];
      const asAuthor = { identityId: plan.identityId, committedAt: plan.endedAt, authoredAt: plan.endedAt };
      let merge: Commit | undefined;
      if (plan.outcome === 'merge') merge = write({ ...asAuthor, merge: true, parents: [...onto, last], patchId: '' });
      if (plan.outcome === 'squash') {
        const lines = branch.flatMap((commit) => commit.lines);
        merge = write({ ...asAuthor, parents: onto, lines, ai: branch.some(({ ai }) => ai) });
      }
      if (plan.outcome === 'rebase') {
        for (const commit of branch) {
          const { authoredAt, identityId, message: text, lines, ai, patchId } = commit;
          const parents = merge ? [merge.sha] : onto;
          const again = { authoredAt, identityId, message: text, lines, ai, patchId, parents };
          merge = write({ ...again, committedAt: plan.endedAt + branch.indexOf(commit) * 1_000 });
        }
      }
      if (merge) advance(merge);
      const number = history.pulls.filter(({ repoId }) => repoId === repo.id).length + 1;
      const text = pullText(number);
      history.pulls.push({
        repoId: repo.id,
        number,
        ...text,
        identityId: random.chance(0.05) ? 0 : plan.identityId,
        draft: plan.outcome === 'open' && random.chance(0.3),
        openedAt: plan.openedAt,
        closedAt: plan.outcome === 'open' ? null : plan.endedAt,
        mergedAt: merge ? plan.endedAt : null,
        mergeSha: merge?.sha ?? '',
        squashSha: plan.outcome === 'squash' ? (merge?.sha ?? '') : '',
        commitShas: branch.map(({ sha }) => sha),
      });
      talkAbout(random, identities, { repoId: repo.id, number, plan }, history);
    },
  };

  function pullText(number: number): { title: string; branch: string; closes: string[] } {
    const tracked = issues.filter(({ repoId }) => repoId === 0);
    const hosted = issues.filter(({ repoId }) => repoId === repo.id);
    const inBranch = random.chance(0.25) ? `${random.pick(tracked).key}-` : '';
    const inTitle = random.chance(0.25) ? `${random.pick(tracked).key}: ` : '';
    const defect = random.chance(0.08) ? `${random.pick(DEFECT_KEYS)} ` : '';
    return {
      title: `${inTitle}${defect}Better thing ${number}`,
      branch: `work/${inBranch}thing-${number}`,
      closes: hosted.length > 0 && random.chance(0.2) ? [`#${random.pick(hosted).key.split('#')[1]}`] : [],
    };
  }
}

/** Some commits are picked into the same or another repo later: the same patch, author and authored time under another sha. */
function applyAgain(random: Random, repos: Repo[], history: History): void {
  const candidates = history.commits.filter(
    ({ onDefaultBranch, merge, authoredAt }) => onDefaultBranch && !merge && authoredAt >= dayMs(FIRST_DAY),
  );
  for (const commit of random.some(candidates, 0.08)) {
    const repoId = random.chance(0.3) ? commit.repoId : random.pick(repos).id;
    const sha = createHash('sha1').update(`${commit.sha} ${repoId} again`).digest('hex');
    const committedAt = commit.committedAt + random.between(1, 96) * HOUR_MS;
    history.commits.push({ ...commit, repoId, sha, committedAt, parents: [] });
  }
}
