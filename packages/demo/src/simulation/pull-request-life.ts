/** One pull request from its first commit to its end, as a life of the simulation. */

import { hour, nextWorkingTime } from '../plan/calendar.ts';
import type { Person } from '../plan/people.ts';
import { editBlock, type Workspace } from '../text/edit-code.ts';
import { assisted, commitBody, commitSubject, withTrailers } from '../text/messages.ts';
import { type Branch, commitOnBranch, openBranch, releaseLocks } from './branch.ts';
import type { WorkKind } from './choose-edits.ts';
import { finishMerge } from './finish-merge.ts';
import { linkIssue, openPull } from './open-pull.ts';
import type { IssueDraft, PullDraft } from './pull-draft.ts';
import { botReview, comment, humanReview } from './review.ts';
import { commitToMain, type Life, type Simulation, someoneAt, stampOf } from './simulation.ts';
import type { Work } from './work.ts';

const commitsOf: Record<WorkKind, readonly [number, number]> = {
  feature: [2, 5],
  bug: [1, 3],
  defect: [1, 2],
  refactor: [1, 3],
  replace: [1, 1],
  docs: [1, 2],
  chore: [1, 2],
  deps: [1, 1],
};

export function* pullRequestLife(sim: Simulation, work: Work): Life {
  const { random } = sim;
  yield work.startAt;
  const branch = openBranch(sim, work.kind, work.paths);
  if (!branch) return;
  if (work.ticket) work.ticket.startedAt ??= sim.time - random.between(0.2, 3) * hour;
  const email =
    work.author.otherEmails[0] !== undefined && random.chance(0.2) ? work.author.otherEmails[0] : work.author.email;
  const commit = (apply?: (space: Workspace) => void, note = '') => {
    const byAssistant = assisted(random, work.author);
    const partner = random.chance(0.04) ? someoneAt(sim, sim.time, work.author) : undefined;
    const subject = note || commitSubject(random, work.prefix);
    const message = withTrailers(`${subject}${commitBody(random)}`, work.author, byAssistant, partner);
    const author = stampOf({ ...work.author, email }, sim.time);
    const writer = { person: work.author, byAssistant };
    commitOnBranch(sim, branch, { author, message, isBold: byAssistant, apply, writer });
  };
  const pause = (low: number, high: number) =>
    nextWorkingTime(random, sim.time + random.between(low, high) * hour * (work.urgent ? 0.2 : 1), work.author.leave);

  const [fewest, most] = commitsOf[work.kind];
  for (let left = random.whole(fewest, most); left > 0; left--) {
    commit(branch.commits.length === 0 ? work.apply : undefined);
    if (left > 1) yield pause(1, 14);
  }
  if (branch.commits.length === 0) return releaseLocks(sim, branch);
  const picked = branch.commits[0];
  if (picked && branch.commits.length > 1 && random.chance(0.05)) {
    // Someone could not wait: the first commit goes to main at once, the same patch by the same author.
    const by = stampOf(someoneAt(sim, sim.time), sim.time);
    commitToMain(sim, { author: picked.author, committer: by, message: picked.message, changes: picked.changes });
  }
  yield pause(0.2, 2);
  const pull = openPull(sim, work, branch, work.author);
  const closes = linkIssue(sim, work, pull);
  yield* reviewAndEnd(sim, work, pull, branch, commit, closes);
}

function* reviewAndEnd(
  sim: Simulation,
  work: Work,
  pull: PullDraft,
  branch: Branch,
  commit: (apply?: (space: Workspace) => void, note?: string) => void,
  closes: IssueDraft | undefined,
): Life {
  const { random } = sim;
  const speed = work.urgent ? 0.15 : 1;
  const touch = () => {
    pull.head = branch.head;
    pull.updatedAt = Math.max(pull.updatedAt, sim.time);
  };
  const revise = () => {
    const fresh = branch.space.touched.at(-1);
    commit(
      fresh ? (space) => editBlock(space, random, fresh.path, (block) => block.name === fresh.block) : undefined,
      `${work.prefix} Address review`.trim(),
    );
    touch();
  };
  if (random.chance(0.45)) {
    yield sim.time + random.between(2, 9) * 60_000;
    botReview(sim, pull, branch);
    touch();
  }
  const fate = random.weighted<'merged' | 'closed' | 'stale'>(
    work.urgent
      ? [['merged', 1]]
      : [
          ['merged', 90],
          ['closed', 7],
          ['stale', 3],
        ],
  );
  if (fate === 'stale') return releaseLocks(sim, branch);

  let approver: Person | undefined;
  for (
    let round = random.chance(0.14)
      ? 0
      : random.weighted([
          [1, 6],
          [2, 3],
          [3, 1],
        ] as const);
    round > 0;
    round--
  ) {
    const reviewer = someoneAt(sim, sim.time, work.author);
    if (pull.requested.length === 0) pull.requested.push({ reviewer: reviewer.login, at: sim.time });
    yield nextWorkingTime(random, sim.time + random.between(1, 22) * hour * speed, reviewer.leave);
    humanReview(sim, pull, branch, reviewer, round > 1);
    touch();
    approver = reviewer;
    if (round > 1 || random.chance(0.2)) {
      yield nextWorkingTime(random, sim.time + random.between(0.5, 10) * hour * speed, work.author.leave);
      revise();
      if (random.chance(0.4)) comment(sim, pull, work.author.login);
    }
  }
  const ender = random.chance(0.7) ? work.author : (approver ?? someoneAt(sim, sim.time));
  yield nextWorkingTime(random, sim.time + random.between(0.3, 9) * hour * speed, ender.leave);
  touch();
  pull.closedAt = sim.time;
  if (fate === 'merged') finishMerge(sim, work, pull, branch, ender, closes);
  releaseLocks(sim, branch);
}
