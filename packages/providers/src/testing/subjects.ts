import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  CLAUDE,
  COPILOT,
  COPILOT_ENTERPRISE_TEAMS,
  CURSOR,
  GITHUB,
  GITLAB,
} from '@linescope/contract/vendors';
import { openAiUsageCollector } from '../ai-usage/open-collector.ts';
import { openCodeHost } from '../code-hosts/open-code-host.ts';
import type { Runtime } from '../pacing/runtime.ts';
import type { AiProviderName, CodeHostName } from '../provider-names.ts';
import { openTrackerA } from '../trackers/jira/tracker.ts';
import { allFacts } from './collect.ts';
import { connectionTo } from './connection.ts';
import type { Received, Reply } from './local-host.ts';
import { byContinuation, byLink, byNext, byStart, type Pager } from './paging.ts';
import { aiVendors } from './vendors/ai-usage.ts';
import { devopsVendor } from './vendors/azure-devops.ts';
import { bitbucketVendor } from './vendors/bitbucket.ts';
import { bitbucketServerVendor } from './vendors/bitbucket-server.ts';
import { githubVendor } from './vendors/github.ts';
import { gitlabVendor } from './vendors/gitlab.ts';
import { jiraCloud, jiraServer } from './vendors/jira.ts';
import type { Story, Vendor } from './vendors/story.ts';

export type Script = (request: Received, url: string) => Reply;

/** An adapter or collector with its vendor on a good day. */
export interface Subject {
  name: string;
  /** Everything it reads, as facts or rows. */
  read(url: string, runtime: Runtime): Promise<readonly unknown[]>;
  works: Script;
  /** The same, a thing a page. */
  paged: Script;
  /** How the vendor gives that a budget is spent until `resetAt`; null where it only refuses, by 429. */
  budget: ((resetAt: number) => Record<string, string>) | null;
  /** It puts entity tags on lists that are asked for again. */
  tagged: boolean;
}

export const secret = 'token-of-connection-1';
const day = '2026-01-05';
const email = 'ada@example.com';
const story: Story = {
  token: secret,
  email,
  cloneUrl: 'https://git.example/acme/sums.git',
  sha: (commit) => String(commit).padStart(40, '0'),
  onDay: (at) => new Date(Date.UTC(2026, 0, at)).toISOString(),
};

/** The second has no account at any host. */
const authored = [
  { sha: story.sha(1), email },
  { sha: story.sha(9), email: 'nobody@example.com' },
];

const headersOf = (prefix: string, reset: string) => ({
  [`${prefix}-limit`]: '60',
  [`${prefix}-remaining`]: '0',
  [`${prefix}-reset`]: reset,
});
const inSeconds = (resetAt: number): string => String(Math.ceil(resetAt / 1_000));
const plain = (resetAt: number) => headersOf('x-ratelimit', inSeconds(resetAt));

/** A code host with its vendor, before anybody says what it does. */
function openHost(host: CodeHostName, open: (story: Story) => Vendor) {
  const vendor = open(story);
  const devops = host.startsWith('devops');
  const given = { token: secret, email: host === BITBUCKET ? email : null, organization: devops ? 'contoso' : null };
  return {
    host,
    vendor,
    /** As the host names it. */
    path: devops ? 'contoso/Web Shop/sums' : vendor.repoPath,
    connect: (url: string, runtime: Runtime) => openCodeHost([connectionTo(host, url, given)], runtime),
  };
}

const github = openHost(GITHUB, githubVendor);
const gitlab = openHost(GITLAB, gitlabVendor);
const bitbucket = openHost(BITBUCKET, bitbucketVendor);
const bitbucketServer = openHost(BITBUCKET_SERVER, bitbucketServerVendor);
const suite = openHost(AZURE_DEVOPS, devopsVendor);
const suiteOnPrem = openHost(AZURE_DEVOPS_SERVER, devopsVendor);
export const hosts = [github, gitlab, bitbucket, bitbucketServer, suite, suiteOnPrem];

function ofHost(
  { host, vendor, path, connect }: ReturnType<typeof openHost>,
  pager: Pager,
  input: Pick<Subject, 'budget' | 'tagged'>,
): Subject {
  return {
    name: host,
    async read(url, runtime) {
      const adapter = connect(url, runtime);
      return [
        ...(await allFacts(adapter.pullRequests({ path }, { since: null }))),
        ...(await allFacts(adapter.tags({ path }))),
        ...(await allFacts(adapter.issues({ path }, null))),
        ...(await Array.fromAsync(adapter.commitAuthors({ path }, authored))).flat(),
      ];
    },
    works: vendor.answer,
    paged: (request, url) => pager(vendor.answer(request, url), request, url),
    ...input,
  };
}

function ofTracker(name: string, signIn: string | null, open: typeof jiraCloud): Subject {
  return {
    name,
    async read(url, runtime) {
      const tracker = openTrackerA({ id: 'connection-1', token: secret, email: signIn, endpoint: url }, runtime);
      return [...(await allFacts(tracker.issues('everything', null))), ...(await allFacts(tracker.sprints('7')))];
    },
    works: open(story).answer,
    paged: open(story, 1).answer,
    // The cloud gives its reset as a date.
    budget: (resetAt) => headersOf('x-ratelimit', new Date(resetAt).toISOString()),
    tagged: false,
  };
}

function ofCollector(provider: AiProviderName, budget: Subject['budget']): Subject {
  const open = (size: number) => aiVendors[provider]({ token: secret, day, size }).answer;
  return {
    name: provider,
    async read(url, runtime) {
      const connection = { id: 'connection-1', provider, token: secret, account: 'acme', endpoint: url };
      return (await openAiUsageCollector(connection, runtime).collect(day))?.rows ?? [];
    },
    works: open(100),
    paged: open(1),
    budget,
    tagged: false,
  };
}

export const subjects: readonly Subject[] = [
  ofHost(github, byLink, { budget: plain, tagged: true }),
  ofHost(gitlab, byLink, {
    budget: (resetAt) => headersOf('ratelimit', inSeconds(resetAt)),
    tagged: true,
  }),
  ofHost(bitbucket, byNext, { budget: null, tagged: false }),
  ofHost(bitbucketServer, byStart, { budget: null, tagged: false }),
  ofHost(suite, byContinuation, { budget: plain, tagged: true }),
  ofHost(suiteOnPrem, byContinuation, { budget: plain, tagged: true }),
  ofTracker('Jira Cloud', email, jiraCloud),
  ofTracker('Jira Data Center', null, jiraServer),
  ofCollector(CLAUDE, (resetAt) => headersOf('anthropic-ratelimit-requests', new Date(resetAt).toISOString())),
  ofCollector(CURSOR, null),
  ofCollector(COPILOT, plain),
  ofCollector(COPILOT_ENTERPRISE_TEAMS, plain),
];
