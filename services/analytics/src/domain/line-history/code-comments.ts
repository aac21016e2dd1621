import { OUTSIDE } from '../commit-graph.ts';
import { findWriter, type KnownHistory, type Place } from './find-writer.ts';

/** A review comment on a line of a version. */
export interface CodeComment {
  sha: string;
  path: string;
  line: number;
  postedAt: Date;
  isResolved: boolean;
  author: string;
  body: string;
}

/** The version of a line that a comment refers to: where that version was written. */
function versionOf(known: KnownHistory, comment: CodeComment): Place | null {
  let place: Place = { commit: known.graph.numberOf(comment.sha), path: comment.path, line: comment.line };
  while (place.commit !== OUTSIDE) {
    const found = findWriter(known, place);
    if (found.kind === 'written') return found.place;
    if (found.kind !== 'file_moved') return null;
    place = found.before;
  }
  return null;
}

const keyOf = ({ commit, path, line }: Place): string => `${commit}:${line}:${path}`;

/** Comments by the version of a line that they refer to, oldest first. */
export function commentsByVersion(known: KnownHistory, comments: readonly CodeComment[]) {
  const byVersion = new Map<string, CodeComment[]>();
  for (const comment of comments.toSorted((one, other) => +one.postedAt - +other.postedAt)) {
    const version = versionOf(known, comment);
    if (version === null) continue;
    const key = keyOf(version);
    byVersion.set(key, [...(byVersion.get(key) ?? []), comment]);
  }
  return (version: Place | null): readonly CodeComment[] => (version && byVersion.get(keyOf(version))) ?? [];
}

/** The first comment that a version received. */
export const receivedComment = (received: readonly CodeComment[]): CodeComment | null => received[0] ?? null;

/**
 * The comment that a version resolves: the last that its predecessor had received when it was written, else one on itself
 * that the host marks as resolved.
 */
export function resolvedComment(
  own: readonly CodeComment[],
  predecessors: readonly CodeComment[],
  authoredAt: Date,
): CodeComment | null {
  const answered = predecessors.findLast((comment) => comment.postedAt <= authoredAt);
  return answered ?? own.findLast((comment) => comment.isResolved) ?? null;
}
