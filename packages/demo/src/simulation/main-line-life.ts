/** What happens on main beside pull requests: small direct commits, releases, reverts, and issues that people report. */

import { capital } from '../languages/language.ts';
import type { Changes, Stamp } from '../output/fast-import.ts';
import { day, hour, nextWorkingTime } from '../plan/calendar.ts';
import { bots } from '../plan/people.ts';
import { put, type Workspace } from '../text/edit-code.ts';
import { assisted, commitSubject, reviewBody, withTrailers } from '../text/messages.ts';
import { nouns, qualities } from '../text/vocabulary.ts';
import { type Branch, commitOnBranch, openOnMain, releaseLocks } from './branch.ts';
import type { WorkKind } from './choose-edits.ts';
import { cutRelease } from './cut-release.ts';
import { defectLife } from './defect-life.ts';
import { commitToMain, type Life, type Simulation, someoneAt, stampOf } from './simulation.ts';

type Pace = { from: number; until: number; hours: readonly [number, number] };

export function* directCommitsLife(sim: Simulation, pace: Pace): Life {
  for (let at = pace.from; ; ) {
    at = nextWorkingTime(sim.random, at + sim.random.between(...pace.hours) * hour, []);
    if (at > pace.until) return;
    yield at;
    const person = someoneAt(sim, at);
    const kind = sim.random.weighted<WorkKind>([
      ['docs', 3],
      ['chore', 3],
      ['bug', 2],
      ['feature', 1],
    ]);
    const branch = openOnMain(sim, kind);
    if (!branch) continue;
    const byBot = sim.random.chance(0.06);
    const author = stampOf(byBot ? bots.coder : person, at);
    const subject = commitSubject(sim.random, sim.random.pick(['', '', 'docs:', 'chore:', 'fix:']));
    const byAssistant = !byBot && assisted(sim.random, person);
    const message = withTrailers(subject, person, byAssistant, byBot ? person : undefined);
    commitOnBranch(sim, branch, { author, message, ...(!byBot && { writer: { person, byAssistant } }) });
    const before = new Map([...branch.total.keys()].map((path) => [path, sim.tree.get(path) ?? null] as const));
    landDirectly(sim, branch, author);
    if (before.size > 0 && sim.random.chance(0.04)) sim.start(revertLife(sim, subject, before, new Map(branch.total)));
  }
}

function landDirectly(sim: Simulation, branch: Branch, author: Stamp): void {
  for (const { changes, message, record } of branch.commits) {
    const base = sim.main;
    const mark = commitToMain(sim, { author, committer: author, message, changes });
    if (record) sim.records.push({ mark, base, record });
  }
  releaseLocks(sim, branch);
}

/** Takes a commit back within a day, unless someone has built on it. */
function* revertLife(sim: Simulation, subject: string, before: Changes, after: Changes): Life {
  yield nextWorkingTime(sim.random, sim.time + sim.random.between(2, 20) * hour, []);
  const untouched = [...after].every(([path, file]) => (sim.tree.get(path) ?? null) === file);
  const branch = untouched ? openOnMain(sim, 'bug', [...before.keys()]) : undefined;
  if (!branch) return;
  const author = stampOf(someoneAt(sim, sim.time), sim.time);
  const apply = (space: Workspace) => {
    for (const [path, file] of before) put(space, path, file);
  };
  commitOnBranch(sim, branch, { author, message: `Revert "${subject}"`, apply });
  landDirectly(sim, branch, author);
}

/** A release a week or more; now and then it carries a defect that is found before the next. */
export function* releasesLife(sim: Simulation, from: number): Life {
  let at = from + sim.random.between(1, 9) * day;
  let minor = 1;
  let before = from - 30 * day;
  while (true) {
    at = nextWorkingTime(sim.random, at, []);
    yield at;
    cutRelease(sim, `v1.${minor}.0`, []);
    const soon = sim.now - at < 100 * day;
    if (sim.random.chance(soon ? 0.2 : 0.14))
      sim.start(defectLife(sim, { version: `v1.${minor}`, writtenAfter: before, releasedAt: at }));
    before = at;
    minor += 1;
    at += sim.random.between(3, 7) * day;
  }
}

export function* reportedIssuesLife(sim: Simulation, from: number): Life {
  let at = from;
  while (true) {
    at += sim.random.between(6, 30) * day;
    yield at;
    const bug = sim.random.chance(0.6);
    sim.issues.push({
      id: sim.nextId(),
      number: sim.nextNumber(),
      title: `${capital(sim.random.pick(qualities))} ${sim.random.pick(nouns)} ${bug ? 'fails' : 'would help'}`,
      body: reviewBody(sim.random),
      author: someoneAt(sim, at).login,
      assignee: null,
      labels: [bug ? 'bug' : sim.random.pick(['enhancement', 'question'])],
      type: bug ? 'Bug' : 'Feature',
      createdAt: at,
      closedAt: null,
      closedBy: null,
      comments: sim.random.chance(0.5)
        ? [{ id: sim.nextId(), author: someoneAt(sim, at).login, body: reviewBody(sim.random), at: at + 3_600_000 }]
        : [],
    });
  }
}
