import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const TEAMS = 6;
const RESPONDENTS = 12;
const ENOUGH = 5;

let postgres: Postgres;
beforeAll(async () => {
  postgres = createPostgres((await testPostgres('developers-teams')).url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, new URL('../../migrations/', import.meta.url).pathname);
});

/** Every way to spread up to so many answers over so many teams, in order. */
function* spreads(teams: number, answers: number): Generator<number[]> {
  if (teams === 0) return yield [];
  for (let first = 0; first <= answers; first += 1)
    for (const rest of spreads(teams - 1, answers - first)) yield [first, ...rest];
}

const shownRow = z.object({ survey: z.number(), groups: z.array(z.coerce.number()), whole: z.number().nullable() });

/**
 * Respondents count in one team whatever the tree (place-respondents.test.ts tries them all), so a tree is just the
 * sizes of its teams: all 18,564 of them, zeros included, hence also every tree of fewer teams.
 */
test('no two published groups of any survey of up to 6 teams and 12 respondents differ by 1 to 4 answers', async () => {
  const all = [...spreads(TEAMS, RESPONDENTS)];
  expect(all).toHaveLength(18_564);
  await postgres.run(
    `INSERT INTO surveys (id, entity_id, title, questions, anonymous, created_by, opens_at, closed_at)
     OVERRIDING SYSTEM VALUE SELECT n, 1, 's', '[]', true, 1, now(), now() FROM generate_series(1, $1) AS n`,
    [all.length],
  );
  await postgres.run(
    `INSERT INTO survey_tallies (entity_id, survey_id, question_no, group_no, answers)
     SELECT 1, row.survey, 1, row.team, row.answers FROM unnest($1::int[], $2::int[], $3::int[]) AS row(survey, team, answers)`,
    [
      all.flatMap((sizes, index) => sizes.map(() => index + 1)),
      all.flatMap((sizes) => sizes.map((_, team) => team + 1)),
      all.flat(),
    ],
  );
  const rows = await postgres.many(
    shownRow,
    `SELECT surveys.id AS survey, coalesce(array_agg(published.group_no) FILTER (WHERE published.group_no > 0), '{}') AS groups,
       max(published.answers) FILTER (WHERE published.group_no = 0) AS whole
     FROM surveys JOIN survey_published_answers AS published ON published.survey_id = surveys.id GROUP BY surveys.id`,
  );
  const bySurvey = new Map(rows.map((row) => [row.survey, row]));
  let pairs = 0;
  for (const [index, sizes] of all.entries()) {
    const shown = bySurvey.get(index + 1);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const whole = (shown?.whole ?? 0) > 0;
    if (whole !== total >= ENOUGH) throw new Error(`${sizes}: the whole is shown wrongly`);
    const teams = (shown?.groups ?? []).map((group) => 1 << (group - 1));
    // Groups as sets of teams: each shown team, each union of them that adding up gives, and the whole.
    const unions = subsetsOf(teams);
    const groups = whole ? [...unions, 2 ** TEAMS - 1] : unions;
    for (const one of groups) {
      for (const other of groups) {
        pairs += 1;
        const difference = answersIn(sizes, one & ~other);
        if (difference > 0 && difference < ENOUGH)
          throw new Error(`${sizes}: ${one} less ${other} shows ${difference}`);
      }
    }
  }
  expect(pairs).toBeGreaterThan(all.length);
});

describe('the rule', () => {
  const shown = async (survey: number) =>
    (
      await postgres.many(
        z.object({ group_no: z.number() }),
        'SELECT group_no FROM survey_published_answers WHERE survey_id = $1 ORDER BY group_no',
        [survey],
      )
    ).map((row) => row.group_no);
  const survey = async (sizes: number[], closed = true) => {
    const { id } = await postgres.one(
      z.object({ id: z.number() }),
      `INSERT INTO surveys (id, entity_id, title, questions, anonymous, created_by, opens_at, closed_at) OVERRIDING SYSTEM VALUE
       VALUES ((SELECT max(id) + 1 FROM surveys), 1, 's', '[]', true, 1, now(), $1) RETURNING id`,
      [closed ? new Date() : null],
    );
    for (const [index, answers] of sizes.entries())
      await postgres.run(
        'INSERT INTO survey_tallies (entity_id, survey_id, question_no, group_no, answers) VALUES (1, $1, 1, $2, $3)',
        [id, index + 1, answers],
      );
    return id;
  };

  test('as worked by hand', async () => {
    expect(await shown(await survey([5, 7]))).toEqual([0, 1, 2]);
    expect(await shown(await survey([5, 0, 7]))).toEqual([0, 1, 3]);
    // 3 alone would be the whole less the rest: the 5 goes too, and 8 are withheld together.
    expect(await shown(await survey([3, 7, 5]))).toEqual([0, 2]);
    expect(await shown(await survey([2, 3, 7]))).toEqual([0, 3]);
    expect(await shown(await survey([1, 6]))).toEqual([0]);
    expect(await shown(await survey([2, 2]))).toEqual([]);
  });

  test('shows nothing before the close', async () => {
    expect(await shown(await survey([5, 7], false))).toEqual([]);
  });
});

function subsetsOf(teams: number[]): number[] {
  let subsets = [0];
  for (const team of teams) subsets = [...subsets, ...subsets.map((subset) => subset | team)];
  return subsets.slice(1);
}

const answersIn = (sizes: number[], set: number): number =>
  sizes.reduce((sum, size, team) => (set & (1 << team) ? sum + size : sum), 0);
