import type { Principal } from '@linescope/contract/principal';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DevelopersTeams, startDevelopersTeams } from '../../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
const people = new Map<string, Principal>();
const as = (name: string): Principal => people.get(name) ?? admin;
const call = (method: string, path: string, json?: unknown, caller = admin) =>
  service.call(method, path, { as: caller, ...(json === undefined ? {} : { json }) });

const QUESTIONS = [
  { kind_em: 'rating_1_5', text: 'How is the build?' },
  { kind_em: 'nps_0_10', text: 'Would you recommend us?' },
  { kind_em: 'single_choice', text: 'Editor?', options: ['vi', 'emacs'] },
  { kind_em: 'multiple_choice', text: 'Languages?', options: ['TypeScript', 'Go', 'C'] },
  { kind_em: 'text', text: 'Anything else?' },
];
const answers = (rating: number, more: { question_id: number; value: unknown }[] = []) => ({
  answers: [{ question_id: 1, value: rating }, ...more],
});
const create = async (fields: Record<string, unknown>, caller = admin) => {
  const answer = await call('POST', '/surveys', { title: 'Pulse', questions: QUESTIONS, ...fields }, caller);
  return { ...answer, id: answer.body.survey?.id };
};

const RED = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'];
const BLUE = ['b1', 'b2', 'b3', 'b4', 'b5'];
const GREEN = ['g1', 'g2'];

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  const names = [...RED, ...BLUE, ...GREEN, 'loner', 'lead'];
  await service.addCommitters(admin.entityId, names);
  for (const name of names)
    people.set(name, await service.user('acme', name === 'lead' ? 'manager' : 'member', `${name}@acme.example`));
  await call('POST', '/teams', { name: 'All Colours', manager_members: 'lead' });
  await call('POST', '/teams', { name: 'Red', parent_slug: 'all-colours', developer_members: RED });
  await call('POST', '/teams', { name: 'Blue', parent_slug: 'all-colours', developer_members: BLUE });
  await call('POST', '/teams', { name: 'Green', parent_slug: 'all-colours', developer_members: GREEN });
});

describe('POST /surveys', () => {
  test('201: asks a team with its child teams, or the developers of a resource', async () => {
    const team = await create({ team_slug: 'all-colours' });
    expect(team.status).toBe(201);
    expect(team.body).toMatchObject({
      action_em: 'action_survey_created',
      survey: { status_em: 'survey_open', participant_count: 13, response_count: 0, anonymous: true },
    });
    expect((await create({ resource_path: 'acme' })).body.survey.participant_count).toBe(15);
    const form = { title: 'Form', team_slug: 'red', questions: JSON.stringify(QUESTIONS) };
    expect((await service.call('POST', '/surveys', { as: admin, form })).body.survey.participant_count).toBe(6);
  });

  test('400: names what is wrong with each question; nobody or two to ask; a close before the opening', async () => {
    const bad = await call('POST', '/surveys', {
      questions: [
        { kind_em: 'essay', text: 'x' },
        { kind_em: 'single_choice', text: 'y' },
        { kind_em: 'text', options: ['a', 'b'] },
      ],
    });
    expect(bad.body.errors.map((error: { param: string }) => error.param)).toEqual(
      expect.arrayContaining(['title', 'questions.0.kind_em', 'questions.1.options', 'questions.2.text']),
    );
    for (const fields of [
      {},
      { team_slug: 'red', resource_path: 'acme' },
      { team_slug: 'red', questions: 'no' },
      { team_slug: 'red', questions: [] },
    ])
      expect((await create(fields)).status).toBe(400);
    const early = await create({ team_slug: 'red', opens_at: '2030-01-02', closes_at: '2030-01-01' });
    expect(early.body.errors[0].param).toBe('closes_at');
    const both = await create({ team_slug: 'red', closes_at: '2020-01-01', anonymous: 'perhaps' });
    expect(both.body.errors.map((error: { param: string }) => error.param)).toEqual(['anonymous', 'closes_at']);
  });

  test('403: for members, and for managers of other teams; 404: an unknown team', async () => {
    expect((await create({ team_slug: 'red' }, as('r1'))).status).toBe(403);
    expect((await create({ resource_path: 'acme' }, as('lead'))).status).toBe(403);
    const other = await service.user('acme', 'manager', 'other@acme.example');
    expect((await create({ team_slug: 'red' }, other)).status).toBe(403);
    expect((await create({ team_slug: 'red' }, as('lead'))).status).toBe(201);
    expect((await create({ team_slug: 'none' })).status).toBe(404);
  });
});

describe('GET /surveys', () => {
  test('200: everybody sees the surveys that ask them, managers those of their teams; 404: the others', async () => {
    const { id } = await create({ team_slug: 'blue', title: 'Blue only' });
    const titles = async (name: string) =>
      (await call('GET', '/surveys', undefined, as(name))).body.surveys.map(
        (survey: { title: string }) => survey.title,
      );
    expect(await titles('b1')).toContain('Blue only');
    expect(await titles('lead')).toContain('Blue only');
    expect(await titles('r1')).not.toContain('Blue only');
    expect((await call('GET', `/surveys/${id}`, undefined, as('b1'))).body).toMatchObject({
      asks_you: true,
      you_answered: false,
    });
    expect((await call('GET', `/surveys/${id}`, undefined, as('r1'))).status).toBe(404);
    const globex = await service.user('globex');
    expect((await call('GET', `/surveys/${id}`, undefined, globex)).status).toBe(404);
  });
});

describe('POST /surveys/{id}/responses', () => {
  test('201: once for each developer; 403: for who is not asked; 409: again, before the opening, after the close', async () => {
    const { id } = await create({ team_slug: 'red' });
    const respond = (name: string, survey = id) => call('POST', `/surveys/${survey}/responses`, answers(4), as(name));
    expect((await respond('r1')).status).toBe(201);
    expect((await respond('r1')).status).toBe(409);
    const racing = await Promise.all([1, 2, 3, 4].map(() => respond('r2')));
    expect(racing.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    expect((await respond('lead')).status).toBe(403);
    expect((await respond('b1')).status).toBe(404);
    expect((await call('GET', `/surveys/${id}`)).body.survey.response_count).toBe(2);
    const later = await create({ team_slug: 'red', opens_at: '2100-01-01' });
    expect(later.body.survey.status_em).toBe('survey_scheduled');
    await call('POST', `/surveys/${id}/close`);
    expect((await respond('r3')).status).toBe(409);
  });

  test('400: names each question whose answer does not fit, and counts nothing', async () => {
    const { id } = await create({ team_slug: 'red' });
    const wrong = [
      { question_id: 1, value: 6 }, { question_id: 2, value: 'ten' }, { question_id: 3, value: 'nano' },
      { question_id: 4, value: [] }, { question_id: 5, value: ' ' }, { question_id: 6, value: 1 }, { question_id: 5, value: 'twice' },
    ]; // biome-ignore format: reads as a table
    const answer = await call('POST', `/surveys/${id}/responses`, { answers: wrong }, as('r1'));
    expect([answer.status, answer.body.errors.length]).toEqual([400, 7]);
    expect((await call('GET', `/surveys/${id}`, undefined, as('r1'))).body.you_answered).toBe(false);
  });

  test('leaves no row that holds both who and what, also with an Idempotency-Key, which is honoured all the same', async () => {
    const { id } = await create({ team_slug: 'red' });
    const send = (rating: number, key: string) =>
      service.call('POST', `/surveys/${id}/responses`, {
        as: as('r1'),
        json: answers(rating),
        headers: { 'idempotency-key': key },
      });
    const key = '7c9a1f1e-0d6b-4a55-9f0e-3f1f7a4f2b11';
    expect((await send(2, key)).status).toBe(201);
    const again = await send(2, key);
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, 'true']);
    expect((await send(3, key)).body.errors).toMatchObject([{ param: 'Idempotency-Key' }]);
    expect((await send(2, 'another')).status).toBe(409);
    const { postgres } = service.context;
    const row = z.object({ token_id: z.number(), key: z.string(), claimed_at: z.date() });
    const kept = await postgres.many(row, 'SELECT token_id, key, claimed_at FROM idempotency_keys');
    expect(kept).toHaveLength(2); // that of the refused repeat too
    for (const { token_id: tokenId, key: keptKey, claimed_at: claimedAt } of kept) {
      expect([tokenId, keptKey.includes(key), keptKey === 'another']).toEqual([0, false, false]);
      expect(claimedAt.toISOString()).toMatch(/T00:00:00.000Z$/);
    }
    const count = async (sql: string) => (await postgres.one(z.object({ n: z.number() }), sql)).n;
    expect(
      await count(`SELECT count(*) AS n FROM information_schema.columns WHERE table_name IN ('survey_tallies', 'survey_choices')
        AND (column_name ~ 'committer|user|_at$' OR data_type ~ 'time|date')`),
    ).toBe(0);
  });
});

test('nothing that Postgres keeps joins who answered to what was answered, before the close and after it', async () => {
  const { id } = await create({ team_slug: 'red' });
  for (const [index, name] of RED.entries())
    expect((await call('POST', `/surveys/${id}/responses`, answers((index % 5) + 1), as(name))).status).toBe(201);
  const { postgres } = service.context;
  const count = async (sql: string) => (await postgres.one(z.object({ n: z.number() }), sql, [id])).n;
  const participants = `(SELECT xmin, survey_id FROM survey_participants WHERE survey_id = $1 AND answered) AS who`;
  expect(await count('SELECT count(*) AS n FROM survey_ballots WHERE survey_id = $1')).toBe(RED.length);
  expect(
    await count(`SELECT count(*) AS n FROM survey_ballots AS what JOIN ${participants} ON what.xmin = who.xmin`),
  ).toBe(0);
  const sealed = await postgres.many(
    z.object({ sealed: z.string() }),
    'SELECT sealed FROM survey_ballots WHERE survey_id = $1',
    [id],
  );
  expect(new Set(sealed.map((row) => row.sealed.length)).size).toBe(1);
  expect(await count('SELECT count(*) AS n FROM survey_tallies WHERE survey_id = $1')).toBe(0);
  expect((await call('POST', `/surveys/${id}/close`)).status).toBe(200);
  expect(await count('SELECT count(*) AS n FROM survey_ballots WHERE survey_id = $1')).toBe(0);
  for (const table of ['survey_tallies', 'survey_choices']) {
    expect(await count(`SELECT count(DISTINCT xmin::text) AS n FROM ${table} WHERE survey_id = $1`)).toBe(1);
    expect(await count(`SELECT count(*) AS n FROM ${table} AS what JOIN ${participants} ON what.xmin = who.xmin`)).toBe(
      0,
    );
  }
});

describe('GET /surveys/{id}/results', () => {
  test('200: after the close, for each question and team: count, mean, distribution, NPS, texts; small teams withheld', async () => {
    const { id } = await create({ team_slug: 'all-colours', anonymous: false });
    const respond = (name: string, rating: number, nps: number) =>
      call(
        'POST',
        `/surveys/${id}/responses`,
        answers(rating, [
          { question_id: 2, value: nps },
          { question_id: 3, value: 'vi' },
          { question_id: 4, value: ['Go', 'TypeScript'] },
          { question_id: 5, value: `text of ${rating}` },
        ]),
        as(name),
      );
    for (const [index, name] of RED.entries()) await respond(name, (index % 5) + 1, index + 5);
    for (const name of BLUE) await respond(name, 5, 10);
    await respond('g1', 1, 0);
    expect((await call('GET', `/surveys/${id}/results`)).status).toBe(409);
    expect((await call('POST', `/surveys/${id}/close`, {}, as('r1'))).status).toBe(403);
    expect((await call('POST', `/surveys/${id}/close`, {}, as('lead'))).status).toBe(200);
    expect((await call('POST', `/surveys/${id}/close`)).status).toBe(409);

    const { body } = await call('GET', `/surveys/${id}/results`, undefined, as('lead'));
    const [rating, nps, single, multiple, text] = body.results;
    expect(rating.overall).toMatchObject({ count: 12, mean: 3.5, distribution: { 1: 3, 2: 1, 3: 1, 4: 1, 5: 6 } });
    // Green has one answer, so Blue, the smallest of the others, is withheld with it.
    const shown = (question: { teams: { team_slug: string; withheld: boolean }[] }) =>
      question.teams.map((team) => [team.team_slug, team.withheld]);
    for (const question of body.results)
      expect(shown(question)).toEqual([
        ['red', false],
        ['blue', true],
        ['green', true],
      ]);
    expect(nps.teams[0]).toMatchObject({ count: 6, nps: 0, mean: 7.5 });
    expect(nps.overall.nps).toBe(33);
    expect(single.overall.distribution).toEqual({ vi: 12, emacs: 0 });
    expect(multiple.overall).toMatchObject({ count: 12, distribution: { TypeScript: 12, Go: 12, C: 0 } });
    expect(text.overall.texts.toSorted()).toHaveLength(12);
    expect(text.teams[1]).toMatchObject({ count: null, texts: null });
    expect(body.respondents).toEqual([...BLUE, 'g1', ...RED]);
  });

  test('403: for members; respondents stay unnamed where the survey is anonymous; under 5 answers nothing shows', async () => {
    const { id } = await create({ team_slug: 'all-colours' });
    for (const name of RED.slice(0, 4)) await call('POST', `/surveys/${id}/responses`, answers(1), as(name));
    await call('POST', `/surveys/${id}/close`);
    expect((await call('GET', `/surveys/${id}/results`, undefined, as('r1'))).status).toBe(403);
    const { body } = await call('GET', `/surveys/${id}/results`);
    expect(body.respondents).toBeNull();
    expect(JSON.stringify(body.results)).not.toContain('"withheld":false');
  });

  test('a survey keeps the teams of its opening', async () => {
    const { id } = await create({ team_slug: 'all-colours' });
    await call('PUT', '/teams', { name: 'Red', remove_members: ['r6'] });
    await call('PUT', '/teams', { name: 'Blue', developer_members: ['r6'] });
    for (const name of RED)
      expect((await call('POST', `/surveys/${id}/responses`, answers(3), as(name))).status).toBe(201);
    await call('POST', `/surveys/${id}/close`);
    const { body } = await call('GET', `/surveys/${id}/results`);
    expect(body.results[0].teams[0]).toMatchObject({ team_slug: 'red', count: 6 });
  });
});
