import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createPrincipalSigner, createPrincipalVerifier, logRefusals } from './principal-token.ts';

afterEach(() => {
  vi.useRealTimers();
});

const key = (kid: string, fill: number) => ({ kid, secret: Buffer.alloc(32, fill).toString('base64url') });

async function refusalOf(sign: () => Promise<string>): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).reason) });
  const verify = createPrincipalVerifier([key('a', 1)], logRefusals(log));
  const token = await sign();
  vi.useRealTimers();
  expect(await verify(token)).toBeNull();
  expect(await verify(token)).toBeNull();
  return lines;
}

test('a caller whom the gateway signed for is known, and nothing is logged of who brings no signature', async () => {
  const lines: string[] = [];
  const verify = createPrincipalVerifier([key('a', 1)], (reason) => lines.push(reason));
  expect(await verify(await createPrincipalSigner([key('a', 1)])(TEST_PRINCIPAL))).toEqual(TEST_PRINCIPAL);
  expect([await verify(''), lines]).toEqual([null, []]);
});

test('a unit whose clock is ahead of the gateway’s says so, once in a while', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 });
  const lines = await refusalOf(() => createPrincipalSigner([key('a', 1)])(TEST_PRINCIPAL));
  expect(lines).toEqual(["it has expired: the clock here is ahead of the gateway's"]);
});

test.each([
  ['a key that is not known here', key('b', 1)],
  ['another key of a known name', key('a', 2)],
])('%s is told, too', async (_, other) => {
  const [line] = await refusalOf(() => createPrincipalSigner([other])(TEST_PRINCIPAL));
  expect(line).toMatch(/not among PRINCIPAL_KEYS/);
});
