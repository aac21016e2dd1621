/** A release as it is stored. */
export interface Release {
  id: number;
  entityId: number;
  organizationId: number;
  repoId: number;
  repoPath: string;
  /** Empty: none. */
  name: string;
  sha: string | null;
  awaitsCommit: boolean;
  releasedAt: Date;
  triggeredBy: ReleaseTrigger;
  deployedByUserName: string | null;
  deployedByCommitterId: number | null;
  version: number;
}

export const RELEASE_TRIGGERS = ['api', 'tag', 'push', 'merge', 'csv'] as const;
export type ReleaseTrigger = (typeof RELEASE_TRIGGERS)[number];

/** The spec's example lists by POST: a list-only parameter and nothing that identifies a release. */
export function isListRequest(parameters: Record<string, unknown>): boolean {
  const has = (name: string) => parameters[name] !== undefined;
  const listOnly = ['days_ago', 'start_date', 'end_date', 'page', 'cursor', 'team_slug'].some(has);
  const namesRelease = ['released_at', 'release_now', 'release_sha', 'head_long', 'name'].some(has);
  return listOnly && !namesRelease;
}

/** A glob as operators write it for tags and branches: `*` is anything, `?` one character; never a regular expression. */
export function matchesGlob(pattern: string, text: string): boolean {
  let position = 0;
  let star = -1;
  let mark = 0;
  let index = 0;
  while (index < text.length) {
    if (position < pattern.length && (pattern[position] === '?' || pattern[position] === text[index])) {
      position += 1;
      index += 1;
    } else if (position < pattern.length && pattern[position] === '*') {
      star = position;
      mark = index;
      position += 1;
    } else if (star >= 0) {
      position = star + 1;
      mark += 1;
      index = mark;
    } else {
      return false;
    }
  }
  while (pattern[position] === '*') position += 1;
  return position === pattern.length;
}
