import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleHost, startSampleHost } from '../sample-host.ts';

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost({ faults: { quota: { limit: 1_000_000 } } });
});
afterAll(() => host.stop());

const odd = fc.oneof(
  fc.constantFrom(
    '..',
    '%2e%2e',
    '--upload-pack=id',
    '-1',
    '0',
    'main..topic',
    'HEAD^{tree}',
    '%00',
    '%ff',
    '{x}',
    '@{-1}',
    ':/Begin',
    '9'.repeat(40),
    'a'.repeat(600),
  ),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const place = fc.constantFrom(
  (word: string) => `/repos/acme/${word}`,
  (word: string) => `/repos/acme/sums/commits/${word}`,
  (word: string) => `/repos/acme/sums/commits?sha=${word}`,
  (word: string) => `/repos/acme/sums/commits?since=${word}&author=${word}&path=${word}&per_page=${word}&page=${word}`,
  (word: string) => `/repos/acme/sums/git/ref/${word}`,
  (word: string) => `/repos/acme/sums/git/matching-refs/heads/${word}`,
  (word: string) => `/repos/acme/sums/pulls/${word}/commits`,
  (word: string) => `/repos/acme/sums/issues?since=${word}&labels=${word}&sort=${word}`,
  (word: string) => `/orgs/${word}/teams/${word}/members`,
  (word: string) => `/acme/${word}.git/info/refs?service=${word}`,
  (word: string) => `/tracker/rest/api/3/search/jql?jql=${word}&nextPageToken=${word}&maxResults=${word}`,
  (word: string) => `/tracker/rest/api/3/search/jql?jql=project%20%3D%20SUM%20AND%20updated%20%3E%20${word}`,
  (word: string) =>
    `/ai/anthropic/v1/organizations/usage_report/claude_code?starting_at=2026-03-02&page=${word}&limit=${word}`,
  (word: string) => `/orgs/acme/copilot/metrics/reports/users-1-day?day=${word}`,
);

it('no address or parameter, however odd, makes the host fail', async () => {
  await fc.assert(
    fc.asyncProperty(place, odd, async (at, word) => {
      const response = await host.ask(at(word));
      await response.arrayBuffer();
      expect(response.status, at(word)).toBeLessThan(500);
    }),
    { numRuns: 250 },
  );
}, 60_000);
