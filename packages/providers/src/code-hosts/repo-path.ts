import { ProviderError } from '../errors.ts';
import type { RepoRef } from './code-host.ts';

/** The path's parts, each fit for a URL. A part of dots would climb out of the API's own path. */
export function partsOf(repo: RepoRef, minimum: number): string[] {
  const parts = repo.path.split('/');
  if (parts.length < minimum || parts.some((part) => part === '' || /^\.+$/.test(part))) {
    throw new ProviderError('not_found', { internal: 'the path does not name a repository of this host' });
  }
  return parts.map(encodeURIComponent);
}

export function pathOf(repo: RepoRef, depth: number): string {
  const parts = partsOf(repo, depth);
  if (parts.length !== depth) {
    throw new ProviderError('not_found', { internal: 'the path does not name a repository of this host' });
  }
  return parts.join('/');
}
