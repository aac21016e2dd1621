import { createRandom } from './random.ts';
import { randomDefects, randomReleases, randomUsages } from './random-delivery.ts';
import { randomHistory } from './random-history.ts';
import { randomIssues, randomSprints } from './random-issues.ts';
import { randomPeople } from './random-people.ts';
import type { Settings, World } from './world.ts';

/** Clocks change in the world's time in all but the first and the last, in Cairo on a Friday. */
const TIME_ZONES = ['UTC', 'Europe/Vienna', 'America/New_York', 'Africa/Cairo', 'Asia/Kolkata'];

export function randomWorld(seed: number, entityId: number): World {
  const random = createRandom(seed);
  const id = (number: number) => entityId * 1_000 + number;
  const settings: Settings = {
    timeZone: random.pick(TIME_ZONES),
    businessDayStart: random.pick(['09:00', '08:30', '00:00']),
    businessDayEnd: random.pick(['17:00', '18:00']),
    holidays: ['2026-04-06', '2026-05-01'],
  };
  const repos = [
    { id: id(101), organizationId: id(11), path: 'web/app' },
    { id: id(102), organizationId: id(11), path: 'web/api' },
    { id: id(103), organizationId: id(12), path: 'labs/app-fork' },
    { id: id(104), organizationId: id(12), path: 'labs/tools' },
  ];
  const people = randomPeople(random, id, repos);
  const issues = randomIssues(random, repos, people.identities);
  const history = randomHistory(random, { repos, issues, ...people });
  const slug = `acme-${entityId}`;
  const releases = randomReleases(random, repos, history, issues);
  const withoutUsage = {
    seed,
    entityId,
    slug,
    settings,
    repos,
    ...people,
    ...history,
    issues,
    sprints: randomSprints(random, issues),
    releases,
    defects: randomDefects(random, slug, repos, history.commits, issues, releases),
  };
  return { ...withoutUsage, usages: randomUsages(random, withoutUsage) };
}
