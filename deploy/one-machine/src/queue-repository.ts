import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Ready } from './ready-file.ts';

const run = promisify(execFile);

/** A path's git folder, or null where there is no repository. */
export async function gitFolderOf(path: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-C', path, 'rev-parse', '--path-format=absolute', '--git-common-dir']);
    return stdout.trim();
  } catch {
    return null;
  }
}

export interface LocalRepository {
  gitDir: string;
  /** `<organization>/<repo>` at the local code host. */
  repoPath: string;
}

/** Shows a git folder to the local code host, so that it can be imported as a customer's repo is. */
export async function offerAtCodeHost(ready: Ready, { gitDir, repoPath }: LocalRepository): Promise<void> {
  const [org = '', name = ''] = repoPath.split('/');
  await send(`${ready.code_host_url}/_admin/repos`, ready.code_host_token, { org, name, git_dir: gitDir });
}

/** Queues the import of the demo entity through the public API. */
export async function queueImport(ready: Ready, repoPath: string, window: string | undefined): Promise<void> {
  const body = { resource_path: ready.entity_slug, repo_path: repoPath, ...(window === undefined ? {} : { window }) };
  await send(`${ready.base_url}/api/v1/imports`, ready.api_token, body);
}

async function send(url: string, token: string | null, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => null);
  throw new Error(sentenceOf(answer) ?? `${new URL(url).pathname} answered ${response.status}`);
}

function sentenceOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if ('response_detail' in answer && typeof answer.response_detail === 'string') return answer.response_detail;
  return 'message' in answer && typeof answer.message === 'string' ? answer.message : null;
}
