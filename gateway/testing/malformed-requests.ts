import { GOOD_TOKEN } from './test-gateway.ts';

/** Numbers that look random and are the same in every run. */
export function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

type Dice = (sides: number) => number;
export interface Malformed {
  kind: string;
  parts: (string | Buffer)[];
  /** It is answered only when the gateway's patience ends. */
  slow: boolean;
  /** The client hangs up once all is sent. */
  end: boolean;
}

const AUTH = `Host: a\r\nAuthorization: Bearer ${GOOD_TOKEN}\r\n`;
const pick = <T>(dice: Dice, choices: readonly T[]): T => choices[dice(choices.length)] as T;
const bytes = (dice: Dice, length: number) => Buffer.from(Array.from({ length }, () => dice(256)));
const lineOf = (dice: Dice) => `${pick(dice, ['POST', 'PUT', 'DELETE', 'GET'])} /api/v1/teams`;

function post(body: string | Buffer, type: string, target = '/api/v1/teams'): (string | Buffer)[] {
  const head = `POST ${target} HTTP/1.1\r\n${AUTH}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return [head, body];
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Each makes one kind of bad request; the dice make no two alike. */
const KINDS: Record<string, (dice: Dice) => (string | Buffer)[]> = {
  'broken JSON': (dice) => {
    const good = JSON.stringify({ name: 'core', size: dice(1000), tags: ['a', 'b'] });
    const cut = dice(good.length);
    return post(good.slice(0, cut) + pick(dice, ['', '}', ',', '"', '\\u12', '\u0000', '//']), JSON_TYPE);
  },
  'broken UTF-8': (dice) =>
    post(Buffer.concat([Buffer.from('{"name":"'), bytes(dice, 1 + dice(40)), Buffer.from('"}')]), JSON_TYPE),
  'broken escapes': (dice) =>
    post(`name=%${pick(dice, ['zz', 'ff', 'C3%28', '', '0', 'u0041'])}${dice(99)}`, FORM_TYPE),
  'wrong types': (dice) => {
    const value = pick<unknown>(dice, [
      null,
      true,
      -1,
      1e308,
      [],
      [[]],
      {},
      { a: 1 },
      'x'.repeat(300),
      '2026-02-30',
      '\u0000',
    ]);
    return post(JSON.stringify({ name: value, size: value, tags: value, day: value, loud: value }), JSON_TYPE);
  },
  'not an object': (dice) => post(pick(dice, ['[]', '1', 'null', '"x"', 'true', '[[1]]', '\ufeff{}']), JSON_TYPE),
  'dangerous names': (dice) =>
    post(
      `{"${pick(dice, ['__proto__', 'constructor', 'toString', 'name.x'])}":{"name":"x"},"size":${dice(9)}}`,
      JSON_TYPE,
    ),
  'deep nesting': (dice) => post(pick(dice, ['[', '{"a":', '[{"a":']).repeat(100 + dice(40_000)), JSON_TYPE),
  'many parameters': (dice) => post(`a${dice(9)}=1&`.repeat(2_001 + dice(500)), FORM_TYPE),
  'broken multipart': (dice) =>
    post(
      `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(dice(50))}\r\n\r\nv\r\n--${dice(9)}`,
      `multipart/form-data; boundary=x`,
    ),
  'multipart without a boundary': () => post('--x\r\n\r\n', 'multipart/form-data'),
  'unknown media type': (dice) =>
    post('<a/>', pick(dice, ['application/xml', 'text/plain', '', 'a', 'application/json2', '*/*'])),
  'huge headers': (dice) => [`${lineOf(dice)} HTTP/1.1\r\n${AUTH}X-Big: ${'x'.repeat(16_000 + dice(60_000))}\r\n\r\n`],
  'many headers': (dice) => [`${lineOf(dice)} HTTP/1.1\r\n${AUTH}${'a:b\r\n'.repeat(3_000 + dice(4_000))}\r\n`],
  'long URL': (dice) => [`GET /api/v1/teams?${'x'.repeat(8_200 + dice(60_000))} HTTP/1.1\r\n${AUTH}\r\n`],
  'paths that climb': (dice) => {
    const climb = pick(dice, [
      '/../',
      '/%2e%2e/',
      '/..%2f',
      '/.%2E/',
      '//',
      '/./',
      '\\..\\',
      '/%00/',
      '/%5c..%5c',
      '/..;/',
    ]);
    return [
      `GET ${pick(dice, ['/api/v1/teams', '/docs', '/hooks', ''])}${climb}${pick(dice, ['etc/passwd', 'admin/offboard', 'package.json', ''])} HTTP/1.1\r\n${AUTH}\r\n`,
    ];
  },
  'strange targets': (dice) => {
    const target = pick(dice, [
      '*',
      'http://',
      'http://[::1',
      'ftp://a/b',
      'teams',
      '/api/v1/teams#x',
      '/api/v1/teams?%',
      `/api/v1/teams/${'9'.repeat(30)}`,
      '/api/v1/teams/\xff\xfe',
      'http://a:99999/api/v1/teams',
      '/?',
      '//////',
    ]);
    return [Buffer.from(`GET ${target} HTTP/1.1\r\n${AUTH}\r\n`, 'latin1')];
  },
  'two ways to say the length': (dice) => {
    const chunked = pick(dice, [
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding:\tchunked',
      'transfer-encoding: chunked\r\ntransfer-encoding: identity',
    ]);
    return [
      `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Length: ${dice(20)}\r\n${chunked}\r\n\r\n0\r\n\r\nGET /api/v1/admin HTTP/1.1\r\nHost: b\r\n\r\n`,
    ];
  },
  'lengths that disagree': (dice) => [
    `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Length: ${pick(dice, ['5', '+5', '-1', '0x5', '5, 5', '5 5', '1e3', '99999999999999999999'])}\r\nContent-Length: ${dice(9)}\r\n\r\nhello`,
  ],
  'broken chunks': (dice) => [
    `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Type: ${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    pick(dice, [
      'zz\r\nabc\r\n',
      'ffffffffffffffffff\r\n',
      '-1\r\n',
      '3\r\nabcdef\r\n0\r\n\r\n',
      '3;\n\r\nabc\r\n',
      '\r\n\r\n',
      `3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
    ]),
  ],
  'broken header lines': (dice) => [
    `${lineOf(dice)} HTTP/1.1\r\n${AUTH}${pick(dice, [' X: y', 'X y', ': y', 'X\x00: y', 'X: a\x01b', 'X : y', 'Host: b\r\nHost: c', 'X: y\rZ: w', '\tfolded'])}\r\n\r\n`,
  ],
  'broken request lines': (dice) => [
    `${pick(dice, ['GET  /api/v1/teams HTTP/1.1', 'GET /api/v1/teams', 'GET /api/v1/teams HTTP/9.9', 'get /api/v1/teams HTTP/1.1', 'BREW / HTTP/1.1', ' GET / HTTP/1.1', 'GET / HTTP/1.1 x', 'PRI * HTTP/2.0', 'CONNECT a:1 HTTP/1.1', 'TRACE / HTTP/1.1'])}\r\n${AUTH}\r\n`,
  ],
  'bad tokens': (dice) => [
    `GET /api/v1/teams HTTP/1.1\r\nHost: a\r\nAuthorization: ${pick(dice, ['', 'Bearer', 'Bearer  ', 'Basic eDp5', `Bearer ${'x'.repeat(2_000)}`, 'Bearer a b', `Bearer t${dice(50)}`])}\r\nX-Linescope-Principal: a.b.c\r\n\r\n`,
  ],
  'strange expectations and upgrades': (dice) => [
    `${lineOf(dice)} HTTP/1.1\r\n${AUTH}${pick(dice, ['Expect: tea', 'Expect: 100-continue, x', 'Connection: Upgrade\r\nUpgrade: websocket', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c', 'Connection: x-linescope-principal, host'])}\r\n\r\n`,
  ],
  'raw garbage': (dice) => [bytes(dice, 1 + dice(2_000)), '\r\n\r\n'],
  'TLS to a plain port': (dice) => [
    Buffer.concat([Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), bytes(dice, 200)]),
  ],
  'large body': (dice) => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    return [
      `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Type: ${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 17 + dice(3) }, () => chunk),
    ];
  },
};

const SLOW: Record<string, (dice: Dice) => (string | Buffer)[]> = {
  'slow body': (dice) => [
    `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Type: ${JSON_TYPE}\r\nContent-Length: ${50 + dice(999)}\r\n\r\n{"name":`,
  ],
  'slow headers': (dice) => [`GET /api/v1/teams HTTP/1.1\r\nHost: a\r\nX-${dice(99)}`],
  'slow chunks': () => [`POST /api/v1/teams HTTP/1.1\r\n${AUTH}Transfer-Encoding: chunked\r\n\r\n5\r\nab`],
};

/** `count` bad requests of every kind in turn; one in fifty is slow. */
export function* malformedRequests(count: number, seed: number): Generator<Malformed> {
  const dice = createDice(seed);
  const kinds = Object.entries(KINDS);
  const slow = Object.entries(SLOW);
  for (let index = 0; index < count; index++) {
    const isSlow = index % 50 === 0;
    const [kind, make] = isSlow ? pick(dice, slow) : (kinds[index % kinds.length] ?? pick(dice, kinds));
    yield { kind, parts: make(dice), slow: isSlow, end: !isSlow && dice(20) === 0 };
  }
}
