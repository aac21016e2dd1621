import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Ready } from '../stack/ready-file.ts';
import { callApi } from './call-api.ts';

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
  await callApi(`${ready.code_host_url}/_admin/repos`, ready.code_host_token, { body: { org, name, git_dir: gitDir } });
}

/** Queues the import of the demo entity through the public API. */
export async function queueImport(ready: Ready, repoPath: string, window: string | undefined): Promise<void> {
  const body = { resource_path: ready.entity_slug, repo_path: repoPath, ...(window === undefined ? {} : { window }) };
  await callApi(`${ready.base_url}/api/v1/imports`, ready.api_token, { body });
}
