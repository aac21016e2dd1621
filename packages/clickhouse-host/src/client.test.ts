import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  createClient as createLoudClient,
} from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS } from './limits.ts';
import { type RunningHost, startClickHouseHost } from './start-host.ts';
import { childrenOf } from './testing/children.ts';
import { engineUnderTest } from './testing/engine-under-test.ts';

/** Failures are what half of these tests are about: no need to log them. */
const createClient: typeof createLoudClient = (config) =>
  createLoudClient({ log: { level: ClickHouseLogLevel.OFF }, password: PASSWORD, ...config });

/** WebAssembly has one, whatever it is given. */
const LANES = 2;

const PASSWORD = 'a secret of the test';

// Two cores may be shared with the rest of the suite.
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let host: RunningHost;
let client: ClickHouseClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-host-'));
  // A link to the folder must serve as well as the folder.
  await mkdir(join(dataDir, 'folder'));
  await symlink(join(dataDir, 'folder'), join(dataDir, 'link'));
  host = await startClickHouseHost({
    dataDir: join(dataDir, 'link'),
    port: 0,
    password: PASSWORD,
    engine: engineUnderTest(),
    lanes: LANES,
    // Some of these tests hold the engine on purpose.
    patienceMs: [600_000],
  });
  client = createClient({ url: host.url });
}, 180_000);

afterAll(async () => {
  await client?.close();
  await host?.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 180_000);

/** A request of our own making, past the client. */
const post = (search: string, body: string | Buffer = 'SELECT 1', more: RequestInit = {}) =>
  fetch(`${host.url}/?password=${encodeURIComponent(PASSWORD)}&${search}`, { method: 'POST', body, ...more });

const rawRequest = (search = '') =>
  request(`${host.url}/?password=${encodeURIComponent(PASSWORD)}&${search}`, { method: 'POST' }).on('error', () => {});

const FOREVER = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))';

const rowsOf = async <T>(query: string, more: object = {}): Promise<T[]> =>
  (await client.query({ query, format: 'JSONEachRow', ...more })).json<T>();

const failureOf = async (attempt: Promise<unknown>): Promise<ClickHouseError> => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClickHouseError);
  return error instanceof ClickHouseError ? error : expect.fail('not an error of ClickHouse');
};

async function table(name: string, columns = 'id UInt64, text String'): Promise<string> {
  await client.command({ query: `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY id` });
  return name;
}

describe('reading', () => {
  it('answers a ping, with and without a statement', async () => {
    expect(await client.ping()).toEqual({ success: true });
    expect(await client.ping({ select: true })).toEqual({ success: true });
  });

  it.each([
    ['JSONEachRow', '{"n":0,"s":"a"}\n{"n":1,"s":"b"}\n'],
    ['JSONStringsEachRow', '{"n":"0","s":"a"}\n{"n":"1","s":"b"}\n'],
    ['JSONCompactEachRow', '[0, "a"]\n[1, "b"]\n'],
    ['JSONCompactEachRowWithNames', '["n", "s"]\n[0, "a"]\n[1, "b"]\n'],
    ['JSONCompactEachRowWithNamesAndTypes', '["n", "s"]\n["UInt8", "String"]\n[0, "a"]\n[1, "b"]\n'],
    ['CSV', '0,"a"\n1,"b"\n'],
    ['CSVWithNames', '"n","s"\n0,"a"\n1,"b"\n'],
    ['CSVWithNamesAndTypes', '"n","s"\n"UInt8","String"\n0,"a"\n1,"b"\n'],
    ['TabSeparated', '0\ta\n1\tb\n'],
    ['TabSeparatedWithNames', 'n\ts\n0\ta\n1\tb\n'],
    ['TabSeparatedWithNamesAndTypes', 'n\ts\nUInt8\tString\n0\ta\n1\tb\n'],
  ] as const)('gives a result as %s', async (format, expected) => {
    const query = 'SELECT toUInt8(number) AS n, char(97 + number) AS s FROM numbers(2)';
    const result = await client.query({ query, format });
    expect(result.response_headers['x-clickhouse-format']).toBe(format);
    expect(await result.text()).toBe(expected);
  });

  it('gives a result as one JSON document', async () => {
    const query = 'SELECT toUInt8(number) AS n FROM numbers(2)';
    const data = async (format: 'JSON' | 'JSONCompact' | 'JSONColumnsWithMetadata') =>
      (await client.query({ query, format })).json();
    const meta = [{ name: 'n', type: 'UInt8' }];
    expect(await data('JSON')).toMatchObject({ meta, rows: 2, data: [{ n: 0 }, { n: 1 }] });
    expect(await data('JSONCompact')).toMatchObject({ meta, rows: 2, data: [[0], [1]] });
    expect(await data('JSONColumnsWithMetadata')).toMatchObject({ meta, rows: 2, data: { n: [0, 1] } });
  });

  it('gives a result as Parquet, which it reads back', async () => {
    const name = await table('from_parquet');
    const { stream } = await client.exec({
      query: "SELECT number AS id, 'x' AS text FROM numbers(1000) FORMAT Parquet",
    });
    await client.insert({ table: name, values: stream, format: 'Parquet' });
    expect(await rowsOf(`SELECT count() AS n, sum(id) AS ids FROM ${name}`)).toEqual([{ n: 1000, ids: 499_500 }]);
  });

  it('gives each row once when a result comes in many pieces', async () => {
    for (const format of ['JSONCompactEachRowWithNamesAndTypes', 'TabSeparatedWithNames', 'JSONEachRow'] as const) {
      const result = await client.query({ query: 'SELECT number AS n FROM numbers(200000)', format });
      const lines = (await result.text()).trimEnd().split('\n');
      const header = { JSONCompactEachRowWithNamesAndTypes: 2, TabSeparatedWithNames: 1, JSONEachRow: 0 }[format];
      expect(lines).toHaveLength(200_000 + header);
      expect(new Set(lines).size).toBe(200_000 + header);
    }
  });

  it('streams a result that is larger than what it keeps in memory', async () => {
    const query = "SELECT number AS n, repeat('x', 1000) AS padding FROM numbers(30000)";
    const result = await client.query({ query, format: 'JSONEachRow' });
    let rows = 0;
    for await (const batch of result.stream()) rows += batch.length;
    expect(rows).toBe(30_000);
    expect(await readdir(join(dataDir, 'link', 'spool'))).toEqual([]);
  });

  it('gives a result of more than the engine has in one piece, with its header once', async () => {
    const query = "SELECT {from: UInt32} + number AS n, repeat('x', 1000) AS padding FROM numbers(80000)";
    const result = await client.query({ query, query_params: { from: 7 }, format: 'TabSeparatedWithNames' });
    const lines = (await result.text()).trimEnd().split('\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([80_001, 'n\tpadding', `80006\t${'x'.repeat(1000)}`]);
    // Its own limit is kept.
    const limited = client.query({
      query: 'SELECT number FROM numbers(100)',
      clickhouse_settings: { max_result_rows: '5' },
    });
    expect((await failureOf(limited)).type).toBe('TOO_MANY_ROWS_OR_BYTES');
    expect(await readdir(join(dataDir, 'link', 'spool'))).toEqual([]);
  });

  it('gives no statement the rows of one that failed in the middle of its result', async () => {
    const failing = 'SELECT number, throwIf(number = 3000000) FROM numbers(10000000) SETTINGS max_block_size = 65000';
    for (const format of ['CSV', 'JSONEachRow', 'TabSeparated'] as const) {
      const failed = await failureOf(client.query({ query: failing, format }));
      expect(failed.type).toBe('FUNCTION_THROW_IF_VALUE_IS_NON_ZERO');
      for (let turn = 0; turn < 2 * LANES; turn++) {
        expect(await rowsOf('SELECT 1 AS n')).toEqual([{ n: 1 }]);
      }
    }
  });

  it('gives rows that were read when the engine found them too many for one piece once each', async () => {
    const result = await client.query({ query: 'SELECT number, number FROM numbers(6000000)', format: 'CSV' });
    let bytes = 0;
    for await (const batch of result.stream()) for (const { text } of batch) bytes += text.length + 1;
    const digits = [10, 90, 900, 9_000, 90_000, 900_000, 5_000_000].reduce((sum, n, index) => sum + n * (index + 1), 0);
    expect(bytes).toBe(2 * digits + 2 * 6_000_000);
  });

  it('binds parameters of every kind', async () => {
    const params = {
      s: `it's a "quoted" \\ back\tslash\nand ünïcode {x}`,
      n: -42,
      list: ["a'b", 'c\\d'],
      at: new Date('2024-02-29T12:34:56Z'),
      none: null,
      yes: true,
      map: { k: 1 },
    };
    const query = `SELECT {s: String} AS s, {n: Int32} AS n, {list: Array(String)} AS list, {at: DateTime('UTC')} AS at,
                          {none: Nullable(String)} AS none, {yes: Bool} AS yes, {map: Map(String, UInt8)} AS map`;
    const expected = [{ ...params, at: '2024-02-29 12:34:56' }];
    expect(await rowsOf(query, { query_params: params })).toEqual(expected);
    expect(await rowsOf(query, { query_params: params, use_multipart_params: true })).toEqual(expected);
  });

  it('takes a parameter of megabytes', async () => {
    const list = Array.from({ length: 100_000 }, (_, index) => `value ${index}`);
    const query = 'SELECT length({list: Array(String)}) AS n';
    expect(await rowsOf(query, { query_params: { list }, use_multipart_params: true })).toEqual([{ n: 100_000 }]);
  });

  it('does not lend one request the parameters, settings or database of another', async () => {
    await client.command({ query: 'CREATE DATABASE lent' });
    const query = "SELECT {p: String} AS p, getSetting('max_block_size') AS size, currentDatabase() AS db";
    const other = createClient({ url: host.url, database: 'lent', clickhouse_settings: { max_block_size: '1234' } });
    const first = await other.query({ query, query_params: { p: 'mine' }, format: 'JSONEachRow' });
    expect(await first.json()).toEqual([{ p: 'mine', size: 1234, db: 'lent' }]);
    await other.close();
    expect((await failureOf(rowsOf(query))).type).toBe('UNKNOWN_QUERY_PARAMETER');
    expect(await rowsOf(query, { query_params: { p: 'yours' } })).toEqual([{ p: 'yours', size: 65409, db: 'default' }]);
  });

  it('keeps SET and USE to the request they came with', async () => {
    await client.command({ query: 'SET max_block_size = 99' });
    await client.command({ query: 'USE system' });
    expect(await rowsOf("SELECT getSetting('max_block_size') AS size, currentDatabase() AS db")).toEqual([
      { size: 65409, db: 'default' },
    ]);
  });

  it('compresses what it sends and understands what is sent compressed', async () => {
    const compressing = createClient({ url: host.url, compression: { request: true, response: true } });
    const name = await table('compressed');
    await compressing.insert({ table: name, values: [{ id: 1, text: 'x'.repeat(10_000) }], format: 'JSONEachRow' });
    const result = await compressing.query({ query: `SELECT text FROM ${name}`, format: 'JSONEachRow' });
    expect(result.response_headers['content-encoding']).toBe('gzip');
    expect(await result.json()).toEqual([{ text: 'x'.repeat(10_000) }]);
    await compressing.close();
  });

  it('echoes the query id and counts rows in the summary', async () => {
    const name = await table('counted');
    const values = [
      { id: 1, text: 'a' },
      { id: 2, text: 'b' },
    ];
    const inserted = await client.insert({ table: name, values, format: 'JSONEachRow', query_id: 'an-insert' });
    expect(inserted.query_id).toBe('an-insert');
    expect(inserted.summary?.written_rows).toBe('2');
    const { response_headers } = await client.query({ query: `SELECT * FROM ${name}`, query_id: 'a-query' });
    expect(response_headers['x-clickhouse-query-id']).toBe('a-query');
    const summary: unknown = JSON.parse(String(response_headers['x-clickhouse-summary']));
    expect(summary).toMatchObject({ read_rows: '2', result_rows: '2' });
  });
});

describe('writing', () => {
  it.each([
    ['JSONEachRow', [{ id: 1, text: "a'b\\c\nd" }]],
    ['JSONCompactEachRow', [[1, "a'b\\c\nd"]]],
    [
      'JSONCompactEachRowWithNamesAndTypes',
      [
        ['id', 'text'],
        ['UInt64', 'String'],
        [1, "a'b\\c\nd"],
      ],
    ],
  ] as const)('takes rows as %s', async (format, values) => {
    const name = await table(`rows_as_${format}`);
    await client.insert({ table: name, values: [...values], format });
    expect(await rowsOf(`SELECT * FROM ${name}`)).toEqual([{ id: 1, text: "a'b\\c\nd" }]);
  });

  it('takes rows as streams of objects and of text', async () => {
    const name = await table('streamed');
    const objects = Readable.from(
      (function* () {
        for (let id = 0; id < 50_000; id++) yield { id, text: `row ${id}` };
      })(),
    );
    await client.insert({ table: name, values: objects, format: 'JSONEachRow' });
    await client.insert({
      table: name,
      values: Readable.from(['50000,"a ""quoted"" one"\n'], { objectMode: false }),
      format: 'CSV',
    });
    await client.insert({
      table: name,
      values: Readable.from(['50001\ttabbed\n'], { objectMode: false }),
      format: 'TabSeparated',
    });
    expect(await rowsOf(`SELECT count() AS n, max(text) AS last FROM ${name} WHERE id >= 50000`)).toEqual([
      { n: 2, last: 'tabbed' },
    ]);
    expect(await rowsOf(`SELECT count() AS n FROM ${name}`)).toEqual([{ n: 50_002 }]);
  });

  it('takes inline VALUES, chosen columns, and settings in the statement', async () => {
    const name = await table('inline');
    await client.command({ query: `INSERT INTO ${name} (text, id) VALUES ('one', 1), ('it''s; two', 2);` });
    await client.command({
      query: `INSERT INTO ${name} SETTINGS input_format_skip_unknown_fields = 1 FORMAT JSONEachRow {"id": 3, "more": 1}`,
    });
    await client.insert({ table: name, columns: ['id'], values: [{ id: 4 }], format: 'JSONEachRow' });
    await client.command({ query: `INSERT INTO ${name} SELECT 5, 'five'` });
    expect(await rowsOf(`SELECT id, text FROM ${name} ORDER BY id`)).toEqual([
      { id: 1, text: 'one' },
      { id: 2, text: "it's; two" },
      { id: 3, text: '' },
      { id: 4, text: '' },
      { id: 5, text: 'five' },
    ]);
  });

  it('makes one part of one insert of many rows, and nothing of one that fails', async () => {
    const name = await table('parts');
    const values = Array.from({ length: 100_000 }, (_, id) => ({ id, text: 'x' }));
    await client.insert({ table: name, values, format: 'JSONEachRow' });
    const failure = await failureOf(
      client.insert({
        table: name,
        values: Readable.from(['1,"a"\n', 'not a number,"b"\n'], { objectMode: false }),
        format: 'CSV',
      }),
    );
    expect(failure.type).toMatch(/CANNOT_PARSE/);
    expect(
      await rowsOf(`SELECT count() AS parts, sum(rows) AS rows FROM system.parts WHERE table = '${name}' AND active`),
    ).toEqual([{ parts: 1, rows: 100_000 }]);
    expect(await readdir(join(dataDir, 'link', 'spool'))).toEqual([]);
  });

  it('gives back the bytes of exec', async () => {
    const { stream } = await client.exec({ query: 'SELECT 1 AS a FORMAT TSVWithNames' });
    expect(await new Response(Readable.toWeb(stream)).text()).toBe('a\n1\n');
  });
});

describe('refusing', () => {
  it.each([
    ['SELEC 1', '62', 'SYNTAX_ERROR'],
    ['SELECT * FROM nowhere', '60', 'UNKNOWN_TABLE'],
    ['SELECT nothing', '47', 'UNKNOWN_IDENTIFIER'],
    ['SELECT 1; SELECT 2', '62', 'SYNTAX_ERROR'],
    ["SELECT throwIf(number = 150000, 'too late') FROM numbers(200000)", '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  ])('says what is wrong with %s', async (query, code, type) => {
    expect(await failureOf(client.query({ query, format: 'JSONEachRow' }))).toMatchObject({ code, type });
  });

  it('names a setting that does not exist, and goes on', async () => {
    const settings = Object.fromEntries([['no_such_setting', 1]]);
    const failure = await failureOf(client.query({ query: 'SELECT 1', clickhouse_settings: settings }));
    expect(failure).toMatchObject({ code: '115', type: 'UNKNOWN_SETTING' });
    expect(await rowsOf('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('asks for the password it was given', async () => {
    const outsider = createClient({ url: host.url, password: 'a guess' });
    expect((await failureOf(outsider.query({ query: 'SELECT 1' }))).type).toBe('AUTHENTICATION_FAILED');
    await outsider.close();
    expect((await fetch(`${host.url}/?query=SELECT+1`)).status).toBe(403);
  });

  it('refuses a document that would not fit the memory of the engine', async () => {
    const query = 'SELECT number FROM numbers(3000000)';
    expect((await failureOf(client.query({ query, format: 'JSON' }))).type).toBe('TOO_MANY_ROWS_OR_BYTES');
    const result = await client.query({ query, format: 'TabSeparated' });
    expect((await result.text()).length).toBeGreaterThan(20_000_000);
  });

  it.each(['/etc/passwd', '/data/../etc/passwd', '/data/db/../../../etc/passwd', '../../etc/passwd'])(
    'shows no file of the machine: %s',
    async (path) => {
      const query = `SELECT * FROM file('${path}', 'LineAsString')`;
      expect((await failureOf(client.query({ query }))).message).not.toContain('root:');
    },
  );

  it('refuses sessions with a clear sentence', async () => {
    const failure = await failureOf(client.query({ query: 'SELECT 1', session_id: 'mine' }));
    expect(failure.message).toContain('Sessions are not kept here');
  });

  it('stops a statement at its time and at its memory', async () => {
    const late = await failureOf(client.query({ query: FOREVER, clickhouse_settings: { max_execution_time: 1 } }));
    expect(late.type).toBe('TIMEOUT_EXCEEDED');
    const large = 'SELECT length(groupArray(number)) FROM numbers(100000000)';
    const full = await failureOf(
      client.query({ query: large, clickhouse_settings: { max_memory_usage: '100000000' } }),
    );
    expect(full.type).toBe('MEMORY_LIMIT_EXCEEDED');
  });

  it('writes nothing by GET', async () => {
    for (const query of ['DROP DATABASE default', 'INSERT INTO t VALUES (1)']) {
      const response = await fetch(`${host.url}/?${new URLSearchParams({ password: PASSWORD, query })}`);
      expect(response.status).toBe(403);
      expect(response.headers.get('x-clickhouse-exception-code')).toBe('164');
    }
  });

  it('takes rows that are packed, and refuses those that only say so', async () => {
    await client.command({ query: 'CREATE TABLE packed (n UInt32, s String) ENGINE = MergeTree ORDER BY n' });
    const rows = Array.from({ length: 50_000 }, (_, n) => JSON.stringify({ n, s: `text ${n}` })).join('\n');
    const query = new URLSearchParams({
      query: 'INSERT INTO packed SETTINGS max_insert_threads = 1 FORMAT JSONEachRow',
    });
    const send = (body: string | Buffer, encoding: string) =>
      post(query.toString(), body, { headers: { 'content-encoding': encoding } });
    for (const [encoding, pack] of Object.entries({ zstd: zstdCompressSync, gzip: gzipSync })) {
      expect((await send(pack(rows), encoding)).status).toBe(200);
      const whole = pack(`INSERT INTO packed FORMAT JSONEachRow\n${rows}`);
      expect((await post('', whole, { headers: { 'content-encoding': encoding } })).status).toBe(200);
    }
    expect((await send(rows, 'zstd')).status).toBeGreaterThanOrEqual(400);
    expect(await rowsOf('SELECT count() AS n, uniqExact(s) AS texts FROM packed')).toEqual([
      { n: 200_000, texts: 50_000 },
    ]);
    await client.command({ query: 'DROP TABLE packed' });
  });

  it('answers broken requests and stays up', async () => {
    const attempts = [
      post('', ''),
      post('', 'x', { headers: { 'content-encoding': 'unheard-of' } }),
      post('', 'not gzip', { headers: { 'content-encoding': 'gzip' } }),
      post('', 'x', { headers: { 'content-type': 'multipart/form-data' } }),
      post("param_a'b=1"),
      post("a'b=1"),
      post('max_memory_usage=lots'),
      post("database=no'such`"),
      post('', Buffer.from([0xff, 0x00, 0xfe])),
      post('', 'SELECT 1', { method: 'DELETE' }),
      fetch(`${host.url}/nowhere`, { headers: { 'x-clickhouse-key': PASSWORD } }),
    ];
    for (const response of await Promise.all(attempts)) expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await client.ping({ select: true })).toEqual({ success: true });
  });
});

describe('many at once', () => {
  it('drops what its client no longer waits for, without holding up the rest', async () => {
    const abandoned = [1, 2, 3].map(() => rawRequest());
    for (const each of abandoned) {
      each.end(FOREVER);
      await once(each, 'finish');
    }
    await client.ping();
    const waiting = rowsOf('SELECT 1 AS one');
    for (const each of abandoned) each.destroy();
    expect(await waiting).toEqual([{ one: 1 }]);
  });

  it('forgets the rows of an insert that breaks off', async () => {
    const name = await table('broken_off');
    const broken = rawRequest(`query=${encodeURIComponent(`INSERT INTO ${name} FORMAT CSV`)}`);
    broken.write('1,"a"\n'.repeat(100_000));
    await expect.poll(() => readdir(join(dataDir, 'link', 'spool'))).toHaveLength(1);
    broken.destroy();
    await expect.poll(() => readdir(join(dataDir, 'link', 'spool'))).toEqual([]);
    expect(await rowsOf(`SELECT count() AS n FROM ${name}`)).toEqual([{ n: 0 }]);
  });

  it('says so when too many wait, and forgets those that leave', async () => {
    const blocking = Array.from({ length: LANES }, () => rawRequest());
    for (const each of blocking) {
      each.end(FOREVER);
      await once(each, 'finish');
    }
    await client.ping();
    const leaving = new AbortController();
    const refused: (string | null)[] = [];
    const crowd = Array.from({ length: LIMITS.queueCapacity + 10 }, async () => {
      const response = await post('', 'SELECT 1', { signal: leaving.signal });
      if (response.status === 503) refused.push(response.headers.get('x-clickhouse-exception-code'));
    });
    const settled = Promise.allSettled(crowd);
    await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(9), { timeout: 60_000 });
    expect(new Set(refused)).toEqual(new Set(['202']));
    leaving.abort();
    for (const each of blocking) each.destroy();
    await settled;
    expect(await rowsOf('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  }, 90_000);

  it('serves several clients, each its own rows', async () => {
    const clients = Array.from({ length: 5 }, (_, n) => createClient({ url: host.url, application: `client ${n}` }));
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const asking = clients[n % 5] ?? client;
        const result = await asking.query({
          query: 'SELECT {n: UInt8} AS n',
          query_params: { n },
          format: 'JSONEachRow',
        });
        return result.json<{ n: number }>();
      }),
    );
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    await Promise.all(clients.map((each) => each.close()));
  });
});

describe('several lanes', () => {
  it('answers a small reading beside a long one, where the engine runs several at a time', async () => {
    const long = rawRequest();
    long.end(FOREVER);
    await once(long, 'finish');
    const other = host.engine === 'native' ? rowsOf('SELECT 1 AS one') : Promise.resolve([{ one: 1 }]);
    expect(await other).toEqual([{ one: 1 }]);
    long.destroy();
  });

  it('answers a request beside as much background work as there is, where the engine runs several at a time', async () => {
    const work = Array.from({ length: LANES }, () => rawRequest('workload=background'));
    for (const each of work) {
      each.end(FOREVER);
      await once(each, 'finish');
    }
    const other = host.engine === 'native' ? rowsOf('SELECT 1 AS one') : Promise.resolve([{ one: 1 }]);
    expect(await other).toEqual([{ one: 1 }]);
    for (const each of work) each.destroy();
  });

  it('writes every row once while others read', async () => {
    const name = await table('side_by_side', 'id UInt64');
    const inserts = Array.from({ length: 30 }, (_, id) =>
      client.insert({ table: name, values: [{ id }], format: 'JSONEachRow' }),
    );
    const readings = Array.from({ length: 30 }, () => rowsOf<{ n: number }>(`SELECT count() AS n FROM ${name}`));
    await Promise.all(inserts);
    for (const [row] of await Promise.all(readings)) expect(row?.n).toBeLessThanOrEqual(30);
    expect(await rowsOf(`SELECT count() AS n, uniqExact(id) AS ids FROM ${name}`)).toEqual([{ n: 30, ids: 30 }]);
  });
});

describe('many customers of one client', () => {
  it('answers the one query of a customer before the many that another sent first', async () => {
    const ended: string[] = [];
    const ask = (customer: string) =>
      post(`quota_key=${customer}`, 'SELECT sleepEachRow(0.05)').then((answer) => {
        ended.push(customer);
        return answer.text();
      });
    const many = Array.from({ length: 20 }, () => ask('busy'));
    await Promise.race(many);
    await ask('quiet');
    expect(ended.indexOf('quiet')).toBeLessThan(12);
    await Promise.all(many);
  });
});

describe('work in the background', () => {
  const asked = () => {
    const ended: string[] = [];
    const ask = async (name: string, agent: string, search = '') => {
      await (await post(search, 'SELECT sleepEachRow(0.05)', { headers: { 'user-agent': agent } })).text();
      ended.push(name);
    };
    return { ended, ask };
  };

  it('lets a request pass, whoever waits before it', async () => {
    const { ended, ask } = asked();
    const work = Array.from({ length: 12 }, (_, n) => ask('work', `worker ${n}`, 'workload=background'));
    await Promise.race(work);
    await ask('request', 'server');
    expect(ended.indexOf('request')).toBeLessThan(LANES + 3);
    await Promise.all(work);
  });

  it('has its turn between requests, however many there are', async () => {
    const { ended, ask } = asked();
    const requests = Array.from({ length: 40 }, (_, n) => ask('request', `server ${n}`));
    await Promise.race(requests);
    await ask('work', 'worker', 'workload=background');
    expect(ended.indexOf('work')).toBeLessThan(LANES * 8);
    await Promise.all(requests);
  });
});

describe('over time', () => {
  it('keeps its memory and threads while rows come and are read', async () => {
    const name = await table('over_time');
    const writeAndRead = async (id: number) => {
      await client.insert({ table: name, values: [{ id, text: 'x' }], format: 'JSONEachRow' });
      await rowsOf(`SELECT max(id) AS last FROM ${name} WHERE id <= {id: UInt64}`, { query_params: { id } });
    };
    for (let id = 0; id < 10; id++) await writeAndRead(id);
    const before = { resident: await residentBytes(), threads: await threadCount() };
    for (let id = 10; id < 70; id++) await writeAndRead(id);
    expect(await threadCount()).toBeLessThanOrEqual(before.threads + 8);
    expect((await residentBytes()) - before.resident).toBeLessThan(200 * 1024 * 1024);
  });

  it('drops a table at once, also when asked to wait for its files', async () => {
    const name = await table('short_lived');
    await client.insert({ table: name, values: [{ id: 1, text: 'x' }], format: 'JSONEachRow' });
    await client.command({ query: `DROP TABLE ${name} SYNC` });
    expect((await failureOf(rowsOf(`SELECT * FROM ${name}`))).type).toBe('UNKNOWN_TABLE');
  });

  it('starts one thread, and not 128, to remove old parts', async () => {
    const setting = "SELECT value FROM system.server_settings WHERE name = 'max_parts_cleaning_thread_pool_size'";
    expect(await rowsOf(setting)).toEqual([{ value: '1' }]);
  });
});

async function residentBytes(): Promise<number> {
  const response = await fetch(`${host.url}/health`, { headers: { 'x-clickhouse-key': PASSWORD } });
  return JSON.parse(await response.text()).resident_bytes;
}

/** Of this process and of the engine's, where there is a /proc to count them in. */
async function threadCount(): Promise<number> {
  const folders = [process.pid, ...(await childrenOf(process.pid))].map((pid) => `/proc/${pid}/task`);
  const tasks = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  return tasks.flat().length;
}
