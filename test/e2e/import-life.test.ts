import { once } from 'node:events';
import { chmod, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeRepository, type PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';

type Tenant = Awaited<ReturnType<Stack['tenant']>>;

const DAY = 24 * 60 * 60;
const now = Math.floor(Date.now() / 1000);
const ENDED = /completed|unable|could_not/;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ IMPORT_ATTEMPTS: '2' });
  await Promise.all([stack.startWorker(), stack.startWorker()]);
});

/** One commit every twenty days, each with a file of its own and one line more in `all.txt`. */
function plan(size: number, tag = 'commit'): PlannedCommit[] {
  return Array.from({ length: size }, (_, index) => {
    const at = now - (12 - index) * 20 * DAY;
    const names = Array.from({ length: index + 1 }, (_, line) => `${tag} ${line}`);
    return {
      parents: index === 0 ? [] : [index - 1],
      tree: new Map([
        ['all.txt', `${names.join('\n')}\n`],
        [`src/${index}.ts`, `export const ${tag}${index} = ${index};\n`],
      ]),
      message: `${tag} ${index}`,
      author: 'Ann <ann@example.com>',
      authoredAt: at,
      committedAt: at,
    };
  });
}

async function offered(name: string, commits: readonly PlannedCommit[], format = 'sha1') {
  const repo = await makeRepository(commits, format);
  removeAfterFile(repo.remove);
  await stack.codeHost.addRepository({ org: 'life', name, gitDir: repo.gitDir });
  return repo;
}

async function connected(slug: string): Promise<Tenant> {
  const tenant = await stack.tenant(slug);
  expect((await stack.connect(tenant)).status).toBe(201);
  return tenant;
}

const queue = (as: Tenant, name: string, window?: string) =>
  stack.imports.call('POST', '/imports', {
    as: as.principal,
    form: { resource_path: as.principal.entitySlug, repo_path: `life/${name}`, ...(window && { window }) },
  });

async function record(as: Tenant, name: string) {
  const { body } = await stack.imports.call('GET', `/imports?resource_path=${as.principal.entitySlug}`, {
    as: as.principal,
  });
  return body.repos.find((repo: { repo_path: string }) => repo.repo_path === `life/${name}`);
}

/** Queues a repo and waits until that run has ended. */
async function imported(as: Tenant, name: string, window?: string) {
  const before = await record(as, name);
  expect((await queue(as, name, window)).status).toBe(202);
  return eventually(async () => {
    const found = await record(as, name);
    const isNew = before === undefined || found.stats_calculated_at !== before.stats_calculated_at || found.error_em;
    return isNew && ENDED.test(found?.import_status ?? '') && found;
  }, 30_000);
}

const rows = (as: Tenant, sql: string) =>
  stack.clickHouse.query({
    name: 'test',
    sql: sql.replaceAll(':entity', `entity_id = ${as.principal.entityId}`),
    row: z.record(z.string(), z.unknown()),
  });

const shas = async (as: Tenant, presence: string) =>
  (
    await rows(
      as,
      `SELECT sha FROM commits FINAL WHERE :entity AND presence = '${presence}' AND on_default_branch ORDER BY sha`,
    )
  ).map((row) => row['sha']);

/** All that is known of a repo, without what differs between two entities. */
const factsOf = async (as: Tenant) =>
  Promise.all(
    ['commits', 'commit_scores', 'file_changes', 'line_changes', 'merge_routes'].map((table) => {
      const own = `entity_id, repo_id, version${table === 'commits' ? ', stored_at' : ''}`;
      const people = ['commits', 'commit_scores', 'line_changes'].includes(table) ? ', committer_id' : '';
      return rows(as, `SELECT * EXCEPT (${own}${people}) FROM ${table} FINAL WHERE :entity ORDER BY ALL`);
    }),
  );

test('a branch that was rewritten keeps its lost commits as facts, but they count no more', async () => {
  const repo = await offered('rewritten', plan(5));
  const ann = await connected('rewritten');
  await imported(ann, 'rewritten');
  const first = (await repo.git('rev-list', 'main')).trim().split('\n');

  const other = await makeRepository([...plan(2), ...plan(4, 'again').slice(2)]);
  removeAfterFile(other.remove);
  await repo.git('fetch', '--quiet', '--force', other.gitDir, '+refs/heads/main:refs/heads/main');
  const second = (await repo.git('rev-list', 'main')).trim().split('\n');
  await imported(ann, 'rewritten');

  expect(await shas(ann, 'existent')).toEqual([...second].sort());
  const lost = await rows(ann, `SELECT sha FROM commits FINAL WHERE :entity AND presence != 'existent' ORDER BY sha`);
  expect(lost.map((row) => row['sha'])).toEqual(first.filter((sha) => !second.includes(sha)).sort());
});

test('a default branch that was renamed goes on where the old one ended', async () => {
  const repo = await offered('renamed', plan(3));
  const ann = await connected('renamed');
  await imported(ann, 'renamed');
  const more = await makeRepository(plan(5));
  removeAfterFile(more.remove);
  await repo.git('fetch', '--quiet', more.gitDir, '+refs/heads/main:refs/heads/trunk');
  await repo.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
  await repo.git('branch', '-D', 'main');

  expect((await imported(ann, 'renamed')).import_status).toBe('processing_completed');
  expect(await shas(ann, 'existent')).toEqual((await repo.git('rev-list', 'trunk')).trim().split('\n').sort());
});

test('a window that is widened later ends with the facts of one that was so wide from the start', async () => {
  await offered('widened', plan(12));
  const narrow = await connected('narrow');
  const wide = await connected('wide');
  await imported(narrow, 'widened', '50');
  expect(await shas(narrow, 'existent')).toHaveLength(2);
  await imported(narrow, 'widened', 'all');
  await imported(wide, 'widened', 'all');
  expect(await shas(narrow, 'existent')).toHaveLength(12);
  expect(await factsOf(narrow)).toEqual(await factsOf(wide));
});

/** Deletes the repo at its host and pushes it to another one of that name: what the host knows it by is another. */
async function replaced(name: string, commits: readonly PlannedCommit[]) {
  stack.codeHost.removeRepository('life', name);
  const repo = await offered(name, commits);
  const tip = (await repo.git('rev-parse', 'main')).trim();
  const since = new Date(now * 1000).toISOString();
  const talk = { id: 71, number: 1, title: 'Anew', author: 'ann', created_at: since, updated_at: since };
  stack.codeHost.putRepositoryRecord('life', name, {
    id: 4_242,
    pull_requests: [{ ...talk, base_ref: 'main', base_sha: tip, head_ref: 'main', head_sha: tip }],
    issues: [{ ...talk, id: 72, number: 2 }],
  });
  return repo;
}

const secondLife = (commits: number) => ({
  import_status: 'processing_completed',
  error_em: null,
  commits_complete_count: commits,
  pull_request_processed_count: 1,
});

async function expectSecondLife(
  as: Tenant,
  { former, repo }: { former: number; repo: Awaited<ReturnType<typeof offered>> },
) {
  const current = (await rows(as, 'SELECT DISTINCT repo_id FROM pull_requests FINAL WHERE :entity'))[0]?.['repo_id'];
  expect(current).not.toBe(former);
  const existent = `SELECT sha FROM commits FINAL WHERE :entity AND presence = 'existent' AND on_default_branch AND repo_id`;
  const listed = (await repo.git('rev-list', 'main')).trim().split('\n').sort();
  expect((await rows(as, `${existent} = ${current} ORDER BY sha`)).map((row) => row['sha'])).toEqual(listed);
  expect(await rows(as, `${existent} = ${former}`)).toHaveLength(5);
  expect(await rows(as, `SELECT DISTINCT repo_id FROM issues FINAL WHERE :entity`)).toEqual([{ repo_id: current }]);
}

const repoIdOf = async (as: Tenant, name: string) =>
  (
    await stack.imports.started.context.postgres.one(
      z.object({ repo_id: z.number() }),
      'SELECT repo_id FROM imports WHERE entity_id = $1 AND repo_path = $2',
      [as.principal.entityId, `life/${name}`],
    )
  ).repo_id;

test('a repo that was deleted and created again is read as the new one that it is, and the former keeps its history', async () => {
  await offered('again', plan(5));
  const ann = await connected('again');
  await imported(ann, 'again');
  const former = await repoIdOf(ann, 'again');

  const repo = await replaced('again', plan(5));
  expect(await imported(ann, 'again')).toMatchObject(secondLife(5));
  await expectSecondLife(ann, { former, repo });

  const more = await makeRepository(plan(6));
  removeAfterFile(more.remove);
  await repo.git('fetch', '--quiet', more.gitDir, '+refs/heads/main:refs/heads/main');
  expect(await imported(ann, 'again')).toMatchObject(secondLife(6));
});

test('so is one that was replaced while a run of the former waited to go on', async () => {
  await offered('meanwhile', plan(5));
  const ann = await connected('meanwhile');
  await imported(ann, 'meanwhile');
  const former = await repoIdOf(ann, 'meanwhile');
  // As a run leaves it that the host interrupted once its git part was done.
  await stack.imports.started.context.postgres.run(
    'UPDATE imports SET git_run = run + 1, cursor_run = run + 1, cursor_tips = stored_tips, cursor_part = 1 WHERE repo_id = $1',
    [former],
  );
  const repo = await replaced('meanwhile', plan(3, 'anew'));
  expect(await imported(ann, 'meanwhile')).toMatchObject(secondLife(3));
  await expectSecondLife(ann, { former, repo });
});

test('an import with nothing in its window says so, and how to read more', async () => {
  await offered('asleep', plan(3));
  const done = await imported(await connected('asleep'), 'asleep', '1');
  expect(done).toMatchObject({
    import_status: 'processing_completed',
    commits_complete_count: 0,
    error_em: 'no_commits_in_window',
  });
  expect(done.error_detail).toMatch(/younger than \d{4}-\d\d-\d\d\. Import it with a larger window/);
});

test('one repo, queued twenty times at once for two workers, is read once', async () => {
  await offered('wanted', plan(8));
  const ann = await connected('wanted');
  const answers = await Promise.all(Array.from({ length: 20 }, () => queue(ann, 'wanted', 'all')));
  expect([...new Set(answers.map((answer) => answer.status))]).toEqual([202]);
  await eventually(async () => (await record(ann, 'wanted'))?.import_status === 'processing_completed', 30_000);
  const counted = await rows(ann, 'SELECT count() AS n, uniqExact(sha) AS shas FROM commit_scores FINAL WHERE :entity');
  expect(counted).toEqual([{ n: 8, shas: 8 }]);
  const { body } = await stack.imports.call('GET', '/imports?resource_path=wanted', { as: ann.principal });
  expect(body.repos.filter((repo: { repo_path: string }) => repo.repo_path === 'life/wanted')).toHaveLength(1);
});

test('a repo that cannot be read says why, and after its attempts gives up', async () => {
  await offered('sha256', plan(2), 'sha256');
  const ann = await connected('unreadable');
  const refused = await imported(ann, 'sha256');
  expect(refused.import_status).toMatch(/^unable_to_import/);
  expect(refused.error_detail).toMatch(/SHA-256/i);

  const broken = await offered('broken', plan(3));
  const blob = (await broken.git('rev-parse', 'main:all.txt')).trim();
  await rm(join(broken.gitDir, 'objects', blob.slice(0, 2), blob.slice(2)));
  const failed = await imported(ann, 'broken');
  expect(failed.import_status).toBe('unable_to_import_too_many_attempts');
  expect(failed.error_detail).toBe(
    'The import failed 2 times in a row: The repo could not be fetched from the code host. Try "git clone" with the same token: where that fails too, the repo has to be mended at its host. Then queue it again.',
  );
});

/** The code host as seen through a defect of its own: its lists of tags are none. */
async function hostWithOddTags(): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.includes('/tags')) return void outgoing.end('[{"name":7}]');
    const { method, headers } = incoming;
    const there = request(`${stack.codeHost.url}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(there);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  removeAfterFile(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an import whose host answers nonsense says so', async () => {
  await offered('odd', plan(2));
  const ann = await stack.tenant('odd');
  expect((await stack.connect(ann, undefined, await hostWithOddTags())).status).toBe(201);
  const failed = await imported(ann, 'odd');
  expect(failed.import_status).toBe('unable_to_import_too_many_attempts');
  expect(failed.error_detail).toBe(
    'The import failed 2 times in a row: The host’s answer could not be understood. Queue it again to retry.',
  );
});

test.each([
  ['its newest commit', 'main'],
  ['a file of long ago', 'main~4:all.txt'],
])('a clone that lost %s with the power of its machine is fetched anew', async (what, lost) => {
  const name = `powerless-${what.length}`;
  const repo = await offered(name, plan(8));
  const ann = await connected(name);
  await imported(ann, name, '120');
  const sha = (await repo.git('rev-parse', lost)).trim();
  const found = (await readdir(stack.importsDataDir, { recursive: true, withFileTypes: true })).filter(
    (file) => file.name === sha.slice(2) && file.parentPath.endsWith(sha.slice(0, 2)),
  );
  expect(found).not.toEqual([]);
  for (const file of found) {
    await chmod(join(file.parentPath, file.name), 0o600);
    await truncate(join(file.parentPath, file.name));
  }
  const more = await makeRepository(plan(9));
  removeAfterFile(more.remove);
  await repo.git('fetch', '--quiet', more.gitDir, '+refs/heads/main:refs/heads/main');
  expect(await imported(ann, name, 'all')).toMatchObject({ import_status: 'processing_completed' });
  expect(await shas(ann, 'existent')).toHaveLength(9);
});

test('a path whose import failed is answered with the import and its status', async () => {
  const broken = await offered('unfetched', plan(3));
  const blob = (await broken.git('rev-parse', 'main:all.txt')).trim();
  await rm(join(broken.gitDir, 'objects', blob.slice(0, 2), blob.slice(2)));
  const ann = await connected('waiting');
  const answerTo = async (name: string, as = ann) => {
    const path = `/code_introspections/files?resource_path=waiting/life/${name}`;
    const { status, body } = await stack.analytics.call('GET', path, { as: as.principal });
    return [status, body.response_detail];
  };
  for (const name of ['unfetched', 'nowhere']) {
    const { id, import_status: status, error_detail: detail } = await imported(ann, name);
    const told = `resource_path names a repo of which nothing is imported yet. The status of its import, ${id}, is ${status}: ${detail}`;
    await eventually(async () => (await answerTo(name)).join(' ') === `404 ${told}`);
    const [, toOthers] = await answerTo(name, await stack.tenant('onlooker'));
    expect(toOthers).toMatch('names nothing that you can see');
  }
  await offered('mended', plan(2));
  await imported(ann, 'mended');
  await eventually(async () => (await answerTo('mended'))[0] === 200);
});

test('a mirror holds no token', async () => {
  await offered('secret', plan(2));
  const ann = await connected('secret');
  await imported(ann, 'secret');
  const files = await readdir(stack.importsDataDir, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && !file.name.endsWith('.pack'));
  expect(texts.length).toBeGreaterThan(0);
  for (const file of texts)
    expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain('code-host-token');
});
