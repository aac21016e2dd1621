import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startBenchStack } from '../support/bench-stack.ts';
import { createCaller } from '../support/call-api.ts';
import { callsByKind, makeManyPullRequests, manyPeople } from '../support/many-pull-requests.ts';

const HELP = `npm run bench -- pull-requests [--count 5000]

Imports a repo of so many pull requests through the whole stack, from POST /imports to facts in ClickHouse, then changes
ten of them and imports again. Prints how often the code host was asked, by its own log, and what for.
`;

/** Why each kind of call is needed, in the order it is made. */
const REASONS: [kind: RegExp, reason: string][] = [
  [/^\/repos\/\w+\/\w+$/, 'the repo itself: its default branch and clone address'],
  [/\/\w+\/commits$/, 'how many commits the past year has: one a page, the last page’s number is the count'],
  [/\/\w+\/pulls$/, 'the pull requests, 100 a page, newest change first, until the last reading’s time'],
  [/^\/graphql$/, 'commits and reviews of 50 pull requests at once'],
  [/\/pulls\/comments$/, 'comments on lines, of all pull requests, 100 a page'],
  [/\/issues\/comments$/, 'comments without a line, 100 a page'],
  [/\/tags$/, 'tags, 100 a page'],
  [/\/\w+\/issues$/, 'issues, 100 a page; GitHub lists pull requests among them'],
  [/^\/orgs\//, 'the organization’s teams, at most every quarter of an hour'],
];

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, count: { type: 'string', default: '5000' } },
});
if (values.help) process.stdout.write(HELP);
else await measure(Number(values.count));

async function measure(count: number): Promise<void> {
  const many = await makeManyPullRequests(count);
  const stack = await startBenchStack({ IMPORT_OFFERS: 'false' });
  const { ready } = stack;
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${ready.code_host_url}/_admin${path}`, {
      method,
      headers: { authorization: `Bearer ${ready.code_host_token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the code host answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const api = createCaller(ready.base_url, ready.api_token ?? '');
  const discovered = async (): Promise<{ at: string; pulls: number }> => {
    const { body } = await api.get('/imports', { resource_path: ready.entity_slug ?? '' });
    const found = body.repos.find((repo: { repo_path: string }) => repo.repo_path === 'bench/pulls');
    return { at: found?.last_pr_discovery_at ?? '', pulls: found?.pull_request_processed_count ?? 0 };
  };
  const run = async (what: string): Promise<void> => {
    await admin('PUT', '/repos/bench/pulls/record', many.record);
    await admin('DELETE', '/log');
    const before = await discovered();
    const started = performance.now();
    await stack.importHistory(many.repo.gitDir, 'bench/pulls');
    const after = await discovered();
    if (after.at === before.at || after.pulls !== count) throw new Error(`only ${after.pulls} were stored`);
    const log = z.array(z.object({ path: z.string(), status: z.number() })).parse(await admin('GET', '/log'));
    report(what, (performance.now() - started) / 1000, log);
  };
  try {
    await admin('POST', '/repos', { org: 'bench', name: 'pulls', git_dir: many.repo.gitDir });
    await admin('PUT', '/orgs/bench', manyPeople('bench'));
    await run(`${count} pull requests`);
    many.change(10);
    await run('10 of them changed');
  } finally {
    await stack.stop();
    await many.repo.remove();
  }
}

function report(what: string, seconds: number, log: readonly { path: string; status: number }[]): void {
  const calls = [...callsByKind(log)].filter(([kind]) => !kind.startsWith('/user'));
  const total = calls.reduce((sum, [, count]) => sum + count, 0);
  const free = log.filter(({ status }) => status === 304).length;
  process.stdout.write(`\n${what}: ${total} calls (${free} answered 304, which are free), ${seconds.toFixed(1)} s\n`);
  for (const [kind, count] of calls) {
    const [, reason = ''] = REASONS.find(([pattern]) => pattern.test(kind)) ?? [];
    process.stdout.write(`  ${String(count).padStart(5)}  ${kind.padEnd(36)} ${reason}\n`);
  }
}
