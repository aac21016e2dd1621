import { DAY_MS, dayMs } from '@linescope/contract/days';
import type { Random } from './random.ts';
import type { Comment, Identity, Review } from './world.ts';
import { FIRST_DAY } from './world-days.ts';

const HOUR_MS = 3_600_000;

export interface PullPlan {
  identityId: number;
  outcome: 'merge' | 'squash' | 'rebase' | 'open' | 'closed';
  commits: { authoredAt: number; identityId: number }[];
  openedAt: number;
  /** When it was merged or closed; for an open one, when its branch is looked at. */
  endedAt: number;
}

export function planPull(random: Random, identities: Identity[]): PullPlan {
  const author = random.pick(identities);
  const start =
    dayMs(FIRST_DAY) + random.below(100) * DAY_MS + random.between(6, 20) * HOUR_MS + random.below(60) * 60_000;
  const commits: PullPlan['commits'] = [];
  let at = start;
  for (let left = random.between(1, 4); left > 0; left -= 1) {
    const helper = random.chance(0.15) ? random.pick(identities) : author;
    commits.push({ authoredAt: at, identityId: helper.id });
    at += random.between(1, 30) * HOUR_MS + random.below(3_600) * 1_000;
  }
  const opening = random.pick(commits).authoredAt + random.between(600, 7_200) * 1_000;
  const outcome = random.pick<PullPlan['outcome']>(['merge', 'merge', 'squash', 'squash', 'rebase', 'open', 'closed']);
  const endedAt = Math.max(at, opening) + random.between(1, 90) * HOUR_MS + random.below(3_600) * 1_000;
  return { identityId: author.id, outcome, commits, openedAt: opening, endedAt };
}

/** Reviews and comments by others, by the author too, and by machines. */
export function talkAbout(
  random: Random,
  identities: Identity[],
  { repoId, number, plan }: { repoId: number; number: number; plan: PullPlan },
  said: { reviews: Review[]; comments: Comment[] },
): void {
  const personOf = (identityId: number) => identities.find(({ id }) => id === identityId)?.primaryId;
  const others = identities.filter(
    ({ primaryId, status }) => primaryId !== personOf(plan.identityId) && status !== 'not_processing',
  );
  const time = () => plan.openedAt + Math.floor(((plan.endedAt - plan.openedAt) * random.below(1_000)) / 1_000);
  for (let left = random.pick([0, 1, 1, 2, 3]); left > 0; left -= 1) {
    const { id: identityId, bot } = random.pick(others);
    said.reviews.push({ repoId, number, id: `r${said.reviews.length}`, identityId, bot, submittedAt: time() });
  }
  for (let left = random.pick([0, 1, 2, 4]); left > 0; left -= 1) {
    const { id: identityId, bot } = random.pick([...others, ...identities.filter(({ id }) => id === plan.identityId)]);
    const deleted = random.chance(0.1);
    said.comments.push({ repoId, number, id: `c${said.comments.length}`, identityId, bot, createdAt: time(), deleted });
  }
}
