import { day, hour, nextWorkingTime } from '../plan/calendar.ts';
import type { Person } from '../plan/people.ts';
import { editBlock, type Workspace } from '../text/edit-code.ts';
import { commitSubject } from '../text/messages.ts';
import { type Branch, commitOnBranch, type MergeMethod, mergeBranch, openOnMain, releaseLocks } from './branch.ts';
import type { IssueDraft, PullDraft } from './pull-draft.ts';
import { commitToMain, type Life, type Simulation, stampOf } from './simulation.ts';
import type { Work } from './work.ts';

const BUTTONS = [
  ['merge', 40],
  ['squash', 45],
  ['rebase', 15],
] as const;
/** A squash is authored when it is merged; so that the way to a first pull request shows, a newcomer's keep their commits. */
const KEEPING = [
  ['merge', 70],
  ['rebase', 30],
] as const;

const isNew = (person: Person, at: number): boolean => at - person.joinedAt < 90 * day;

/** Presses one of the three buttons, and closes what the pull request was about. */
export function finishMerge(
  sim: Simulation,
  work: Work,
  pull: PullDraft,
  branch: Branch,
  ender: Person,
  closes: IssueDraft | undefined,
): void {
  const method: MergeMethod = sim.random.weighted(isNew(work.author, sim.time) ? KEEPING : BUTTONS);
  const by = stampOf(ender, sim.time);
  pull.merge = mergeBranch(sim, branch, method, { title: pull.title, number: pull.number, headRef: pull.headRef, by });
  pull.mergedAt = sim.time;
  pull.mergedBy = ender.login;
  if (closes) Object.assign(closes, { closedAt: sim.time, closedBy: ender.login });
  if (work.ticket) {
    work.ticket.resolvedAt = sim.time + sim.random.between(0.1, 6) * hour;
    sim.unreleased.add(work.ticket.key);
  }
  work.onMerged?.(pull);
  if (work.kind === 'feature' && sim.random.chance(0.3))
    sim.start(followUpLife(sim, work, pull, [...branch.total.keys()]));
}

/** A few days later its author mends what the merge left behind, straight on main. */
function* followUpLife(sim: Simulation, work: Work, pull: PullDraft, paths: string[]): Life {
  yield nextWorkingTime(sim.random, sim.time + sim.random.between(0.5, 9) * day, work.author.leave);
  const branch = openOnMain(
    sim,
    'bug',
    paths.filter((path) => sim.tree.has(path)),
  );
  if (!branch) return;
  const author = stampOf(work.author, sim.time);
  const recent = pull.mergedAt ?? 0;
  const message = `Follow up on #${pull.number}: ${commitSubject(sim.random, work.prefix)}`;
  const apply = (space: Workspace) =>
    editBlock(space, sim.random, sim.random.pick(branch.paths), (block) => block.bornAt > recent - 10 * day);
  commitOnBranch(sim, branch, { author, message, apply });
  for (const { changes } of branch.commits) commitToMain(sim, { author, committer: author, message, changes });
  releaseLocks(sim, branch);
}
