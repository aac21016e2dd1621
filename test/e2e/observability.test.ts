import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@linescope/one-machine/settings';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readPromql } from '../support/promql.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

const FOLDER = join(ROOT, 'deploy/compose/observability');
const DASHBOARDS = join(FOLDER, 'grafana/dashboards');
const readYaml = (path: string): unknown => parse(readFileSync(join(ROOT, path), 'utf8'));

const panel = z.looseObject({
  title: z.string(),
  type: z.string(),
  targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).default([]),
});
const dashboard = z.looseObject({ title: z.string(), panels: z.array(panel) });
const dashboards = readdirSync(DASHBOARDS).map((file) =>
  dashboard.parse(JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8'))),
);
const alertFile = z.object({
  groups: z.array(z.looseObject({ rules: z.array(z.looseObject({ alert: z.string(), expr: z.string() })) })),
});
const alerts = alertFile
  .parse(readYaml('deploy/compose/observability/alerts.yml'))
  .groups.flatMap(({ rules }) => rules);

let stack: Stack;
let exported: { names: Set<string>; labels: Set<string> };

beforeAll(async () => {
  stack = await startStack();
  const acme = await stack.tenant('acme');
  const api = stack.callerOf(acme);
  const worker = await stack.startWorker();
  await api.post('/critical_defects', { resource_path: 'acme', defect_key: 'A-1', detected_now: true });
  await api.get('/reports', { resource_path: 'acme', segment_by: 'commit_count', days_ago: 7 });
  await stack.identity.started.context.postgres.run(
    `INSERT INTO provider_quotas (key, entity_id, state, version) VALUES ('7:core', 1, $1, 1)`,
    [
      JSON.stringify({
        limit: 5000,
        remaining: 1250,
        resetAt: Date.now() + 3_600_000,
        windowMs: 1,
        nextAt: 0,
        blockedUntil: 0,
      }),
    ],
  );
  const { gateway, identity, developersTeams, defectsReleases, imports, analytics } = stack;
  const units = [gateway, identity, developersTeams, defectsReleases, imports, analytics, worker];
  exported = await eventually(async () => {
    const texts = await Promise.all(
      units.map(async ({ internalPort }) => (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()),
    );
    const all = texts.join('\n');
    // Lag is measured every few seconds; all else is there at once.
    return all.includes('linescope_event_lag{') && all.includes('statement="insert defects"') && readExposition(all);
  }, 30_000);
}, 120_000);

function readExposition(text: string) {
  return {
    names: new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '')),
    labels: new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, label]) => label ?? '')),
  };
}

/** What Prometheus itself adds to what it reads. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance'] };

test('the dashboards show traffic, errors, latency, event lag, dead letters, imports, quota and ClickHouse', () => {
  const rows = dashboards.flatMap(({ panels }) =>
    panels.filter(({ type }) => type === 'row').map(({ title }) => title),
  );
  for (const topic of ['Traffic', 'Errors', 'Latency', 'Event lag', 'Dead letters', 'Import throughput', 'Quota left'])
    expect(rows).toContain(topic);
  expect(dashboards.map(({ title }) => title).join()).toContain('ClickHouse');
});

test('every metric and label that a dashboard or an alert asks for is one that a unit gives', async () => {
  const expressions = [
    ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
    ...alerts.map(({ expr }) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  const server = await namesOfClickHouse();
  const unknown = expressions.flatMap((expression) => {
    const { metrics, labels } = readPromql(expression);
    return [
      ...metrics
        .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
        .filter((name) => !exported.names.has(name) && !server.has(name) && !OF_PROMETHEUS.metrics.includes(name)),
      ...labels.filter((label) => !exported.labels.has(label) && !OF_PROMETHEUS.labels.includes(label)),
    ].map((name) => `${name} in ${expression}`);
  });
  expect(unknown).toEqual([]);
});

/** A ClickHouse server names its metrics after these tables; the engine of the tests has the same. */
async function namesOfClickHouse(): Promise<Set<string>> {
  const rows = await stack.clickHouse.query({
    name: 'metrics',
    sql: `SELECT concat('ClickHouseMetrics_', metric) AS name FROM system.metrics
          UNION ALL SELECT concat('ClickHouseProfileEvents_', event) FROM system.events`,
    settings: { system_events_show_zero_values: 1 },
    row: z.object({ name: z.string() }),
  });
  return new Set(rows.map(({ name }) => name));
}

test('what the operators’ guide says to watch has an alert', () => {
  const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').split('## When something is wrong')[1] ?? '';
  const told = new Set([...guide.matchAll(/`(linescope_[a-z_]+)/g)].map(([, name]) => name ?? ''));
  const asked = new Set(alerts.flatMap(({ expr }) => readPromql(expr).metrics));
  const isAsked = (name: string) => [...asked].some((one) => one.startsWith(name));
  expect(told.size).toBeGreaterThan(4);
  expect([...told].filter((name) => !isAsked(name))).toEqual([]);
});

test('what is left of a budget, the imports and the dead letters are given in numbers', async () => {
  const { internalPort } = stack.identity;
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  expect(text).toContain('linescope_provider_quota_left_ratio{entity="1",budget="7:core",service="identity"} 0.25');
  expect(text).toMatch(/^linescope_dead_letters\{service="identity"\} 0$/m);
});

test('legends name labels that are there, and every alert says what to do in a sentence', () => {
  for (const { panels } of dashboards)
    for (const { targets } of panels)
      for (const { legendFormat } of targets)
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          expect([...exported.labels, ...OF_PROMETHEUS.labels]).toContain(label);
  expect(alerts.every(({ annotations }) => String(Object(annotations).summary).length > 15)).toBe(true);
});

test('Prometheus reads every unit of the stack, on the port where each gives its metrics', () => {
  const compose = z.looseObject({
    services: z.record(z.string(), z.looseObject({ command: z.array(z.string()).optional() })),
  });
  const { services } = compose.parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }));
  const units = Object.keys(services).filter((name) =>
    /src\/(main|worker)\.ts$/.test(services[name]?.command?.at(-1) ?? ''),
  );
  const scrape = z.looseObject({
    scrape_configs: z.array(
      z.looseObject({
        dns_sd_configs: z
          .array(z.object({ names: z.array(z.string()), type: z.string(), port: z.number() }))
          .default([]),
      }),
    ),
  });
  const [asked] = scrape
    .parse(readYaml('deploy/compose/observability/prometheus.yml'))
    .scrape_configs.flatMap((job) => job.dns_sd_configs);
  expect(asked?.names.toSorted()).toEqual(units.toSorted());
  expect(asked?.port).toBe(9090);
});

test('an Idempotency-Key of a token is one request’s over all services, and still is when that request was refused', async () => {
  const api = stack.callerOf(await stack.tenant('keyed'));
  const refused = { 'idempotency-key': 'refused-first' };
  expect((await api.post('/critical_defects', { resource_path: 'keyed' }, refused)).status).toBe(400);
  expect((await api.post('/critical_defects', { resource_path: 'keyed' }, refused)).status).toBe(400);
  expect((await api.post('/teams', { name: 'Core' }, refused)).status).toBe(409);
  const key = { 'idempotency-key': 'one-request' };
  expect((await api.post('/teams', { name: 'Core' }, key)).status).toBe(201);
  expect((await api.post('/teams', { name: 'Core' }, key)).headers.get('idempotent-replay')).toBe('true');
  const defect = { resource_path: 'keyed', defect_key: 'K-1', detected_now: true };
  const elsewhere = await api.post('/critical_defects', defect, key);
  expect(elsewhere.status).toBe(409);
  expect(elsewhere.body.errors).toMatchObject([{ param: 'Idempotency-Key' }]);
});
