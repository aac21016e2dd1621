import type { GitRequest } from '../git/serve-git.ts';
import type { DataFolder } from '../store/data-folder.ts';
import { HostError, notFound } from './route.ts';

const gitPath = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitPath(path: string): boolean {
  return gitPath.test(path);
}

/** The git request behind a path such as `/acme/api.git/info/refs?service=git-upload-pack`. */
export function gitRequestAsked(data: DataFolder, method: string, url: URL, allowPush: boolean): GitRequest {
  const [, org = '', name = '', action = ''] = gitPath.exec(url.pathname) ?? [];
  const repo = data.repository(org, name);
  if (!repo) throw notFound();
  const service = action === 'info/refs' ? (url.searchParams.get('service') ?? '') : action;
  if (service === 'git-receive-pack' && !allowPush) throw new HostError(403, 'This host does not take pushes.');
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack')
    throw new HostError(403, 'Only the smart HTTP protocol is spoken here.');
  if (method !== (action === 'info/refs' ? 'GET' : 'POST')) throw new HostError(405, 'Method Not Allowed');
  if (action === 'info/refs') return { gitDir: repo.gitDir, action, service };
  return { gitDir: repo.gitDir, action: service, service };
}
