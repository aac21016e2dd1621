/** A host with one small repository of everything, for the tests: five commits, a pull request, an issue, a tag, a release. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleUsage } from './ai/sample-usage.ts';
import { type CodeHostOptions, startCodeHost } from './start-code-host.ts';
import { writeJson } from './store/json-file.ts';
import type { OrganizationInput, RepositoryInput } from './store/records.ts';
import { sampleTracker } from './tracker/sample-tracker.ts';

export const token = 'sample-token-one';
export const otherToken = 'sample-token-two';

export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: gitEnvironment,
  }).trim();
}

export const gitEnvironment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

const day = (n: number) => `2026-03-0${n}T10:00:00Z`;

function commit(mark: number, ref: string, from: string, n: number, message: string, content: string): string {
  const who = `Ada Lovelace <ada@example.com> ${Date.parse(day(n)) / 1000} +0000`;
  return [
    `commit ${ref}`,
    `mark :${mark}`,
    `author ${who}`,
    `committer ${who}`,
    `data ${Buffer.byteLength(message)}\n${message}`,
    ...(from ? [`from ${from}`] : []),
    `M 100644 inline src/sum.ts\ndata ${Buffer.byteLength(content)}\n${content}`,
    '',
  ].join('\n');
}

function makeRepository(dir: string): void {
  git(tmpdir(), 'init', '-q', '--bare', '-b', 'main', dir);
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `export const n${i} = ${i};\n`).join('');
  const history = [
    commit(1, 'refs/heads/main', '', 1, 'Begin', lines(1)),
    commit(2, 'refs/heads/main', ':1', 2, 'Add a second', lines(2)),
    commit(3, 'refs/heads/main', ':2', 3, 'Add a third', lines(3)),
    commit(4, 'refs/heads/topic', ':3', 4, 'Add a fourth', lines(4)),
    commit(5, 'refs/heads/topic', ':4', 5, 'Add a fifth', lines(5)),
    'reset refs/pull/1/head\nfrom :5\n',
    'reset refs/tags/v1.0.0\nfrom :3\n',
  ].join('\n');
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: `${history}\n`, env: gitEnvironment });
}

const organization: OrganizationInput = {
  id: 501,
  login: 'acme',
  name: 'Acme',
  users: [
    { id: 11, login: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
    { id: 12, login: 'grace', name: 'Grace Hopper', email: 'grace@example.com' },
    { id: 13, login: 'review-bot[bot]', name: 'review-bot', email: 'bot@example.com', type: 'Bot' },
  ],
  teams: [{ id: 71, name: 'Core', slug: 'core', members: ['ada', 'grace'], maintainers: ['grace'] }],
};

function sampleRecord(base: string, head: string): RepositoryInput {
  return {
    id: 9001,
    description: 'A sample',
    language: 'TypeScript',
    pull_requests: [
      {
        id: 301,
        number: 1,
        title: 'Add two more',
        body: 'Closes #2',
        author: 'ada',
        labels: ['enhancement'],
        created_at: day(5),
        updated_at: day(7),
        base_ref: 'main',
        base_sha: base,
        head_ref: 'topic',
        head_sha: head,
        comments: [{ id: 401, author: 'grace', body: 'Looks fine', created_at: day(6) }],
        reviews: [{ id: 601, author: 'grace', state: 'APPROVED', submitted_at: day(6), commit_id: head }],
        review_comments: [
          {
            id: 701,
            review_id: 601,
            author: 'grace',
            body: 'Why five?',
            path: 'src/sum.ts',
            line: 5,
            commit_id: head,
            created_at: day(6),
          },
        ],
        events: [{ id: 801, event: 'review_requested', actor: 'ada', assignee: 'grace', created_at: day(5) }],
      },
    ],
    issues: [
      {
        id: 302,
        number: 2,
        title: 'Sums are too short',
        author: 'grace',
        labels: ['bug'],
        type: 'Bug',
        assignees: ['ada'],
        created_at: day(4),
        updated_at: day(4),
        events: [{ id: 802, event: 'labeled', actor: 'grace', label: 'bug', created_at: day(4) }],
      },
    ],
    releases: [
      {
        id: 901,
        tag_name: 'v1.0.0',
        target_commitish: 'main',
        name: 'One',
        author: 'ada',
        created_at: day(3),
        published_at: day(3),
      },
    ],
  };
}

/** Made once a process, then copied: each test has its own repository without a git process for it. */
let template: { dir: string; main: string; topic: string } | undefined;

function sampleRepository() {
  if (!template) {
    const dir = mkdtempSync(join(tmpdir(), 'code-host-template-'));
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
    makeRepository(dir);
    template = { dir, main: git(dir, 'rev-parse', 'main'), topic: git(dir, 'rev-parse', 'topic') };
  }
  return template;
}

export async function startSampleHost(options: Partial<CodeHostOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'code-host-'));
  const gitDir = join(root, 'origin.git');
  const { dir, main, topic } = sampleRepository();
  cpSync(dir, gitDir, { recursive: true });
  const host = await startCodeHost({
    dataDir: join(root, 'data'),
    tokens: { [token]: 'ada', [otherToken]: 'ada' },
    ...options,
  });
  host.putOrganizationRecord(organization);
  await host.addRepository({ org: 'acme', name: 'sums', gitDir });
  writeJson(join(root, 'data', 'acme', 'tracker.json'), sampleTracker);
  writeJson(join(root, 'data', 'acme', 'ai-usage.json'), sampleUsage);
  const record = sampleRecord(main, topic);
  host.putRepositoryRecord('acme', 'sums', record);
  return {
    ...host,
    root,
    gitDir,
    record,
    ask: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${host.url}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } }),
    stop: async () => {
      await host.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
export type SampleHost = Awaited<ReturnType<typeof startSampleHost>>;
