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
export function plainLives(facts: Pick<Facts, 'commits' | 'lineChanges' | 'unrecordedEnds'>): PlainLife[] {
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
  const merges = endsOfMerges(facts);
  const end = (key: string, at: number) => {
    const life = lives.get(key);
    if (life === undefined || at <= (merges.keptAt.get(key) ?? -1)) return;
    life.endedOn = Math.min(life.endedOn ?? Number.POSITIVE_INFINITY, Math.floor(at / DAY));
  };
  for (const line of facts.lineChanges)
    if (ENDS.has(line.operation) && counts.has(line.sha)) end(rootOf(line, written) ?? '', line.authoredAt);
  for (const { key, at } of merges.dropped) end(key, at);
  return [...lives.values()];
}

/** Lines that merges of the default branch dropped, and when they last kept others that a parent had removed. */
function endsOfMerges(facts: Pick<Facts, 'commits' | 'unrecordedEnds'>) {
  const onBranch = new Set(facts.commits.filter(({ onDefaultBranch }) => onDefaultBranch).map(({ sha }) => sha));
  const keptAt = new Map<string, number>();
  const dropped: { key: string; at: number }[] = [];
  for (const { sha, born, count, kept, authoredAt, committedAt } of facts.unrecordedEnds) {
    if (born === null || !onBranch.has(sha)) continue;
    for (let next = 0; next < count; next++) {
      const key = keyOf(born.sha, born.path, born.line + next);
      if (kept) keptAt.set(key, Math.max(keptAt.get(key) ?? -1, committedAt));
      else dropped.push({ key, at: authoredAt });
    }
  }
  return { keptAt, dropped };
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
