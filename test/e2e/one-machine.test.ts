import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import { startClickHouse } from '@linescope/local-stores/clickhouse';
import { startNats } from '@linescope/local-stores/nats';
import { startPostgres } from '@linescope/local-stores/postgres';
import { isAlive } from '@linescope/local-stores/processes';
import { filesIn } from '@linescope/one-machine/settings';
import { readStackRecord } from '@linescope/one-machine/stack/stack-record';
import { presentUnits } from '@linescope/one-machine/stack/units';
import { analyticsRpc, developersTeamsRpc, identityRpc } from '@linescope/proto/services';
import { connect } from 'nats';
import { beforeAll, expect, test, vi } from 'vitest';
import { commandLineOf, familyOf, lookAsNobody, portsOf } from '../support/as-another-user.ts';
import { failToStart, type TestStack, testDataDir, testStack } from '../support/test-stack.ts';

const SLOW = { timeout: 120_000, interval: 100 };
const UNITS = presentUnits().map((unit) => unit.name);
const dataDir = testDataDir();
let stack: TestStack;
let tokens: { api_token: string | null; admin_token: string | null };

async function checkToken(of: TestStack, token = of.ready().api_token): Promise<number> {
  const response = await fetch(`${of.ready().base_url}/api/v1/api_tokens`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  return response.status;
}

beforeAll(async () => {
  stack = await testStack(dataDir);
  tokens = { api_token: stack.ready().api_token, admin_token: stack.ready().admin_token };
}, 180_000);

test('one start brings up every unit and store, and says where they are in a file that only its owner may read', async () => {
  expect(Object.keys(stack.ready().pids)).toEqual(expect.arrayContaining([...UNITS, 'postgres', 'nats', 'clickhouse']));
  expect(stack.ready()).toMatchObject({
    docs_url: `${stack.ready().base_url}/docs`,
    entity_slug: expect.stringMatching(/./),
    postgres_url: expect.stringMatching(/^postgres:/),
    nats_url: expect.stringMatching(/^nats:/),
    clickhouse_url: expect.stringMatching(/^http:/),
    code_host_url: expect.stringMatching(/^http:/),
  });
  expect(statSync(filesIn(dataDir).ready).mode & 0o777).toBe(0o600);
  expect(await checkToken(stack)).toBe(200);
  expect(await checkToken(stack, 'not-a-token')).toBe(401);
});

/** Of the contract: health, documentation, the console's files and sign-in; metrics on internal ports. */
const OPEN_PATHS = [
  '/',
  '/docs',
  '/healthz',
  '/livez',
  '/metrics',
  '/openapi.json',
  '/ping',
  '/readyz',
  '/sign-in',
  '/auth/session',
];
/** Codes of gRPC. */
const UNIMPLEMENTED = '12';
const UNAUTHENTICATED = '16';
const CLOSED_PATHS = [
  '/?query=SELECT%201',
  '/api/v1/api_tokens',
  '/api/v1/imports',
  '/api/v3/user',
  '/api_tokens',
  '/connz',
  '/debug/pprof',
  '/entities',
  '/health',
  '/imports?resource_path=demo',
  '/jsz',
  '/reports?resource_path=demo',
  '/subsz',
  '/tables',
  '/varz',
];

test.runIf(process.getuid?.() === 0)(
  'another user of the machine gets nothing but what is open to anybody',
  async () => {
    const { pids } = stack.ready();
    const family = familyOf(Object.values(pids));
    const { ports, exposed } = portsOf(family);
    expect(ports.length).toBeGreaterThan(UNITS.length);
    expect(exposed).toEqual([]);
    const { ready, secrets } = filesIn(dataDir);
    const files = [
      ...[
        ready,
        secrets,
        'stack.json',
        'nats/nats-server.conf',
        'postgres/postgresql.conf',
        'postgres/pg_hba.conf',
      ].map((file) => (file.startsWith('/') ? file : join(dataDir, file))),
      ...UNITS.map((unit) => join(dataDir, 'logs', `${unit}.log`)),
      ...family.flatMap((pid) => [`/proc/${pid}/environ`, `/proc/${pid}/fd/1`]),
    ];
    const methods = [analyticsRpc, developersTeamsRpc, identityRpc].flatMap(({ definition }) =>
      Object.values(definition).map(({ path }) => path),
    );
    const found = await lookAsNobody({ dataDir, files, ports, paths: [...OPEN_PATHS, ...CLOSED_PATHS], methods });
    // Each method is served at one port, which asks for the token; the other ports do not know it.
    expect(new Set(found.rpcCodes)).toEqual(new Set([UNIMPLEMENTED, UNAUTHENTICATED]));
    expect(found.rpcCodes.filter((code) => code === UNAUTHENTICATED)).toHaveLength(methods.length);
    expect(found.files).toEqual([]);
    // The root of the gateway is the console, whatever the query.
    const given = found.answers.filter(
      ({ path, body }) => !OPEN_PATHS.includes(path) && !(path.startsWith('/?') && body.startsWith('<!doctype html>')),
    );
    expect(given).toEqual([]);
    expect(found.answers.map(({ path }) => path)).toEqual(expect.arrayContaining(['/docs', '/readyz', '/metrics']));
    const { postgres_url: postgresUrl, nats_url: natsUrl } = stack.ready();
    expect(found.greetings[new URL(postgresUrl).port]).toContain('SCRAM-SHA-256');
    expect(found.greetings[new URL(natsUrl).port]).toContain('"auth_required":true');
    // Anybody may read how processes were called, and what is open says nothing of a tenant.
    const passwords = Object.values(stack.ready()).flatMap((value) =>
      typeof value === 'string' ? (/:([^:@/]{16,})@/.exec(value)?.[1] ?? []) : [],
    );
    const shown = [...family.map(commandLineOf), ...found.answers.map(({ body }) => body)].join('\n');
    expect(passwords.length).toBe(3);
    for (const secret of [...passwords, tokens.api_token ?? 'none', tokens.admin_token ?? 'none'])
      expect(shown).not.toContain(secret);
  },
  240_000,
);

test('whoever else reaches the ports of its stores gets nothing without a password', async () => {
  const { nats_url: natsUrl, clickhouse_url: clickHouseUrl } = stack.ready();
  const port = (url: string) => new URL(url).port;
  await expect(connect({ servers: `127.0.0.1:${port(natsUrl)}`, reconnect: false })).rejects.toThrow(/authorization/i);
  const select = (userInfo: string) =>
    fetch(`http://127.0.0.1:${port(clickHouseUrl)}/?query=SELECT%20name%20FROM%20system.tables`, {
      headers: userInfo === '' ? {} : { authorization: `Basic ${Buffer.from(userInfo).toString('base64')}` },
    });
  expect((await select('')).status).toBe(403);
  expect((await select('linescope:guessed')).status).toBe(403);
  expect((await select(`linescope:${new URL(clickHouseUrl).password}`)).status).toBe(200);
});

test('the identifier of a request that failed finds a line in each unit that it passed', async () => {
  const { base_url, api_token, postgres_url } = stack.ready();
  const postgres = createPostgres(postgres_url, 1);
  const ask = async (trace: string) => {
    const headers = { authorization: `Bearer ${api_token}`, 'x-trace-identifier': trace };
    return (await fetch(`${base_url}/api/v1/releases?resource_path=demo`, { headers })).status;
  };
  const unitsThatSay = (trace: string) =>
    UNITS.filter((unit) => readFileSync(filesIn(dataDir).log(unit), 'utf8').includes(trace));
  // The gateway knows the token from here on, so that the next call goes on to its service.
  expect(await ask('looked-for-0')).toBe(200);
  try {
    await postgres.run('ALTER TABLE identity.entities RENAME TO entities_away');
    expect(await ask('looked-for-1')).toBe(500);
  } finally {
    await postgres.run('ALTER TABLE identity.entities_away RENAME TO entities');
    await postgres.close();
  }
  await vi.waitFor(
    () => expect(unitsThatSay('looked-for-1')).toEqual(['identity', 'defects-releases', 'gateway']),
    SLOW,
  );
  expect(await ask('looked-for-2')).toBe(200);
  await vi.waitFor(() => expect(unitsThatSay('looked-for-2')).toEqual(['gateway']), 10_000);
});

test('the start says what is taken of the disk, and by which setting', () => {
  expect(stack.output()).toMatch(/are free on its disk; below 256 MiB \(MIN_FREE_BYTES\)/);
  expect(stack.output()).toContain('NATS may take up to 3 GiB of it, 1 GiB for each of 3 streams (NATS_STREAM_BYTES)');
});

test('the banner shows both tokens and three lines to try', () => {
  const { base_url, api_token, admin_token } = stack.ready();
  expect(stack.output()).toContain(`${base_url}/docs`);
  expect(stack.output()).toContain(api_token);
  expect(stack.output()).toContain(admin_token);
  expect(stack.output().match(/^ {2}curl .*$/gm)).toHaveLength(3);
});

test('a port that is taken, and a data folder that is in use, are given in a sentence', async () => {
  const { base_url } = stack.ready();
  const { port } = new URL(base_url);
  const onPort = await failToStart({ PORT: port, DATA_DIR: testDataDir() });
  expect(onPort).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Port ${port} is taken by another program`),
  });
  const onFolder = await failToStart({ PORT: '0', DATA_DIR: dataDir });
  expect(onFolder).toMatchObject({
    code: 1,
    output: expect.stringContaining(`already runs on ${dataDir} at ${base_url}`),
  });
});

test.each(['nats', 'postgres', 'clickhouse', ...UNITS])(
  'when %s is killed it is started again, and the stack works as before',
  async (name) => {
    const before = stack.ready().pids[name];
    if (before === undefined) throw new Error(`${name} does not run`);
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(stack.output()).toMatch(new RegExp(`${name} is back`)), SLOW);
    expect(stack.output()).toContain(`${name} ended (signal SIGKILL)`);
    await vi.waitFor(() => expect(stack.ready().pids[name]).not.toBe(before), SLOW);
    await vi.waitFor(async () => expect(await checkToken(stack)).toBe(200), SLOW);
  },
  150_000,
);

test('a broker that runs but does not answer is ended and started again', async () => {
  const before = stack.ready().pids['nats'];
  if (before === undefined) throw new Error('nats does not run');
  process.kill(before, 'SIGSTOP');
  await vi.waitFor(() => expect(stack.output()).toMatch(/nats has not answered for \d+ s, ending it/), SLOW);
  await vi.waitFor(() => expect(stack.ready().pids['nats']).not.toBe(before), SLOW);
  await vi.waitFor(async () => expect((await fetch(`${stack.ready().base_url}/readyz`)).status).toBe(200), SLOW);
}, 150_000);

test('a second stack runs beside the first, with tokens of its own', async () => {
  const other = await testStack();
  expect(await checkToken(other)).toBe(200);
  expect(await checkToken(other, stack.ready().api_token)).toBe(401);
  const pids = Object.values(other.ready().pids);
  other.interrupt('SIGTERM');
  expect(await other.ended).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await checkToken(stack)).toBe(200);
}, 240_000);

test('servers that are given are used: they are neither started nor stopped', async () => {
  const folder = testDataDir();
  const log = () => {};
  const servers = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), password: 'given', durable: false, log }),
    startNats({ dataDir: join(folder, 'nats'), log }),
    startClickHouse({ dataDir: join(folder, 'clickhouse'), log }),
  ]);
  const [postgres, nats, clickHouse] = servers;
  const given = await testStack(testDataDir(), {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    CLICKHOUSE_URL: clickHouse.url,
  });
  expect(given.ready()).toMatchObject({
    postgres_url: postgres.url.replace(/postgres$/, 'linescope'),
    nats_url: nats.url,
    clickhouse_url: clickHouse.url,
  });
  expect(Object.keys(given.ready().pids).sort()).toEqual([...UNITS, 'code-host'].sort());
  expect(await checkToken(given)).toBe(200);
  given.interrupt('SIGTERM');
  expect(await given.ended).toBe(0);
  expect(servers.map((server) => isAlive(server.pid))).toEqual([true, true, true]);
  await Promise.all(servers.map((server) => server.stop()));
}, 240_000);

test('after a kill of the supervisor, the next start ends what was left and finds the data', async () => {
  const supervisor = readStackRecord(filesIn(dataDir).stack)?.supervisor.pid;
  if (supervisor === undefined) throw new Error('no supervisor is recorded');
  const { pids, code_host_url: codeHostUrl } = stack.ready();
  const left = Object.values(pids);
  process.kill(supervisor, 'SIGKILL');
  await stack.ended;
  expect(left.filter(isAlive)).toHaveLength(left.length);

  stack = await testStack(dataDir);
  expect(left.filter(isAlive)).toEqual([]);
  expect(stack.ready()).toMatchObject({ ...tokens, code_host_url: codeHostUrl });
  expect(stack.output()).not.toContain(tokens.api_token);
  expect(await checkToken(stack)).toBe(200);
}, 240_000);

test('Ctrl-C stops everything and leaves nothing running', async () => {
  const pids = Object.values(stack.ready().pids);
  stack.interrupt();
  expect(await stack.ended).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(stack.output()).toContain('stopped');
  expect(() => stack.ready()).toThrow();
}, 120_000);
