import { committersTable } from '@linescope/facts/copy-tables';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { committerRow, insertRows } from '../testing/fact-rows.ts';
import { insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const neighbours = neighbourhood();
const service = await startAnalytics(neighbours);
await insertGoldenHistory(service.context.clickHouse);

const usage = { resource_path: 'acme', llm_model_name: 'ours', date: '2026-05-04' };
const post = (json: unknown) => service.call('POST', '/ai_usages', { json });
async function reported(segment: string, day = '2026-05-04', by = 'aggregate_by=none'): Promise<unknown> {
  const { body } = await service.report(
    `segment_by=${segment}&ai_provider_em=custom&start_date=${day}&end_date=${day}&${by}`,
  );
  return Object.fromEntries(
    Object.entries<{ y: number }[]>(body.series_segments).map(([name, points]) => [name, points.map(({ y }) => y)]),
  );
}

test('201: usage that was recorded is in the next report; 200: a second record replaces it', async () => {
  const { status, body } = await post({ ...usage, committer_user_name: 'ann', lines_added: 10, lines_deleted: 2 });
  expect([status, body.action_em, body.response_em]).toEqual([201, 'action_ai_usage', 'response_success']);
  expect(await reported('ai_lines_added_count')).toEqual({ All: [10] });
  const again = await post({ ...usage, committer_identifier: 'ann@old.example.com', lines_added: 7 });
  expect(again.status).toBe(200);
  expect(await reported('ai_lines_added_count', undefined, 'aggregate_by=committer')).toEqual({ ann: [7] });
  expect(await reported('ai_lines_deleted_count')).toEqual({ All: [0] });
});

test('200: a record also replaces what an identity had that was joined with the person since', async () => {
  const day = '2026-05-14';
  const old = { id: 5, primaryId: 5, userName: 'bob-old', email: 'bob@old.example.com' };
  neighbours.people.push(old);
  const copy = { committer_id: 5, user_name: 'bob-old' };
  await insertRows(service.context.clickHouse, committersTable, [committerRow({ ...copy, primary_id: 5 })]);
  const record = (name: string, path: string, lines: number) =>
    post({ ...usage, resource_path: path, date: day, committer_user_name: name, lines_added: lines });
  for (const path of ['acme/web/app', 'acme/web/api']) await record('bob-old', path, 10);
  await record('bob', 'acme/web/app', 5);

  old.primaryId = 3;
  await insertRows(service.context.clickHouse, committersTable, [committerRow({ ...copy, primary_id: 3, version: 2 })]);
  await bumpStamp(service.context.postgres, 1);
  expect(await reported('ai_lines_added_count', day)).toEqual({ All: [25] });
  await record('bob-old', 'acme/web/app', 7);
  expect(await reported('ai_lines_added_count', day)).toEqual({ All: [17] });
  await record('bob', 'acme', 3);
  expect(await reported('ai_lines_added_count', day)).toEqual({ All: [3] });
});

test('200: additions at the same time all count', async () => {
  const add = () =>
    post({
      ...usage,
      date: '2026-05-05',
      team_slug: 'core',
      add_to_existing: true,
      tab_accept_count: 1,
      cents_cost: 0.5,
    });
  const responses = await Promise.all(Array.from({ length: 10 }, add));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
  expect(await reported('all_accept_count', '2026-05-05', 'aggregate_by=team')).toEqual({ Core: [10] });
  expect(await reported('ai_cost_cents', '2026-05-05')).toEqual({ All: [5] });
});

test('200: a JSON array is recorded whole', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    ...usage,
    date: '2026-05-06',
    llm_model_name: `model ${index}`,
    lines_added: 1,
  }));
  expect((await post(rows)).status).toBe(201);
  expect(await reported('ai_lines_added_count', '2026-05-06')).toEqual({ All: [1000] });
  expect((await post([...rows, rows[0]])).body.errors[0].detail).toBe('usages must have at most 1000 rows.');
});

test('404: an unknown committer or team records nothing of the array, and every fault is reported', async () => {
  const { status, body } = await post([
    { ...usage, date: '2026-05-07', lines_added: 5 },
    { ...usage, date: '2026-05-07', committer_user_name: 'nobody' },
    { ...usage, date: '2026-05-07', team_slug: 'none' },
  ]);
  expect(status).toBe(404);
  expect(body.errors.map((error: { param: string }) => error.param)).toEqual([
    'usages.1.committer_user_name',
    'usages.2.team_slug',
  ]);
  expect(await reported('ai_lines_added_count', '2026-05-07')).toEqual({});
});

test('400: what is missing or malformed is named', async () => {
  const { status, body } = await post({ lines_added: -1, date: '2026-02-30' });
  expect(status).toBe(400);
  const params = body.errors.map((error: { param: string }) => error.param).toSorted();
  expect(params).toEqual(['date', 'lines_added', 'llm_model_name', 'resource_path']);
  expect((await post({})).body.errors.map((error: { param: string }) => error.param)).toEqual([
    'resource_path',
    'llm_model_name',
    'date',
  ]);
  const rows = await post([{ resource_path: 'acme', lines_added: '', llm_model_name: null }]);
  expect(rows.body.errors).toEqual([
    { param: 'usages.0.llm_model_name', code_em: 'missing', detail: 'usages.0.llm_model_name is required.' },
    { param: 'usages.0.date', code_em: 'missing', detail: 'usages.0.date is required.' },
  ]);
});

test('400: a day far ahead, and more accepted than suggested where one call replaces both', async () => {
  const ahead = await post({ ...usage, date: '2126-01-01', tab_suggest_count: 3, tab_accept_count: 4 });
  expect([ahead.status, ahead.body.errors]).toEqual([
    400,
    [
      { param: 'date', code_em: 'contradiction', detail: 'date must not be more than a day ahead.' },
      {
        param: 'tab_accept_count',
        code_em: 'contradiction',
        detail: 'tab_accept_count must not be more than tab_suggest_count.',
      },
    ],
  ]);
  const day = { ...usage, date: '2026-05-08' };
  const prompted = await post({ ...day, prompted_suggest_count: 1, prompted_accept_count: 2 });
  expect([prompted.status, prompted.body.errors[0].param]).toEqual([400, 'prompted_accept_count']);
  const added = await post({ ...day, add_to_existing: true, prompted_suggest_count: 1, prompted_accept_count: 2 });
  expect(added.body.response_em).toBe('response_success');
  expect((await post({ ...day, prompted_accept_count: 2 })).body.response_em).toBe('response_success');
});

test('400: contradictions are told beside what is malformed, in each row', async () => {
  const faults = async (json: unknown) =>
    (await post(json)).body.errors.map(
      ({ param, code_em }: { param: string; code_em: string }) => `${param} ${code_em}`,
    );
  expect(
    await faults({ ...usage, date: '2126-01-01', tab_suggest_count: 1, tab_accept_count: 2, lines_added: -1 }),
  ).toEqual(['lines_added invalid', 'date contradiction', 'tab_accept_count contradiction']);
  const rows = [
    { ...usage, lines_added: 'many', prompted_suggest_count: 1, prompted_accept_count: 2 },
    { ...usage, date: '2126-01-01', tab_suggest_count: -1, tab_accept_count: 2 },
  ];
  expect(await faults(rows)).toEqual([
    'usages.0.lines_added invalid',
    'usages.0.prompted_accept_count contradiction',
    'usages.1.tab_suggest_count invalid',
    'usages.1.date contradiction',
  ]);
  expect(await faults([{ ...usage, date: '2126-01-01' }])).toEqual(['usages.0.date contradiction']);
  expect(await faults([{ ...usage, team_slug: 'none' }])).toEqual(['usages.0.team_slug not_found']);
});

test('404: another entity is not there', async () => {
  expect((await post({ ...usage, resource_path: 'other' })).status).toBe(404);
});
