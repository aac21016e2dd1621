/** A defect: written, released, found, fixed in a hurry, and released again. Its key stands in the fix's commits. */

import { hour, nextWorkingTime } from '../plan/calendar.ts';
import { teams } from '../plan/people.ts';
import { editBlock } from '../text/edit-code.ts';
import { type CodeFile, isCode } from '../text/source-tree.ts';
import { nouns, qualities } from '../text/vocabulary.ts';
import { cutRelease } from './cut-release.ts';
import type { PullDraft } from './pull-draft.ts';
import { pullRequestLife } from './pull-request-life.ts';
import { type DefectPlan, type Life, type Simulation, someoneAt } from './simulation.ts';

type Cause = { version: string; writtenAfter: number; releasedAt: number };

export function* defectLife(sim: Simulation, cause: Cause): Life {
  const { random } = sim;
  const faulty = [...sim.tree].flatMap(([path, file]) =>
    isCode(file) && !/test|\.md$|\.ya?ml$/.test(path) ? faultyBlocks(path, file, cause) : [],
  );
  yield cause.releasedAt + random.between(3, 100) * hour;
  const free = faulty.filter(({ path }) => sim.tree.has(path) && !sim.locked.has(path));
  if (free.length === 0) return;
  const chosen = random.pick(free);
  const author = someoneAt(sim, sim.time);
  const defect: DefectPlan = {
    key: `DEF-${sim.nextDefect()}`,
    description: `The ${random.pick(qualities)} **${random.pick(nouns)}** is wrong since ${sim.blueprint.name} ${cause.version}.`,
    severity: random.whole(1, 4),
    category: random.pick(['regression', 'data', 'performance', 'security', 'interface']),
    detectedAt: sim.time,
    fix: null,
  };
  sim.defects.push(defect);
  const team = teams.find((candidate) => candidate.slug === sim.blueprint.team) ?? teams[0];
  const ticket = sim.plan.addHotfix(
    random,
    team,
    author,
    `Repair ${random.pick(nouns)} broken by ${cause.version}`,
    sim.time,
  );
  sim.start(
    pullRequestLife(sim, {
      kind: 'defect',
      title: `${ticket.key} ${defect.key}: ${ticket.summary}`,
      prefix: `${ticket.key} ${defect.key}: fix`,
      author,
      ticket,
      startAt: nextWorkingTime(random, ticket.plannedStart, author.leave),
      paths: [chosen.path],
      apply: (space) => editBlock(space, random, chosen.path, (block) => block.name === chosen.block),
      urgent: true,
      onMerged: (pull) => sim.start(fixReleaseLife(sim, defect, pull, cause)),
    }),
  );
}

function faultyBlocks(path: string, file: CodeFile, cause: Cause): { path: string; block: string }[] {
  const written = file.blocks.filter((block) => block.bornAt > cause.writtenAfter && block.bornAt <= cause.releasedAt);
  return written.map((block) => ({ path, block: block.name }));
}

function* fixReleaseLife(sim: Simulation, defect: DefectPlan, pull: PullDraft, cause: Cause): Life {
  const fix: NonNullable<DefectPlan['fix']> = { mark: pull.merge ?? sim.main, mergedAt: sim.time, releasedAt: null };
  defect.fix = fix;
  yield sim.time + sim.random.between(0.3, 10) * hour;
  const patch = sim.releases.filter((release) => release.name.startsWith(`${cause.version}.`)).length;
  cutRelease(sim, `${cause.version}.${patch}`, [defect.key]);
  fix.releasedAt = sim.time;
}
