import { AI_PROVIDERS, BITBUCKET, BITBUCKET_SERVER, GITHUB, GITLAB } from '@linescope/contract/vendors';
import examples from '@octokit/webhooks-examples/api.github.com/index.json' with { type: 'json' };
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAiUsageCollector } from './ai-usage/open-collector.ts';
import { openCodeHost } from './code-hosts/open-code-host.ts';
import { ProviderError } from './errors.ts';
import { codeHostNames } from './provider-names.ts';
import { connectionTo } from './testing/connection.ts';
import { type LocalHost, startLocalHost, testRuntime } from './testing/local-host.ts';
import { openTrackerA } from './trackers/jira/tracker.ts';
import { readHook } from './webhooks/read-hook.ts';

/** Words that hosts use, so that nonsense often has the right keys with the wrong values. */
const words = [
  'id',
  'number',
  'title',
  'state',
  'values',
  'value',
  'data',
  'nodes',
  'user',
  'author',
  'login',
  'name',
  'links',
  'clone',
  'href',
  'repository',
  'project',
  'full_name',
  'created_at',
  'updated_at',
  'pull_request',
  'resource',
  'fields',
  'isLastPage',
  'nextPageStart',
  'toString',
  '__proto__',
  'constructor',
  'object_attributes',
  'changes',
  'issues',
  'path',
  'key',
  'slug',
];
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 8 }),
  fc.constantFrom('https://[', 'open', '2026-01-01', '2026-13-45T99:00:00Z'),
);
const { nonsense } = fc.letrec<{ nonsense: unknown }>((tie) => ({
  nonsense: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('nonsense'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...words), tie('nonsense'), { maxKeys: 8 }),
  ),
}));

let local: LocalHost;
let said: unknown = null;
beforeAll(async () => {
  local = await startLocalHost(() => ({ body: said === undefined ? null : JSON.stringify(said) }));
});
afterAll(() => local[Symbol.asyncDispose]());

async function drain(run: () => AsyncGenerator<unknown> | Promise<unknown>): Promise<void> {
  try {
    const result = run();
    if (Symbol.asyncIterator in result) for await (const _ of result);
    else await result;
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderError);
  }
}

const patience = { numRuns: 20 };

test.each(codeHostNames)('%s: whatever a host answers, a caller meets facts or a provider’s error', async (host) => {
  const adapter = openCodeHost([connectionTo(host, local.url, { organization: 'acme' })], testRuntime());
  const repo = { path: host.startsWith('devops') ? 'acme/web/site' : 'acme/web' };
  await fc.assert(
    fc.asyncProperty(nonsense, async (answer) => {
      said = answer;
      await drain(() => adapter.whoAmI());
      await drain(() => adapter.listRepositories('acme'));
      await drain(() => adapter.findRepository(host.startsWith('devops') ? 'acme--web' : 'acme', 'web'));
      await drain(() => adapter.pullRequests(repo, { since: null }));
      await drain(() => adapter.issues(repo, null));
      await drain(() => adapter.commitAuthors(repo, [{ sha: '0'.repeat(40), email: 'ada@example.com' }]));
    }),
    patience,
  );
});

test('tracker and AI vendors: the same', async () => {
  const tracker = openTrackerA(
    { id: 'one', token: 'token', email: 'ada@example.com', endpoint: local.url },
    testRuntime(),
  );
  const collectors = AI_PROVIDERS.map((provider) =>
    openAiUsageCollector({ id: 'one', provider, token: 'token', account: 'acme', endpoint: local.url }, testRuntime()),
  );
  await fc.assert(
    fc.asyncProperty(nonsense, async (answer) => {
      said = answer;
      await drain(() => tracker.issues('everything', null));
      await drain(() => tracker.sprints('1'));
      for (const collector of collectors) await drain(() => collector.collect('2026-01-01'));
    }),
    patience,
  );
});

const events = {
  [GITHUB]: [
    'x-github-event',
    'push',
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
    'pull_request_review_thread',
    'issue_comment',
    'issues',
    'release',
  ],
  [GITLAB]: ['x-gitlab-event', 'Push Hook', 'Merge Request Hook', 'Note Hook', 'Issue Hook', 'Release Hook'],
  [BITBUCKET]: [
    'x-event-key',
    'repo:push',
    'pullrequest:created',
    'pullrequest:approved',
    'pullrequest:comment_created',
    'issue:created',
  ],
  [BITBUCKET_SERVER]: ['x-event-key', 'repo:refs_changed', 'pr:opened', 'pr:reviewer:approved', 'pr:comment:added'],
} as const;

test.each([GITHUB, GITLAB, BITBUCKET, BITBUCKET_SERVER] as const)(
  '%s: a message of any shape is read or refused',
  (host) => {
    const [header, ...names] = events[host];
    fc.assert(
      fc.property(fc.constantFrom(...names), nonsense, (name, body) => {
        try {
          readHook(host, { headers: new Headers({ [header]: name }), body });
        } catch (error) {
          expect(error).toBeInstanceOf(ProviderError);
        }
      }),
    );
  },
);

/** Every path to a value inside a message. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === key ? replaced(inner, rest, by) : inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? replaced(inner, rest, by) : inner]),
  );
}

test('GitHub: the vendor’s own messages with one value turned to nonsense are read or refused', () => {
  const messages = examples
    .filter(({ name }) => events[GITHUB].some((known) => known === name))
    .flatMap(({ name, examples: bodies }) => bodies.slice(0, 3).map((body) => ({ name, body, paths: pathsOf(body) })));
  const spoiled = fc
    .constantFrom(...messages)
    .chain(({ name, body, paths }) =>
      fc.tuple(fc.constant(name), fc.constant(body), fc.constantFrom(...paths), nonsense),
    );
  fc.assert(
    fc.property(spoiled, ([name, body, path, by]) => {
      try {
        readHook(GITHUB, { headers: new Headers({ 'x-github-event': name }), body: replaced(body, path, by) });
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderError);
      }
    }),
    { numRuns: 300 },
  );
});
