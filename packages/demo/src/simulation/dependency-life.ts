import { hour, nextWorkingTime } from '../plan/calendar.ts';
import { bots } from '../plan/people.ts';
import { commitOnBranch, openBranch, releaseLocks } from './branch.ts';
import { finishMerge } from './finish-merge.ts';
import { openPull } from './open-pull.ts';
import { humanReview } from './review.ts';
import { type Life, type Simulation, someoneAt, stampOf } from './simulation.ts';
import type { Work } from './work.ts';

/** Dependabot's own: opened by the bot, merged by a person, often unreviewed. */
export function* dependencyLife(sim: Simulation, at: number): Life {
  yield at;
  const branch = openBranch(sim, 'deps');
  if (!branch) return;
  const bot = bots.dependabot;
  const title = `Bump ${sim.random.pick(['lodash', 'vite', 'pandas', 'grpc', 'zod', 'numpy', 'chi', 'esbuild'])} from ${sim.random.whole(1, 9)}.1.0 to ${sim.random.whole(10, 14)}.2.1`;
  const message = `${title}\n\nSigned-off-by: ${bot.name} <support@github.com>`;
  commitOnBranch(sim, branch, { author: stampOf(bot, sim.time), message });
  const person = someoneAt(sim, sim.time);
  if (branch.commits.length > 0) {
    const work: Work = { kind: 'deps', title, prefix: '', author: person, ticket: null, startAt: at };
    const pull = openPull(sim, work, branch, bot);
    yield nextWorkingTime(sim.random, sim.time + sim.random.between(3, 60) * hour, person.leave);
    pull.updatedAt = sim.time;
    pull.closedAt = sim.time;
    if (sim.random.chance(0.4)) humanReview(sim, pull, branch, person, false);
    if (sim.random.chance(0.85)) finishMerge(sim, work, pull, branch, person, undefined);
  }
  releaseLocks(sim, branch);
}
