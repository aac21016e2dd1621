import { RetryLater } from '@linescope/chassis/events/retry-later';
import { ProviderError } from '@linescope/providers/errors';
import { expect, test } from 'vitest';
import { retryWhenRenewed } from './provider-failure.ts';

const retry = retryWhenRenewed({ now: () => new Date('2026-11-01T10:00:00Z') });
const caught = (error: unknown): unknown => {
  try {
    return retry(error);
  } catch (thrown) {
    return thrown;
  }
};

test('what finds a quota used up is retried when it is renewed, not given up after some attempts', () => {
  const resumeAt = Date.parse('2026-11-01T10:50:00Z');
  const thrown = caught(new ProviderError('quota_exhausted', { internal: 'used up', resumeAt }));
  expect(thrown).toBeInstanceOf(RetryLater);
  expect(thrown).toMatchObject({ afterMs: 50 * 60_000 });
});

test('a host that does not say when its quota is renewed is asked again in a minute, however often', () => {
  const thrown = caught(new ProviderError('quota_exhausted', { internal: 'used up' }));
  expect(thrown).toBeInstanceOf(RetryLater);
  expect(thrown).toMatchObject({ afterMs: 60_000 });
});

test('any other failure is one', () => {
  const failure = new ProviderError('host_failed', { internal: 'down' });
  expect(caught(failure)).toBe(failure);
});
