import { afterAll, beforeAll, expect, it } from 'vitest';
import { git, type SampleHost, startSampleHost } from '../sample-host.ts';
import { newestCommit } from './newest-commit.ts';

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost();
});
afterAll(() => host.stop());

async function pushedAt(): Promise<number> {
  const answer = (await (await host.ask('/api/v3/repos/acme/sums')).json()) as { pushed_at: string };
  return Date.parse(answer.pushed_at);
}

it('a repo was pushed when the newest commit of its default branch was committed, also once the branch has moved', async () => {
  const { gitDir } = host;
  const [newest, ...older] = git(gitDir, 'rev-list', 'main').split('\n');
  const dateOf = (sha = '') => Date.parse(git(gitDir, 'show', '-s', '--format=%cI', sha));
  for (const sha of [newest, newest, older.at(-1), newest]) {
    git(gitDir, 'update-ref', 'refs/heads/main', sha ?? '');
    expect(await pushedAt()).toBe(dateOf(sha));
  }
  git(gitDir, 'pack-refs', '--all');
  expect(await pushedAt()).toBe(dateOf(newest));
});

it('a branch that is not there has no newest commit, until it is made', async () => {
  const { gitDir } = host;
  expect(await newestCommit(gitDir, 'later')).toBeUndefined();
  git(gitDir, 'update-ref', 'refs/heads/later', 'refs/heads/main');
  expect((await newestCommit(gitDir, 'later'))?.sha).toBe(git(gitDir, 'rev-parse', 'main'));
});
