import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, gitEnvironment, type SampleHost, startSampleHost, token } from '../sample-host.ts';

const run = promisify(execFile);
let host: SampleHost;
let pushable: SampleHost;

beforeAll(async () => {
  host = await startSampleHost();
  pushable = await startSampleHost({ allowPush: true });
});
afterAll(async () => {
  await host.stop();
  await pushable.stop();
});

function remote(of: SampleHost, secret: string, path = 'acme/sums.git'): string {
  return `http://x-access-token:${secret}@127.0.0.1:${of.port}/${path}`;
}

async function gitOver(of: SampleHost, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: of.root, env: gitEnvironment });
  return stdout.trim();
}

describe('git over HTTP', () => {
  it.each([0, 1, 2])('a clone with a token is the repository, commit for commit (protocol %i)', async (version) => {
    await gitOver(
      host,
      '-c',
      `protocol.version=${version}`,
      'clone',
      '-q',
      '--mirror',
      remote(host, token),
      `clone-${version}`,
    );
    const clone = join(host.root, `clone-${version}`);
    expect(git(clone, 'for-each-ref')).toBe(git(host.gitDir, 'for-each-ref'));
    expect(git(clone, 'fsck', '--strict')).toBe('');
    expect(git(clone, 'rev-parse', 'refs/pull/1/head')).toBe(git(host.gitDir, 'rev-parse', 'topic'));
  });

  it('a token in a Bearer header serves as well', async () => {
    const listed = await gitOver(
      host,
      '-c',
      `http.extraHeader=Authorization: Bearer ${token}`,
      'ls-remote',
      `${host.url}/acme/sums`,
    );
    expect(listed).toContain('refs/pull/1/head');
  });

  it('a clone may leave out blobs, and may be shallow', async () => {
    await gitOver(host, 'clone', '-q', '--bare', '--filter=blob:none', '--depth=1', remote(host, token), 'partial');
    expect(git(join(host.root, 'partial'), 'rev-list', '--count', 'main')).toBe('1');
  });

  it('without a token, or with a wrong one, nothing is served', async () => {
    await expect(gitOver(host, 'ls-remote', `${host.url}/acme/sums.git`)).rejects.toThrow(
      /could not read Username|Authentication/,
    );
    await expect(gitOver(host, 'ls-remote', remote(host, 'wrong'))).rejects.toThrow(/Authentication failed/);
  });

  it('an unknown repository, and a path out of the data folder, are not found', async () => {
    await expect(gitOver(host, 'ls-remote', remote(host, token, 'acme/none.git'))).rejects.toThrow(/not found/);
    for (const path of ['..%2f..%2forigin', '%2e%2e', '.git']) {
      const response = await host.ask(`/acme/${path}/info/refs?service=git-upload-pack`);
      expect(response.status).toBe(404);
    }
  });

  it('a push is refused unless the host was started to take pushes', async () => {
    await gitOver(host, 'clone', '-q', remote(host, token), 'work');
    const push = (to: SampleHost) =>
      gitOver(host, '-C', 'work', 'push', '-q', remote(to, token), 'HEAD:refs/heads/pushed');
    await expect(push(host)).rejects.toThrow(/403/);
    await push(pushable);
    expect(git(pushable.gitDir, 'rev-parse', 'pushed')).toBe(git(host.gitDir, 'rev-parse', 'main'));
  });

  it('any work tree on this machine can be registered while the host runs', async () => {
    const response = await fetch(`${host.url}/_admin/repos`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${host.adminToken}` },
      body: JSON.stringify({ org: 'acme', name: 'again', git_dir: host.gitDir }),
    });
    expect(response.status).toBe(201);
    expect(await gitOver(host, 'ls-remote', remote(host, token, 'acme/again.git'), 'refs/heads/main')).toContain(
      'refs/heads/main',
    );
  });

  it('a folder that holds no git repository is refused by name', async () => {
    await expect(host.addRepository({ org: 'acme', name: 'bad', gitDir: '/tmp/no-such-folder' })).rejects.toThrow(
      /git_dir/,
    );
    await expect(host.addRepository({ org: 'acme', name: 'tracker', gitDir: host.gitDir })).rejects.toThrow(/name/);
    expect(await host.addRepository({ org: 'acme', name: '.github', gitDir: host.gitDir })).toMatchObject({
      name: '.github',
    });
    await expect(host.addRepository({ org: '../acme', name: 'bad', gitDir: host.gitDir })).rejects.toThrow(/org/);
  });
});
