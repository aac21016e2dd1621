/**
 * Malicious and malformed queries: 200 sets of parameters, or as many as LINESCOPE_HOSTILE says. No string that a caller gives may
 * become part of the text of a statement to ClickHouse or Postgres, unless it is a name of the API.
 */
import { request } from 'node:http';
import { createPrincipalSigner, PRINCIPAL_HEADER } from '@linescope/chassis/principal/principal-token';
import { TEST_PRINCIPAL, TEST_PRINCIPAL_KEYS } from '@linescope/test-kit/test-service';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AUDITS } from '../audits/audit-types.ts';
import { SEGMENT_NAMES } from '../segments/registry.ts';
import { AGGREGATIONS } from '../segments/segment.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const SETS = Number(process.env['LINESCOPE_HOSTILE'] ?? 200);
const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);

/** The text of every statement that leaves for a store. */
const sent: string[] = [];
for (const method of ['query', 'command', 'exec'] as const) {
  const original = clickHouse.client[method].bind(clickHouse.client);
  vi.spyOn(clickHouse.client, method).mockImplementation((options: { query: string }) => {
    sent.push(options.query);
    return Reflect.apply(original, undefined, [options]);
  });
}
const queryPostgres = pg.Client.prototype.query;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function spy(this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  sent.push(typeof first === 'string' ? first : z.object({ text: z.string() }).parse(first).text);
  return Reflect.apply(queryPostgres, this, given);
});
afterEach(() => sent.splice(0));

const INJECTIONS = [
  "'; DROP TABLE commits; --",
  "') OR 1=1 --",
  "' UNION ALL SELECT name, 1 FROM system.tables --",
  '"; DELETE FROM ai_usages; --',
  '`commits`',
  '{entity_id:UInt64}',
  '{committer_ids:Array(UInt64)}',
  '$1::text',
  '\\',
  "\\'",
  '\u0000',
  '%27%20OR%201%3D1',
  '/* */ SETTINGS max_memory_usage=0',
  '🦊',
  '\ud800',
  '__proto__',
  'constructor',
];
const RANGES = ['9999-12-31', '0000-01-01', '-5000-01-01', '275760-09-13', '2026-02-30', '1970-01-01', '2199-12-31'];
const NUMBERS = ['-1', '0', '1e9', '36500', '36501', 'NaN', 'Infinity', '0x10', '9007199254740993', '1.5'];
const WORDS = ['ann', 'bob,cat', 'core', 'edge', 'true', 'false', 'TRUE', 'maybe', 'vendorA_assistant', 'custom', ''];
const crowd = Array.from({ length: 1000 }, (_, number) => `u${number}`).join(',');

/** Marked, so that it can be recognized in a statement; names of the API and dates may be part of a statement's own text. */
const MARK = 'zq9x';
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...INJECTIONS).map((text) => `${text}${MARK}`) },
  fc.constantFrom(...INJECTIONS, ...RANGES, ...NUMBERS, ...WORDS, crowd),
  fc.string({ maxLength: 60, unit: 'binary' }).map((text) => `${MARK}${text}`),
);
const mostly = (...good: string[]) => fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...good) }, hostile);
const scope = mostly('acme', 'acme/web', 'acme/web/app', 'acme/web/app,acme/web/api', 'globex');
const day = mostly('2026-03-02', '2026-03-09', '2025-01-01', '1970-01-01', '2199-12-31', '9999-12-31');
const flag = mostly('true', 'false');
const name = fc.oneof(fc.constantFrom('ann', 'bob', 'cat,bob', crowd), hostile);
const team = mostly('core', 'edge', 'nowhere');
/** At most a few parameters at once, so that many sets have just one thing wrong and reach the far end. */
const few = (fields: Record<string, fc.Arbitrary<string>>, always: Record<string, fc.Arbitrary<string>>) =>
  fc
    .tuple(
      fc.record(always),
      fc.record(fields),
      fc.subarray(Object.keys(fields), { maxLength: Math.min(3, Object.keys(fields).length) }),
    )
    .map(
      ([base, all, chosen]): Record<string, string> => ({
        ...base,
        ...Object.fromEntries(Object.entries(all).filter(([key]) => chosen.includes(key))),
      }),
    );

const reports = few(
  {
    aggregate_by: mostly(...AGGREGATIONS),
    ai_provider_em: mostly('vendorA_assistant', 'custom'),
    committer_identifier: name,
    committer_user_name: name,
    days_ago: mostly('0', '30', '36500'),
    start_date: day,
    end_date: day,
    team_slug: team,
    generate_summary_stats: flag,
    fill_all_dates: flag,
    project_final_point: flag,
    suppress_aggregation: flag,
    [`unknown_${MARK}`]: hostile,
  },
  // Few of the segments, so that most valid queries are answered from the cache.
  { resource_path: scope, segment_by: mostly('none', 'commit_count', 'operation', 'ai_cost_cents', 'no_such_segment') },
).map((query) => ({ path: '/reports', query }));

const audits = few(
  {
    team_slug: team,
    committer_identifier: name,
    committer_user_name: name,
    critical_defects_only: flag,
    start_date: day,
    end_date: day,
    resolved_start_date: day,
    resolved_end_date: day,
    issue_key: mostly('APP-1', '1'),
    issue_provider_em: mostly('jira', 'hostC', 'unknown'),
    issue_status: mostly('Done'),
    tag_name: mostly('v1'),
    pull_request_number: mostly('7', '4294967295', '4294967296'),
    phase_em: mostly('phase_open', 'phase_stale_open', 'phase_merged'),
    sha: mostly('a'.repeat(40), 'abcdef1'),
    page: mostly('1', '2', '999999999', '0'),
    ai_provider_em: mostly('vendorA_assistant', 'custom'),
    segment_by: mostly('commit_count', 'release_phase', 'ai_cost_cents', 'release_count'),
    series: mostly('Coding', '100', 'constructor'),
    aggregate_by: mostly(...AGGREGATIONS),
  },
  { resource_path: scope, resource_type: mostly(...Object.keys(AUDITS)) },
).map((query) => ({ path: '/audits', query }));

const introspections = few({ segment_em: mostly(...SEGMENT_NAMES) }, {}).map((query) => ({
  path: '/segment_introspections',
  query,
}));

const STATUSES = [200, 400, 404, 414, 431];

test(`of ${SETS} sets of parameters none crashes the service, and none becomes part of a statement`, async () => {
  const counts = new Map<string, number>();
  const queries = fc.oneof(
    { weight: 8, arbitrary: reports },
    { weight: 6, arbitrary: audits },
    { weight: 6, arbitrary: introspections },
  );
  await fc.assert(
    fc.asyncProperty(queries, async ({ path, query }) => {
      const before = sent.length;
      const { status, body } = await service.call('GET', `${path}?${new URLSearchParams(query)}`);
      counts.set(`${path} ${status}`, (counts.get(`${path} ${status}`) ?? 0) + 1);
      expect(STATUSES).toContain(status);
      if (status !== 200) expect(JSON.stringify(body)).not.toMatch(/SELECT |Exception|ClickHouse|syntax error/);
      const text = sent.slice(before).join('\n');
      expect(text).not.toContain(MARK);
      for (const value of Object.values(query)) if (isDistinctive(value)) expect(text).not.toContain(value);
    }),
    { numRuns: SETS, endOnFailure: true },
  );
  // The proof would be empty if nothing had got through.
  for (const path of ['/reports 200', '/audits 200', '/reports 400', '/audits 400', '/segment_introspections 400'])
    expect([path, (counts.get(path) ?? 0) > SETS / 500]).toEqual([path, true]);
  expect(sent.length).toBeGreaterThan(SETS / 10);
  if (process.env['LINESCOPE_HOSTILE']) process.stderr.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
}, 900_000);

/** Days that statements contain themselves: the first, and the one that means "not yet". */
const OWN_DAYS = ['1970-01-01', '2199-12-31'];

/** Odd enough not to be part of a statement by chance. */
const isDistinctive = (value: string): boolean =>
  /['"`$\\%]|^\d{4,6}-\d\d-\d\d$/.test(value) && value.length > 3 && !OWN_DAYS.includes(value);

const sign = createPrincipalSigner(JSON.parse(TEST_PRINCIPAL_KEYS));

/** With a body, as `fetch` would not send it. */
async function getWithBody(path: string, body: string): Promise<number> {
  const principal = await sign(TEST_PRINCIPAL);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', [PRINCIPAL_HEADER]: principal };
    const call = request(`${service.url}/api/v1${path}`, { method: 'GET', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}

test.each(['/reports', '/audits?resource_type=commits'])(
  '10,000 user names are too many for %s, however they are sent',
  async (path) => {
    const names = Array.from({ length: 10_000 }, (_, number) => `${MARK}${number}`).join(',');
    const body = new URLSearchParams({ resource_path: 'acme', committer_user_name: names }).toString();
    const joint = path.includes('?') ? '&' : '?';
    expect([400, 414, 431]).toContain((await service.call('GET', `${path}${joint}${body}`)).status);
    expect(await getWithBody(path, body)).toBe(400);
    expect(sent.join('\n')).not.toContain(MARK);
  },
);
