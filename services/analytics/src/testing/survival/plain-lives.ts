import type { Facts, LineChangeFact } from '@linescope/git-engine/facts';

/** A written line and the day on which it ended, if it did. */
export interface PlainLife {
  sha: string;
  path: string;
  line: number;
  bornOn: number;
  endedOn: number | null;
}

const WRITES = new Set(['add', 'copy', 'chg', 'find_replace']);
const ENDS = new Set(['chg', 'del', 'find_replace']);
const DAY = 86_400;

const keyOf = (sha: string, path: string, line: number): string => `${sha} ${line} ${path}`;

/**
 * The lives of lines worked out line by line, each change followed back through moves and reformats by the origins that blame knows:
 * another way to what the tables hold.
 */
export function plainLives(facts: Pick<Facts, 'commits' | 'lineChanges'>): PlainLife[] {
  const counts = new Set(
    facts.commits.filter(({ onDefaultBranch, isMerge }) => onDefaultBranch && !isMerge).map(({ sha }) => sha),
  );
  const written = new Map<string, LineChangeFact>();
  for (const line of facts.lineChanges)
    if (line.lineAfter !== null) written.set(keyOf(line.sha, line.path, line.lineAfter), line);
  const lives = new Map<string, PlainLife>();
  for (const line of facts.lineChanges) {
    if (line.lineAfter === null || !line.scored || !WRITES.has(line.operation) || !counts.has(line.sha)) continue;
    const { sha, path, lineAfter, authoredAt } = line;
    const life = { sha, path, line: lineAfter, bornOn: Math.floor(authoredAt / DAY), endedOn: null };
    lives.set(keyOf(sha, path, lineAfter), life);
  }
  for (const line of facts.lineChanges) {
    if (!ENDS.has(line.operation) || !counts.has(line.sha)) continue;
    const life = lives.get(rootOf(line, written) ?? '');
    if (life) life.endedOn = Math.min(life.endedOn ?? Number.POSITIVE_INFINITY, Math.floor(line.authoredAt / DAY));
  }
  return [...lives.values()];
}

/** The line that a change replaced, before it was moved or reformatted. */
function rootOf(change: LineChangeFact, written: ReadonlyMap<string, LineChangeFact>): string | null {
  let at: LineChangeFact = change;
  for (;;) {
    if (at.originSha === null || at.originPath === null || at.originLine === null) return null;
    const key = keyOf(at.originSha, at.originPath, at.originLine);
    const before = written.get(key);
    const isKept = before !== undefined && before.lineBefore !== null && ['move', 'noop'].includes(before.operation);
    if (!isKept) return key;
    at = before;
  }
}
