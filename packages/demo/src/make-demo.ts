/** Makes the demo organization in a code host's data folder: repositories, talk, tracker, AI usage, and the plan for the API. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { usageFile } from '@linescope/code-host/ai/records';
import { gitText } from '@linescope/code-host/git/run-git';
import { writeJson } from '@linescope/code-host/store/json-file';
import { organizationRecord, repositoryRecord } from '@linescope/code-host/store/records';
import { trackerRecord } from '@linescope/code-host/tracker/records';
import { z } from 'zod';
import { usageOf } from './output/ai-usage.ts';
import { importHistory, importNotes } from './output/fast-import.ts';
import { repoRecord } from './output/repo-record.ts';
import { trackerFile } from './output/tracker-file.ts';
import { day, isoDay } from './plan/calendar.ts';
import { demoPlan, type FinishedRepo } from './plan/demo-plan.ts';
import { demoOrganization } from './plan/organization.ts';
import { makePeople, organizationLogin } from './plan/people.ts';
import { planWork, type Ticket } from './plan/plan-work.ts';
import { blueprints } from './plan/repo-blueprints.ts';
import { finishTickets } from './simulation/finish-tickets.ts';
import { noteTaker, noteText } from './simulation/record-lines.ts';
import { simulateRepo } from './simulation/simulate-repo.ts';
import { type Random, seededRandom } from './text/random.ts';

/** Raised when the same seed and day would give something else than before. */
const generatorVersion = 3;
const markSchema = z.object({ day: z.string(), seed: z.number(), version: z.number() });
export type DemoMark = z.infer<typeof markSchema>;

/** For which day and seed the folder holds a demo; undefined where it holds none. */
export function readDemoMark(dataDir: string): DemoMark | undefined {
  const path = join(dataDir, 'demo-made.json');
  return existsSync(path) ? markSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

export async function ensureDemoOrganization(
  dataDir: string,
  now: Date,
  seed: number,
): Promise<{ made: boolean; planFile: string }> {
  const planFile = join(dataDir, 'demo-plan.json');
  const wanted = { day: isoDay(now.getTime()), seed, version: generatorVersion };
  const found = readDemoMark(dataDir);
  if (found?.day === wanted.day && found.seed === seed && found.version === generatorVersion)
    return { made: false, planFile };
  rmSync(join(dataDir, 'demo-made.json'), { force: true });
  writeJson(planFile, await makeDemo(dataDir, now.getTime(), seed));
  writeJson(join(dataDir, 'demo-made.json'), wanted);
  return { made: true, planFile };
}

async function makeDemo(dataDir: string, now: number, seed: number) {
  const random = seededRandom(seed);
  const begin = now - 396 * day;
  const people = makePeople(random.fork('people'), now);
  const plan = planWork(random.fork('work'), people, now);
  const byRepo = ticketsByRepo(random.fork('repos'), plan.tickets);
  const nextId = counterFrom(2_000_000);
  const nextDefect = counterFrom(100);
  const repos: FinishedRepo[] = [];
  const authors = new Set<string>();
  for (const [index, blueprint] of blueprints.entries()) {
    const tickets = byRepo.get(blueprint.name) ?? [];
    const sim = simulateRepo({
      blueprint,
      random: random.fork(blueprint.name),
      people,
      plan,
      tickets,
      now,
      nextId,
      nextDefect,
    });
    for (const pull of sim.pulls) {
      sim.history.point(`refs/pull/${pull.number}/head`, pull.head);
      if (pull.closedAt === null) sim.history.point(`refs/heads/${pull.headRef}`, pull.head);
    }
    const gitDir = join(dataDir, 'repos', organizationLogin, `${blueprint.name}.git`);
    const shaOf = await importHistory(gitDir, sim.history.parts);
    const emails = (await gitText(gitDir, ['log', '--all', '--format=%ae'])) ?? '';
    for (const email of emails.split('\n')) authors.add(email);
    const notes = sim.records.map(({ mark, base, record }) => [shaOf(mark), noteText(record, shaOf(base))] as const);
    await importNotes(gitDir, 'refs/notes/ai', noteTaker(now), notes);
    const record = repoRecord(sim, 9_100 + index, shaOf, nextId);
    writeJson(join(dataDir, organizationLogin, `${blueprint.name}.json`), repositoryRecord.parse(record));
    repos.push({ sim, shaOf });
  }
  const tickets = finishTickets(random.fork('tickets'), plan, now);
  const file = (name: string) => join(dataDir, organizationLogin, name);
  writeJson(file('org.json'), organizationRecord.parse(demoOrganization(people, now - 800 * day)));
  writeJson(file('tracker.json'), trackerRecord.parse(trackerFile(people, plan.sprints, tickets)));
  writeJson(file('ai-usage.json'), usageFile.parse(usageOf(random.fork('usage'), people, begin, now)));
  // The API knows people by their commits: of somebody who has pushed none yet it would be told in vain.
  const known = people.filter((person) => [person.email, ...person.otherEmails].some((email) => authors.has(email)));
  return demoPlan(random.fork('plan'), known, repos, now);
}

function counterFrom(first: number): () => number {
  let last = first;
  return () => ++last;
}

/** A team works mostly in its own repository, and now and then in another's. */
function ticketsByRepo(random: Random, tickets: readonly Ticket[]): Map<string, Ticket[]> {
  const byRepo = new Map<string, Ticket[]>(blueprints.map((blueprint) => [blueprint.name, []]));
  for (const ticket of tickets) {
    if (!ticket.hasCode) continue;
    const repo = random.chance(0.85) ? ticket.team.repo : random.pick(blueprints).name;
    byRepo.get(repo)?.push(ticket);
  }
  return byRepo;
}
