import type { Bot, Person } from '../plan/people.ts';
import { commitBody, commitSubject } from '../text/messages.ts';
import type { Branch } from './branch.ts';
import type { IssueDraft, PullDraft } from './pull-draft.ts';
import type { Simulation } from './simulation.ts';
import type { Work } from './work.ts';

export function openPull(sim: Simulation, work: Work, branch: Branch, author: Person | Bot): PullDraft {
  const { random } = sim;
  if (work.ticket) work.ticket.reviewAt ??= sim.time;
  const slug = work.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/-$/, '');
  const pull: PullDraft = {
    id: sim.nextId(),
    number: sim.nextNumber(),
    title: work.title,
    body: `## What\n${work.title}.\n\n## Why\n${commitSubject(random, '')}${commitBody(random)}`,
    author: author.login,
    labels:
      work.kind === 'bug' || work.kind === 'defect'
        ? ['bug']
        : work.kind === 'docs'
          ? ['documentation']
          : work.kind === 'deps'
            ? ['dependencies']
            : ['enhancement'],
    draft: random.chance(0.03),
    headRef: `${work.kind}/${slug}`,
    base: branch.base,
    head: branch.head,
    merge: null,
    mergedBy: null,
    openedAt: sim.time,
    updatedAt: sim.time,
    closedAt: null,
    mergedAt: null,
    comments: [],
    reviews: [],
    reviewComments: [],
    requested: [],
  };
  sim.pulls.push(pull);
  return pull;
}

/** Now and then a pull request closes an issue that someone had reported on the host. */
export function linkIssue(sim: Simulation, work: Work, pull: PullDraft): IssueDraft | undefined {
  const open = sim.issues.find((issue) => issue.closedAt === null && issue.assignee === null);
  if (!open || work.kind === 'deps' || !sim.random.chance(0.3)) return undefined;
  open.assignee = work.author.login;
  pull.body += `\n\nFixes #${open.number}`;
  return open;
}
