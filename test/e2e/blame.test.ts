import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { blameOf, textFilesOf } from '@linescope/git-engine/referee/git-referee';
import { type MadeUpRepository, makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom, randomHistory } from '@linescope/git-engine/referee/random-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';

/** A history of edits, renames, copies and mixed merges, imported whole, and once more with a window that begins in its middle. */
const SEED = 11;
const WINDOW = '2024-02-05';
let stack: Stack;
let repo: MadeUpRepository;
let acme: Awaited<ReturnType<Stack['tenant']>>;

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  repo = await makeRepository(randomHistory(SEED, 60));
  removeAfterFile(repo.remove);
  acme = await stack.tenant('acme');
  await stack.connect(acme);
  for (const [name, window] of [
    ['whole', 'all'],
    ['window', WINDOW],
  ] as const) {
    await stack.codeHost.addRepository({ org: 'acme', name, gitDir: repo.gitDir });
    const form = { resource_path: 'acme', repo_path: `acme/${name}`, window };
    await stack.imports.call('POST', '/imports', { as: acme.principal, form });
  }
  await eventually(async () => {
    const { body } = await stack.imports.call('GET', '/imports?resource_path=acme', { as: acme.principal });
    return body.repos.every((one: { import_status: string }) => one.import_status === 'processing_completed');
  }, 60_000);
});

interface Line {
  text: string | null;
  entry: { sha: string; code_file_path: string; line_number: number } | null;
}

async function ask(route: string, query: Record<string, string>) {
  const { status, body } = await stack.analytics.call(
    'GET',
    `/code_introspections/${route}?${new URLSearchParams(query)}`,
    {
      as: acme.principal,
    },
  );
  expect([status, body.response_detail]).toEqual([200, expect.anything()]);
  return body;
}

const run = promisify(execFile);
const textOf = async (sha: string, path: string): Promise<string[]> => {
  const { stdout } = await run('git', ['--git-dir', repo.gitDir, 'show', `${sha}:${path}`]);
  const lines = stdout.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

test.each(['whole', 'window'])('of the %s history, random versions are listed and blamed as git does', async (name) => {
  const random = randomFrom(SEED);
  const resource_path = `acme/acme/${name}`;
  const versions = [repo.shas.length - 1, ...Array.from({ length: 2 }, () => repo.shas.length - 1 - random(15))];
  const known = new Set(
    (
      await stack.clickHouse.query({
        name: 'known',
        sql: `SELECT DISTINCT sha FROM commits WHERE repo_id IN (SELECT repo_id FROM repos WHERE path = {path:String})`,
        params: { path: `acme/${name}` },
        row: z.object({ sha: z.string() }),
      })
    ).map((row) => row.sha),
  );
  let lines = 0;
  let older = 0;
  for (const sha of new Set(versions.map((index) => repo.shas[index] ?? ''))) {
    if (!known.has(sha)) continue;
    const paths = await textFilesOf(repo.gitDir, sha);
    const { files } = await ask('files', { resource_path, sha, per_page: '1000' });
    expect(files.map((file: { path: string }) => file.path)).toEqual(paths.toSorted());
    for (const file_path of paths) {
      const blamed: Line[] = (await ask('blame', { resource_path, sha, file_path })).lines;
      const expected = (await blameOf(repo.gitDir, sha, file_path)).map((line) => (known.has(line.sha) ? line : null));
      expect(
        blamed.map(({ entry }) => entry && { sha: entry.sha, path: entry.code_file_path, line: entry.line_number }),
      ).toEqual(expected);
      expect(blamed.map((line) => line.text)).toEqual(await textOf(sha, file_path));
      lines += blamed.length;
      older += expected.filter((line) => line === null).length;
    }
  }
  expect(lines).toBeGreaterThan(100);
  expect(older > 0).toBe(name === 'window');
});
