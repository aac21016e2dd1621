import { failureSchema } from '@linescope/contract/envelope';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RawAnswer, sendRaw } from '../../testing/raw-socket.ts';
import { GOOD_TOKEN, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
let impatient: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  impatient = await startTestGateway({ HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '600' });
});

const AUTH = `Host: a\r\nAuthorization: Bearer ${GOOD_TOKEN}\r\n`;

function expectFailure(answer: RawAnswer, status: number, responseEm: string): void {
  expect([answer.status, JSON.parse(answer.body).response_em]).toEqual([status, responseEm]);
  const failure = failureSchema.parse(JSON.parse(answer.body));
  expect(answer.head.toLowerCase()).toContain(`x-trace-identifier: ${failure.trace_identifier}`);
  expect(answer.head.toLowerCase()).toContain('ratelimit-remaining: ');
}

describe('an envelope answers', () => {
  test('headers that are too large', async () => {
    const answer = await sendRaw(gateway.port, [
      `GET /api/v1/teams HTTP/1.1\r\n${AUTH}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]);
    expectFailure(answer, 431, 'response_headers_too_large');
  });

  test('more headers than any client sends', async () => {
    const many = Array.from({ length: 1500 }, (_, number) => `X${number}:\r\n`).join('');
    const answer = await sendRaw(gateway.port, [`GET /api/v1/teams HTTP/1.1\r\n${AUTH}${many}\r\n`]);
    expectFailure(answer, 431, 'response_headers_too_large');
  });

  test('a URL that is too long, by a little or by a lot', async () => {
    for (const length of [9_000, 40_000]) {
      const answer = await sendRaw(gateway.port, [`GET /api/v1/teams?${'x'.repeat(length)} HTTP/1.1\r\n${AUTH}\r\n`]);
      expectFailure(answer, 414, 'response_uri_too_long');
    }
  });

  test.each([
    ['what is not HTTP', 'hello there\r\n\r\n'],
    ['an unknown method', `BREW /api/v1/teams HTTP/1.1\r\n${AUTH}\r\n`],
    ['two hosts', `GET /api/v1/teams HTTP/1.1\r\nHost: b\r\n${AUTH}\r\n`],
    ['a request without a host', 'GET /api/v1/teams HTTP/1.1\r\n\r\n'],
    ['a header with a control character', `GET /api/v1/teams HTTP/1.1\r\n${AUTH}X-A: a\x00b\r\n\r\n`],
    ['a space before a header colon', `GET /api/v1/teams HTTP/1.1\r\n${AUTH}X-A : b\r\n\r\n`],
    [
      'a length and chunks at once',
      `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
    ['a length that is no number', `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Content-Length: -1\r\n\r\n`],
    [
      'a transfer encoding we do not know',
      `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a broken chunk', `POST /api/v1/teams HTTP/1.1\r\n${AUTH}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`],
    ['an expectation we cannot meet', `GET /api/v1/teams HTTP/1.1\r\n${AUTH}Expect: tea\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    expectFailure(await sendRaw(gateway.port, [Buffer.from(bytes, 'latin1')]), 400, 'response_invalid_parameters');
  });

  test('a method that nothing here has', async () => {
    for (const line of ['TRACE /api/v1/teams', 'CONNECT a:443', 'PROPFIND /api/v1/teams'])
      expectFailure(
        await sendRaw(gateway.port, [`${line} HTTP/1.1\r\n${AUTH}\r\n`]),
        405,
        'response_method_not_allowed',
      );
  });

  test('headers that come too slowly', async () => {
    const answer = await sendRaw(impatient.port, ['GET /api/v1/teams HTTP/1.1\r\nHost: a\r\n']);
    expectFailure(answer, 504, 'response_timeout');
  });

  test('a body that comes too slowly, and the unit is let go', async () => {
    let aborted = false;
    impatient.unit.answer = (request) => {
      request.on('error', () => {
        aborted = true;
      });
      request.resume();
    };
    const answer = await sendRaw(impatient.port, [
      `POST /api/v1/teams HTTP/1.1\r\n${AUTH}X-Trace-Identifier: slow-1\r\nContent-Length: 100\r\n\r\nonly this`,
    ]);
    expectFailure(answer, 504, 'response_timeout');
    expect(JSON.parse(answer.body).trace_identifier).toBe('slow-1');
    await eventually(() => aborted);
  });
});

test('a connection over which nothing is asked is closed without a word', async () => {
  const answer = await sendRaw(impatient.port, []);
  expect(answer).toEqual({ status: 0, head: '', body: '' });
});

test('what follows a good request and is not HTTP does not spoil its answer', async () => {
  gateway.unit.answer = (_request, response) => void setTimeout(() => response.end('{"fine":true}'), 20);
  const answer = await sendRaw(gateway.port, [`GET /api/v1/teams HTTP/1.1\r\n${AUTH}\r\n`, 'garbage\r\n\r\n']);
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('fine')]);
});
