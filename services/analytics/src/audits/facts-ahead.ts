import { z } from 'zod';
import { lookupOf, scoreFact } from '../store/sha-facts.ts';
import { bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, ONE_ENTITY, ONE_THREAD } from './audit-query.ts';
import { TIME, timeText } from './bound-times.ts';
import { type KnownSpan, spanOf, type TimeSpan } from './commit-keys.ts';
import type { CommitKey } from './commit-name.ts';
import { inRepos, ofEntity } from './conditions.ts';
import { findFacts, type PackedFacts, packFacts } from './packed-facts.ts';

/** What goes through the facts of so many commits keeps others waiting for less than a tenth of a second. */
const COMMITS_A_STATEMENT = 4_000;
/** To go through the facts of so many commits takes less time than to look up those of one. */
const WORTH_ONE = 16;
/** Of commits of the same time that are not asked for, and of those without a score, whose time is not known, so many are held for one that is. */
const MOST_BESIDE = 2;

interface Window extends TimeSpan {
  /** By the number that finds a commit; null where commits are better looked up. */
  parts: PackedFacts[] | null;
}

/** Of exports that are under way, each freed with its export; null after the first chunk. */
const windows = new WeakMap<object, Window | null>();

/**
 * An export goes through commits by time, while what is known of them is in the order of shas. So it is read ahead, for many chunks at
 * once, by going through all of that table. Null where commits are to be looked up: where nothing is exported, for the first chunk,
 * which is all of most exports, where few of all commits are asked for, and where many were authored in the same second.
 */
export async function readFactsAhead(
  query: AuditQuery,
  keys: readonly (CommitKey & { authored_s: number })[],
  conditions: SqlFragment,
): Promise<KnownSpan | null> {
  const { exporting } = query.context;
  if (!exporting || keys.length === 0) return null;
  const span = spanOf(keys);
  let window = windows.get(exporting);
  if (window === undefined) {
    windows.set(exporting, null);
    return null;
  }
  if (!window || !covers(window, span)) {
    windows.set(exporting, null); // freed before the next is read
    window = await readWindow(query, span.lastSecond, conditions);
    windows.set(exporting, window);
  }
  const { parts } = window;
  if (!parts || !covers(window, span)) return null;
  return { ...span, facts: keys.flatMap((key) => findInParts(parts, key, query.scopeParams.score_version) ?? []) };
}

const covers = (window: TimeSpan, span: TimeSpan): boolean =>
  window.firstSecond <= span.firstSecond && span.lastSecond <= window.lastSecond;

async function readWindow(query: AuditQuery, lastSecond: number, conditions: SqlFragment): Promise<Window> {
  const { firstSecond, asked } = await readSpan(query, lastSecond, conditions);
  const span = { firstSecond, lastSecond };
  const all = await countCommits(query);
  if (all > asked * WORTH_ONE) return { ...span, parts: null };
  const count = Math.ceil(all / COMMITS_A_STATEMENT);
  const parts: PackedFacts[] = [];
  let held = 0;
  const readPart = (part: number) => {
    const packed = readLines(query, span, {
      first: firstOfPart(part, count),
      last: firstOfPart(part + 1, count) - 1n,
    }).then(packFacts);
    // It may fail after the export ended, when nobody waits for it any more.
    packed.catch(() => {});
    return packed;
  };
  // While one is read, the next one waits for its turn.
  let next = count > 0 ? readPart(0) : undefined;
  for (let part = 0; next; part += 1) {
    query.context.exporting?.signal.throwIfAborted();
    const reading = next;
    next = part + 1 < count ? readPart(part + 1) : undefined;
    const packed = await reading;
    parts.push(packed);
    held += packed.starts.length;
    if (held > asked * MOST_BESIDE + COMMITS_A_STATEMENT) return { ...span, parts: null };
  }
  return { ...span, parts };
}

/** From which second on there are no more commits than are read ahead; those of a second are never parted. */
async function readSpan(query: AuditQuery, lastSecond: number, conditions: SqlFragment) {
  const { commitsAhead: most } = query.context;
  const last = bound('span_last', TIME, timeText(lastSecond));
  const [found] = await query.context.clickHouse.query({
    name: 'audit_facts_span',
    ...fragment`SELECT min(second) AS first_second, count() AS commits FROM (
        SELECT toUnixTimestamp64Second(authored_at) AS second FROM commit_times
        WHERE ${conditions} AND authored_at <= ${last} ORDER BY authored_at DESC LIMIT ${bound('most', 'UInt64', most)})`,
    row: z.object({ first_second: z.coerce.number(), commits: z.coerce.number() }),
    settings: ONE_ENTITY,
  });
  const { first_second: first, commits } = found ?? { first_second: lastSecond, commits: 0 };
  return { firstSecond: commits < most ? first : first + 1, asked: commits };
}

async function countCommits(query: AuditQuery): Promise<number> {
  const [counted] = await query.context.clickHouse.query({
    name: 'audit_facts_all',
    ...fragment`SELECT count() AS commits FROM commit_times WHERE ${ofEntity(query)} AND ${inRepos(query)}`,
    row: z.object({ commits: z.coerce.number() }),
    settings: ONE_THREAD,
  });
  return counted?.commits ?? 0;
}

/** As `packFacts` wants them: one text, which the engine writes and we read faster than rows. Of what is not scored the time is not known. */
async function readLines(query: AuditQuery, span: TimeSpan, part: { first: bigint; last: bigint }): Promise<string[]> {
  const [read] = await query.context.clickHouse.query({
    name: 'audit_facts_ahead',
    ...fragment`SELECT arrayStringConcat(groupArray(concat(lower(hex(commit_key)),
        arrayStringConcat(arrayMap((name, value) -> concat(name, '=', value), mapKeys(facts), mapValues(facts)), ','))), '\n') AS lines
      FROM (
        SELECT commit_key, facts, facts[${bound('score_fact', 'String', scoreFact(query.scopeParams.score_version))}] AS score,
          toInt64OrZero(splitByChar(' ', score)[2]) AS authored_s
        FROM sha_facts FINAL
        WHERE ${ofEntity(query)} AND ${inRepos(query)} AND lookup BETWEEN ${bound('part_first', 'UInt64', String(part.first))} AND ${bound('part_last', 'UInt64', String(part.last))})
      WHERE score = '' OR (authored_s >= ${bound('first_second', 'Int64', span.firstSecond)} AND authored_s <= ${bound('last_second', 'Int64', span.lastSecond)})`,
    row: z.object({ lines: z.string() }),
    settings: ONE_THREAD,
  });
  return read && read.lines !== '' ? read.lines.split('\n') : [];
}

/** Parts divide the numbers by which commits are found, of 64 bits, evenly. */
const BITS = 64n;
const firstOfPart = (part: number, count: number): bigint => {
  const numbers = BigInt(part) << BITS;
  return (numbers + BigInt(count) - 1n) / BigInt(count);
};

function findInParts(parts: readonly PackedFacts[], key: CommitKey, scoreVersion: number) {
  const part = parts[Number((lookupOf(key) * BigInt(parts.length)) >> BITS)];
  return part && findFacts(part, key, scoreVersion);
}
