import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';

const DAY = 24 * 60 * 60;
const start = Math.floor(Date.now() / 1000) - 100 * DAY;
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

/** Five commits of two people, one of them under two names, with a merge. */
const plan = [
  {
    parents: [],
    tree: new Map([['src/a.ts', lines('export const a = 1;', 'export const b = 2;')]]),
    message: 'Start',
    author: 'Ann <ann@example.com>',
  },
  {
    parents: [0],
    tree: new Map([['src/a.ts', lines('export const a = 10;', 'export const b = 2;')]]),
    message: 'Fix OPS-1',
    author: 'Bob <bob@example.com>',
  },
  {
    parents: [0],
    tree: new Map([
      ['src/a.ts', lines('export const a = 1;', 'export const b = 2;')],
      ['README.md', lines('# Hello', 'World')],
    ]),
    message: 'Describe it',
    author: 'Ann Other <12+ann@users.noreply.github.com>',
  },
  {
    parents: [1, 2],
    tree: new Map([
      ['src/a.ts', lines('export const a = 10;', 'export const b = 2;')],
      ['README.md', lines('# Hello', 'World')],
    ]),
    message: 'Merge',
    author: 'Bob <bob@example.com>',
  },
  {
    parents: [3],
    tree: new Map([
      ['src/a.ts', lines('export const a = 10;')],
      ['README.md', lines('# Hello', 'World')],
    ]),
    message: 'Drop b',
    author: 'Ann <ann@example.com>',
  },
].map((commit, index) => ({ ...commit, authoredAt: start + index * DAY, committedAt: start + index * DAY }));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
});

async function imported(as: Awaited<ReturnType<Stack['tenant']>>, repoPath: string) {
  return eventually(async () => {
    const { body } = await stack.imports.call('GET', `/imports?resource_path=${as.principal.entitySlug}`, {
      as: as.principal,
    });
    const found = body.repos.find((repo: { repo_path: string }) => repo.repo_path === repoPath);
    return found && /completed|unable|could_not/.test(found.import_status) ? found : null;
  }, 30_000);
}

const queue = (as: Awaited<ReturnType<Stack['tenant']>>, repoPath: string, more: Record<string, string> = {}) =>
  stack.imports.call('POST', '/imports', {
    as: as.principal,
    form: { resource_path: as.principal.entitySlug, repo_path: repoPath, ...more },
  });

const rows = (table: string, columns: string, entityId: number, order = columns) =>
  stack.clickHouse.query({
    name: 'test',
    sql: `SELECT ${columns} FROM ${table} FINAL WHERE entity_id = ${entityId} ORDER BY ${order}`,
    row: z.record(z.string(), z.unknown()),
  });

describe('a queued repo', () => {
  test('becomes facts in ClickHouse that agree with git', async () => {
    const repo = await makeRepository(plan);
    removeAfterFile(repo.remove);
    await stack.codeHost.addRepository({ org: 'acme', name: 'app', gitDir: repo.gitDir });
    const acme = await stack.tenant('acme');
    expect((await stack.connect(acme)).status).toBe(201);

    const queued = await queue(acme, 'acme/app');
    expect([queued.status, queued.body.imported, queued.body.errors]).toEqual([202, true, null]);
    const done = await imported(acme, 'acme/app');
    expect(done).toMatchObject({
      import_status: 'processing_completed',
      percent_complete: 100,
      commits_complete_count: 5,
      error_em: null,
    });

    const numstat = await repo.git('log', '--numstat', '--format=@%H', 'main');
    const expected = numstat
      .split('@')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [sha = '', ...changes] = part
          .trim()
          .split('\n')
          .filter((line) => line !== '');
        const sum = (column: number) => changes.reduce((total, line) => total + Number(line.split('\t')[column]), 0);
        return { sha, lines_added: sum(0), lines_deleted: sum(1) };
      });
    const stored = await rows('commits', 'sha, lines_added, lines_deleted', acme.principal.entityId);
    expect(stored).toEqual(expected.sort((one, other) => (one.sha < other.sha ? -1 : 1)));
    const people = await eventually(async () => {
      const found = await rows('committers', 'user_name, primary_id', acme.principal.entityId);
      return found.length === 3 && found;
    });
    expect(people.map((person) => person['user_name'])).toEqual(['ann', 'ann-2', 'bob']);
  });

  test('whose notes tell who wrote the lines of a branch keeps that in the squash, also where the notes come later', {
    timeout: 120_000,
  }, async () => {
    const tree = new Map([['src/a.ts', lines('export const a = 1;', 'const parse = (text) => text.split();', '')]]);
    const [first] = plan;
    const repo = await makeRepository([
      { ...first, parents: [], tree: new Map([['src/a.ts', lines('export const a = 1;')]]), authoredAt: start },
      { parents: [0], tree, message: 'Parse', author: 'Ann <ann@example.com>', authoredAt: start + DAY },
      { parents: [0], tree, message: 'Parse (#1)', author: 'Bob <bob@example.com>', authoredAt: start + 2 * DAY },
    ]);
    removeAfterFile(repo.remove);
    const [, branch = '', squash = ''] = repo.shas;
    await repo.git('update-ref', 'refs/heads/feature', branch);
    await stack.codeHost.addRepository({ org: 'acme', name: 'noted', gitDir: repo.gitDir });
    const noted = await stack.tenant('noted');
    await stack.connect(noted);
    await queue(noted, 'acme/noted', { window: 'all' });
    await imported(noted, 'acme/noted');
    const evidence = async () => {
      const all = await rows(
        'line_changes',
        'sha, text, evidence_tier, evidence_inherited, ai_tool',
        noted.principal.entityId,
      );
      return all.filter((row) => row['sha'] === squash && row['text'] !== '');
    };
    expect(await evidence()).toMatchObject([{ evidence_tier: 'unknown', evidence_inherited: false }]);

    const metadata = {
      schema_version: 'authorship/3.0.0',
      base_commit_sha: branch,
      prompts: {},
      sessions: { s_c9883b05a2487d: { agent_id: { tool: 'claude', id: '1', model: 'opus' } } },
    };
    const note = `src/a.ts\n  s_c9883b05a2487d::t_9f8e7d6c5b4a32 2-3\n---\n${JSON.stringify(metadata)}`;
    const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    await repo.git(...identity, 'notes', '--ref=ai', 'add', '-m', note, branch);
    await repo.git(...identity, 'notes', '--ref=ai', 'add', '-m', 'not a record', squash);
    await queue(noted, 'acme/noted');
    await eventually(async () => (await evidence())[0]?.['evidence_tier'] === 'recorded', 60_000);
    expect(await evidence()).toMatchObject([
      { evidence_tier: 'recorded', evidence_inherited: true, ai_tool: 'Claude Code' },
    ]);
    const sums = async () => {
      const all = await rows('commit_scores', 'sha, ai_lines, line_records', noted.principal.entityId);
      return all.find((row) => row['sha'] === squash);
    };
    // A commit's sums are written after its lines.
    await eventually(async () => (await sums())?.['ai_lines'] === 2, 60_000);
    expect(await sums()).toMatchObject({ ai_lines: 2, line_records: true });
  });

  test('that is queued again reads only what is new, and counts nothing twice', async () => {
    const repo = await makeRepository(plan.slice(0, 3).map((commit) => ({ ...commit })));
    removeAfterFile(repo.remove);
    await stack.codeHost.addRepository({ org: 'acme', name: 'growing', gitDir: repo.gitDir });
    const grown = await stack.tenant('grown');
    await stack.connect(grown);
    await queue(grown, 'acme/growing', { window: 'all' });
    await imported(grown, 'acme/growing');
    const more = await makeRepository(plan);
    removeAfterFile(more.remove);
    await repo.git('fetch', '--quiet', more.gitDir, '+refs/heads/main:refs/heads/main');
    expect((await queue(grown, 'acme/growing')).body.response_detail).toBe('The repo was queued again.');
    const done = await eventually(async () => {
      const found = await imported(grown, 'acme/growing');
      return found.commits_complete_count >= 5 && found;
    }, 30_000);
    expect(done.import_status).toBe('processing_completed');
    const count = await rows('commits', 'count() AS n', grown.principal.entityId, 'n');
    expect(count).toEqual([{ n: 5 }]);
  });

  test('that is empty, unknown or unreachable ends in the state the spec names', async () => {
    const lost = await stack.tenant('lost');
    await queue(lost, 'acme/app');
    expect(await imported(lost, 'acme/app')).toMatchObject({
      import_status: 'unable_to_acquire_connection',
      error_em: 'no_connection',
    });
    await stack.connect(lost);
    await queue(lost, 'acme/nothing');
    expect(await imported(lost, 'acme/nothing')).toMatchObject({
      import_status: 'unable_to_import_no_repo',
      error_detail: expect.stringMatching(
        /^No repo acme\/nothing is visible to connection \d+ \(GitHub\)\. Check the spelling, or give its token read access to the repo, then queue it again\.$/,
      ),
    });
    const empty = await makeRepository([]);
    removeAfterFile(empty.remove);
    await stack.codeHost.addRepository({ org: 'acme', name: 'empty', gitDir: empty.gitDir });
    await queue(lost, 'acme/empty');
    expect(await imported(lost, 'acme/empty')).toMatchObject({ import_status: 'could_not_determine_default_branch' });
  });

  test('of another entity is never seen', async () => {
    const outsider = await stack.tenant('outsider');
    const { body } = await stack.imports.call('GET', '/imports?resource_path=outsider', { as: outsider.principal });
    expect(body.repos).toEqual([]);
    expect((await stack.imports.call('GET', '/imports?resource_path=acme', { as: outsider.principal })).status).toBe(
      404,
    );
    const refused = await queue(outsider, 'no-slash');
    expect([refused.status, refused.body.imported, refused.body.errors[0].param]).toEqual([400, false, 'repo_path']);
  });
});
