import { fileURLToPath } from 'node:url';
import { createIdPages, type IdPages } from '@linescope/chassis/lists/id-pages';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import { type BufferCounter, countBuffers } from '@linescope/test-kit/count-buffers';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ProcessingStatus } from '../domain/committer.ts';
import { fillDevelopers } from '../testing/fill-developers.ts';
import { DEVELOPER_SORTS, type DeveloperFilter, listDevelopers } from './developer-lists.ts';

const everybody: DeveloperFilter = {
  entityId: 1,
  visible: null,
  repoIds: null,
  userNames: undefined,
  identifier: undefined,
  gitProviderIds: undefined,
  status: undefined,
  authoredSince: undefined,
};

let postgres: Postgres;
let counted: BufferCounter;
let idPages: IdPages;
let teamIds: number[] = [];

beforeAll(async () => {
  postgres = createPostgres((await testPostgres('developers-teams')).url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, fileURLToPath(new URL('../../migrations/', import.meta.url)));
  teamIds = await fillDevelopers(postgres, 1, 10_000);
  await fillDevelopers(postgres, 2, 100);
  counted = countBuffers(postgres);
  idPages = createIdPages(counted);
});

test('a page of developers costs the same wherever it stands, in every order and for a manager too', async () => {
  const filters: DeveloperFilter[] = [
    everybody,
    { ...everybody, status: 'processing_stats' },
    { ...everybody, repoIds: [1, 2, 3, 4, 5, 6, 7] },
    { ...everybody, authoredSince: new Date('2024-01-01') },
    { ...everybody, visible: { ownIds: [1], managedTeamIds: teamIds.slice(0, 5) } },
  ];
  for (const filter of filters) {
    for (const sortBy of DEVELOPER_SORTS) {
      const { total } = await listDevelopers(counted, idPages, filter, sortBy, { page: 1, per_page: 50 });
      const touched: number[] = [];
      for (const page of [1, 2, Math.ceil(total / 100), Math.floor(total / 50)]) {
        counted.taken();
        await listDevelopers(counted, idPages, filter, sortBy, { page, per_page: 50 });
        touched.push(counted.taken());
      }
      const [first = 0] = touched;
      expect(first).toBeLessThan(400);
      for (const later of touched) expect(later).toBeLessThanOrEqual(first * 1.1 + 10);
    }
  }
});

interface Person {
  id: number;
  names: string[];
  hostIds: string[];
  emails: string[];
  status: ProcessingStatus;
  authored: Date | null;
  repos: { id: number; at: Date | null }[];
  teams: number[];
}

/** Everybody as plain records, for a model that filters and sorts in memory. */
async function readPeople(): Promise<Person[]> {
  const row = z.object({
    id: z.number(),
    primary_id: z.number(),
    user_name: z.string(),
    email: z.string(),
    git_provider_id: z.string(),
    processing_status_em: z.enum(PROCESSING_STATUSES),
    person_authored_at: z.date().nullable(),
    repos: z.array(z.object({ id: z.number(), at: z.coerce.date().nullable() })).nullable(),
    teams: z.array(z.number()).nullable(),
  });
  const rows = await postgres.many(
    row,
    `SELECT c.*, (SELECT json_agg(json_build_object('id', repo_id, 'at', last_authored_at)) FROM committer_repos r WHERE r.committer_id = c.id) AS repos,
       (SELECT json_agg(team_id) FROM team_members m WHERE m.committer_id = c.id AND until_day IS NULL) AS teams
     FROM committers c WHERE entity_id = 2 ORDER BY id`,
  );
  return rows
    .filter((one) => one.id === one.primary_id)
    .map((primary) => {
      const identities = rows.filter((one) => one.primary_id === primary.id);
      return {
        id: primary.id,
        names: identities.map((one) => one.user_name),
        hostIds: identities.map((one) => one.git_provider_id),
        emails: identities.map((one) => one.email),
        status: primary.processing_status_em,
        authored: primary.person_authored_at,
        repos: identities.flatMap((one) => one.repos ?? []),
        teams: primary.teams ?? [],
      };
    });
}

test('every combination of filters and orders lists just whom it names', async () => {
  const people = await readPeople();
  const teams = [...new Set(people.flatMap((person) => person.teams))];
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
  const some = <T>(values: T[]) => fc.subarray(values, { minLength: 1, maxLength: 40 });
  const filters = fc.record({
    visible: fc.option(
      fc.record({
        ownIds: fc.subarray(people.map((one) => one.id).slice(0, 3)),
        managedTeamIds: fc.subarray(teams),
      }),
      { nil: null },
    ),
    repoIds: fc.option(some(Array.from({ length: 40 }, (_, index) => index + 1)), { nil: null }),
    userNames: maybe(some(people.flatMap((one) => one.names))),
    identifier: maybe(fc.constantFrom(...people.flatMap((one) => [...one.names, ...one.hostIds, ...one.emails]))),
    gitProviderIds: maybe(some(people.flatMap((one) => one.hostIds))),
    status: maybe(fc.constantFrom(...PROCESSING_STATUSES)),
    authoredSince: maybe(fc.constantFrom(new Date('2023-06-01'), new Date('2024-06-01'), new Date('2027-01-01'))),
  });
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...DEVELOPER_SORTS), async (filter, sortBy) => {
      const { visible, repoIds, userNames, identifier, gitProviderIds, status, authoredSince: since } = filter;
      const late = (at: Date | null) => !since || (at !== null && at >= since);
      const expected = people.filter(
        (person) =>
          (!visible ||
            visible.ownIds.includes(person.id) ||
            person.teams.some((team) => visible.managedTeamIds.includes(team))) &&
          (repoIds ? person.repos.some((repo) => repoIds.includes(repo.id) && late(repo.at)) : late(person.authored)) &&
          (!userNames || person.names.some((name) => userNames.includes(name))) &&
          (!identifier || [...person.names, ...person.hostIds, ...person.emails].includes(identifier)) &&
          (!gitProviderIds || person.hostIds.some((id) => gitProviderIds.includes(id))) &&
          (!status || person.status === status),
      );
      const rank = (person: Person) => {
        if (sortBy === 'last_authored_at') return -(person.authored?.getTime() ?? Number.NEGATIVE_INFINITY);
        return sortBy === 'id' ? 0 : PROCESSING_STATUSES.indexOf(person.status);
      };
      const sorted = expected.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id);
      const { total, developers } = await listDevelopers(postgres, idPages, { ...filter, entityId: 2 }, sortBy, {
        page: 1,
        per_page: 50,
      });
      expect(total).toBe(sorted.length);
      expect(developers.map((one) => one.id)).toEqual(sorted.slice(0, 50).map((one) => one.id));
    }),
    { numRuns: 150 },
  );
});
