import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileCategory } from '@linescope/source-reading/files/language-categories';
import {
  type CodeComment,
  commentsByVersion,
  receivedComment,
  resolvedComment,
} from '../domain/line-history/code-comments.ts';
import { describeEntry, type Entry } from '../domain/line-history/describe-entry.ts';
import { findDocumentation } from '../domain/line-history/find-documentation.ts';
import type { KnownHistory } from '../domain/line-history/find-writer.ts';
import type { People } from '../domain/line-history/people.ts';
import { type Bounds, boundSteps, type Step } from '../domain/line-history/trace-line.ts';
import type { WantedLine } from '../store/line-history/entry-rows.ts';
import { readLineValues } from '../store/line-history/line-values.ts';
import { createReader } from '../store/line-history/small-query.ts';
import type { ScoreVersion } from '../store/score-versions.ts';
import { authorOf } from './author-of.ts';
import { type EntryDetails, readEntryDetails } from './entry-details.ts';
import { repoKey } from './line-cache.ts';
import { readLineEvidence } from './line-evidence.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { readAhead } from './read-ahead.ts';
import { type LineQuery, traceLineQuery } from './trace-line-query.ts';

export interface LineHistory {
  entries: Entry[];
  /** Whether the line goes back to before the imported window. */
  isOlder: boolean;
  /** By which weights lines are scored. */
  diffDeltaVersion: number;
}

/** The versions of a line, newest first: at most one query for the walk and one for what the entries show. */
export async function readLineHistory(
  context: LineHistoryContext,
  query: LineQuery,
  bounds: Bounds,
): Promise<LineHistory> {
  try {
    return await readEntries(context, query, bounds);
  } finally {
    void readNextAhead(context, query);
  }
}

/** After the response: refreshes the snapshot and, while no import is running, reads the repo's other files ahead. */
export async function readNextAhead(
  context: LineHistoryContext,
  { entityId, repoId }: { entityId: number; repoId: number },
): Promise<void> {
  context.lineCache.asked.set(repoKey({ entityId, repoId }), true);
  // What is in memory is answered within this turn, which reading ahead shall not make longer.
  await nextTurn();
  try {
    const snapshot = await context.repoSnapshots.refresh(entityId, repoId);
    if (snapshot) await readAhead(context, snapshot);
  } catch (error) {
    context.log.debug({ err: error }, 'reading ahead of line histories failed, skipped');
  }
}

async function readEntries(context: LineHistoryContext, query: LineQuery, bounds: Bounds): Promise<LineHistory> {
  const [{ snapshot, known, trace }, own] = await Promise.all([
    traceLineQuery(context, query),
    context.scoresFollowed(query.entityId),
  ]);
  const diffDeltaVersion = own?.version ?? 1;
  const { steps } = trace;
  const { graph, people } = snapshot;
  const commitOf = (step: Step) => graph.at(step.place.commit);
  const shown = boundSteps(steps, commitOf, people.isHidden, bounds);
  const isOlder = trace.end?.kind === 'not_imported';
  if (shown.length === 0) return { entries: [], isOlder, diffDeltaVersion };

  const writtenFrom = (index: number) => steps.slice(index).find((step) => step.kind !== 'file_moved') ?? null;
  const wanted = unique(shown.flatMap((index) => [steps[index] ?? [], writtenFrom(index) ?? []].flat()));
  const wantedLine = ({ kind, place: { commit, path, line } }: Step): WantedLine => ({
    sha: graph.at(commit).sha,
    path,
    line,
    isDeleted: kind === 'deleted',
  });
  const wantedLines = wanted.filter((step) => step.kind !== 'file_moved' && isStored(known, step)).map(wantedLine);
  const details = await readEntryDetails(context, snapshot, {
    lines: wantedLines,
    shas: unique(wanted.map((step) => commitOf(step).sha)),
    commentPaths: snapshot.comments ? unique(wanted.map((step) => step.place.path)) : [],
  });
  const lineOf = await scoredLines(context, query, own, details, wantedLines);
  const evidenceOf = await readLineEvidence(
    context,
    snapshot,
    wanted.map((step) => ({ sha: commitOf(step).sha, path: step.place.path })),
    details.commits,
  );
  const commentsOn = commentsByVersion(known, codeComments(details, people));

  const entries = shown.flatMap((index) => {
    const step = steps[index];
    if (!step) return [];
    const { sha, authoredAt } = commitOf(step);
    const previous = steps[index + 1];
    const written = writtenFrom(index);
    const predecessor = step.kind === 'file_moved' ? null : writtenFrom(index + 1);
    const line = written && lineOf(wantedLine(written));
    const comments = step.kind === 'written' ? commentsOn(step.place) : [];
    return describeEntry({
      step,
      sha,
      authoredAt,
      previousAuthoredAt: previous ? commitOf(previous).authoredAt : null,
      author: authorOf(step.place.commit, snapshot, details),
      message: details.commits.get(sha)?.message ?? '',
      evidence: evidenceOf(wantedLine(step)),
      line,
      category: written && line && categoryOf(known, written),
      documentation: line?.function_name ? findDocumentation(known, step.place, line.function_name) : null,
      deployedAt: snapshot.firstReleases.get(step.place.commit) ?? null,
      received: receivedComment(comments),
      resolved: resolvedComment(comments, commentsOn(predecessor?.place ?? null), new Date(authoredAt * 1000)),
    });
  });
  return { entries, isOlder, diffDeltaVersion };
}

/** Lines with the value that the entity's own weights give them, where it has any. */
async function scoredLines(
  { clickHouse }: LineHistoryContext,
  query: LineQuery,
  own: ScoreVersion | null,
  { lineOf }: EntryDetails,
  wanted: WantedLine[],
): Promise<EntryDetails['lineOf']> {
  if (own === null || wanted.length === 0) return lineOf;
  const scoreOf = await readLineValues(createReader(clickHouse, query), wanted, own.weights);
  return (line) => {
    const found = lineOf(line);
    return found && { ...found, delta: scoreOf(line) ?? found.delta };
  };
}

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

const changeOf = ({ files }: KnownHistory, { place, ...step }: Step) =>
  ('change' in step ? step.change : null) ?? files.get(place.path)?.changes.get(place.commit) ?? null;

/** Whether the line stands in the store: a commit that changed too many has none there. */
const isStored = (known: KnownHistory, step: Step): boolean => changeOf(known, step)?.oversized !== true;

/** A merge that wrote a line has no change of its own; the category comes from another change of the file. */
function categoryOf(known: KnownHistory, step: Step): FileCategory | null {
  const change = changeOf(known, step) ?? known.files.get(step.place.path)?.changes.values().next().value;
  return change?.category ?? null;
}

const codeComments = ({ comments }: EntryDetails, people: People): CodeComment[] =>
  comments
    .filter((row) => !people.isHidden(row.committer_id))
    .map((row) => ({
      sha: row.commit_sha,
      path: row.path,
      line: row.line,
      postedAt: new Date(row.posted_at),
      isResolved: row.resolved,
      author: row.author_name,
      body: row.body,
    }));
