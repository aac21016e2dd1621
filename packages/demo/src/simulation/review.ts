import { bots, type Person } from '../plan/people.ts';
import { codeAt } from '../text/edit-code.ts';
import { reviewBody } from '../text/messages.ts';
import { lineOfBlock } from '../text/source-tree.ts';
import type { Branch } from './branch.ts';
import type { PullDraft } from './pull-draft.ts';
import type { Simulation } from './simulation.ts';

/** A line that the branch really touched, where a reviewer would speak. */
function touchedLine(sim: Simulation, branch: Branch): { path: string; line: number } | undefined {
  const places = branch.space.touched.flatMap(({ path, block }) => {
    const file = codeAt(branch.space, path);
    const index = file?.blocks.findIndex((candidate) => candidate.name === block) ?? -1;
    const found = file?.blocks[index];
    if (!file || !found || !branch.total.has(path)) return [];
    return [{ path, line: lineOfBlock(file, index) + sim.random.whole(0, found.lines.length - 1) }];
  });
  return places.length > 0 ? sim.random.pick(places) : undefined;
}

function lineComments(
  sim: Simulation,
  pull: PullDraft,
  branch: Branch,
  author: string,
  reviewId: number,
  count: number,
): void {
  for (let n = count; n > 0; n--) {
    const place = touchedLine(sim, branch);
    if (!place) return;
    const id = sim.nextId();
    pull.reviewComments.push({
      id,
      reviewId,
      author,
      body: reviewBody(sim.random),
      ...place,
      at: sim.time,
      mark: branch.head,
    });
    if (sim.random.chance(0.35) && author !== pull.author) {
      pull.reviewComments.push({
        id: sim.nextId(),
        reviewId,
        author: pull.author,
        body: 'Good point, changed.',
        ...place,
        at: Math.min(sim.time + 1_800_000, sim.now),
        mark: branch.head,
        replyTo: id,
      });
    }
  }
}

export function botReview(sim: Simulation, pull: PullDraft, branch: Branch): void {
  const id = sim.nextId();
  pull.reviews.push({
    id,
    author: bots.reviewer.login,
    state: 'COMMENTED',
    body: 'Summary of the changes and possible problems.',
    at: sim.time,
    mark: branch.head,
  });
  lineComments(sim, pull, branch, bots.reviewer.login, id, sim.random.whole(0, 2));
}

export function humanReview(
  sim: Simulation,
  pull: PullDraft,
  branch: Branch,
  reviewer: Person,
  wantsMore: boolean,
): void {
  const id = sim.nextId();
  const state = wantsMore ? (sim.random.chance(0.6) ? 'CHANGES_REQUESTED' : 'COMMENTED') : 'APPROVED';
  pull.reviews.push({
    id,
    author: reviewer.login,
    state,
    body: wantsMore ? reviewBody(sim.random) : 'Looks good.',
    at: sim.time,
    mark: branch.head,
  });
  lineComments(sim, pull, branch, reviewer.login, id, wantsMore ? sim.random.whole(1, 4) : sim.random.whole(0, 1));
  if (sim.random.chance(0.25)) comment(sim, pull, reviewer.login);
}

export function comment(sim: Simulation, pull: PullDraft, author: string): void {
  pull.comments.push({ id: sim.nextId(), author, body: reviewBody(sim.random), at: sim.time });
}
