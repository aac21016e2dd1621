import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@linescope/one-machine/settings';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, describe, expect, test } from 'vitest';
import { CODE_HOST_TOKEN, type Stack, startStack } from '../support/start-stack.ts';
import { serveTalkativeRepo } from '../support/talkative-repo.ts';

const run = promisify(execFile);
const GUIDES = join(ROOT, 'gateway', 'guides');
const guides = (await readdir(GUIDES)).sort();

let stack: Stack;
let env: NodeJS.ProcessEnv;
let folder = '';
let sha = '';

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  const repo = await serveTalkativeRepo(stack.codeHost, 'aurora', 'ledger');
  sha = repo.sha(3);
  const admin = await stack.tenant('demo');
  await stack.connect(admin);
  const api = stack.callerOf(admin);
  await api.post('/imports', { resource_path: 'demo', repo_path: repo.path });
  await eventually(async () => {
    const { repos } = (await api.get('/imports', { resource_path: 'demo' })).body;
    return repos.some((row: { import_status: string }) => row.import_status === 'processing_completed');
  }, 60_000);
  folder = await mkdtemp(join(tmpdir(), 'linescope-guides-'));
  removeAfterFile(() => rm(folder, { recursive: true, force: true }));
  env = {
    ...process.env,
    LINESCOPE: stack.baseUrl,
    TOKEN: admin.token,
    ENTITY: 'demo',
    REPO: `demo/${repo.path}`,
    GITHUB_TOKEN: CODE_HOST_TOKEN,
    GITHUB_URL: stack.codeHost.url,
  };
}, 120_000);

/** The commands that a guide gives, as one script: a reader types them one after the other. */
async function commandsOf(file: string): Promise<string> {
  const text = await readFile(join(GUIDES, file), 'utf8');
  return [...text.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands).join('\n');
}

/** A refusal ends the script; in place of the reader's checkout stands the commit that is imported. */
const prelude = (file: string) => `set -euo pipefail
${file.includes('errors') ? '' : 'curl() { command curl --fail-with-body "$@"; }'}
git() { echo ${sha}; }
`;

describe('the commands of a guide work as they stand', () => {
  test.each(guides)('%s', async (file) => {
    const commands = await commandsOf(file);
    if (commands === '') return;
    const { stdout } = await run('bash', ['-c', prelude(file) + commands], { cwd: folder, env });
    expect(stdout).not.toBe('');
  });
});

test('both shapes of a fault in the guide of errors are told at once', async () => {
  const { stdout } = await run('bash', ['-c', await commandsOf('08-errors.md')], { cwd: folder, env });
  expect(
    JSON.parse(stdout)
      .errors.map(({ param }: { param: string }) => param)
      .sort(),
  ).toEqual(['segment_by', 'start_date']);
});

test('the token that reads everything is refused a change', async () => {
  const change = `command curl -s -w '\\n%{http_code}' -H "Authorization: Bearer $reader" "$LINESCOPE/api/v1/users" -d email=more@example.com`;
  const commands = `${prelude('01-first-call.md')}${await commandsOf('01-first-call.md')}\n${change}`;
  const { stdout } = await run('bash', ['-c', commands], { cwd: folder, env });
  expect(stdout).toContain('This token is limited; this needs the scope admin.');
  expect(stdout.split('\n').at(-1)).toBe('403');
});
