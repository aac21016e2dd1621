import { linkTo } from '../../scope/scope.ts';

/** A place in the code of a repo; what is not given is not in the link. */
export const codeLink = (
  query: URLSearchParams,
  repo: string,
  place: { path?: string; file?: string; sha?: string | null; commit?: string; line?: string; by?: string | null },
): string =>
  linkTo(
    '/code',
    query,
    Object.fromEntries(
      Object.entries({ scope: repo, ...place }).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ),
  );

export const nameOf = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? path;
export const folderOf = (path: string): string => path.replace(/\/$/, '').split('/').slice(0, -1).join('/');
export const shortSha = (sha: string): string => sha.slice(0, 9);
