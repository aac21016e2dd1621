import type { Context } from '../context.ts';
import {
  type CodeComment,
  commentsByVersion,
  receivedComment,
  resolvedComment,
} from '../domain/line-history/code-comments.ts';
import { type Author, describeEntry, type Entry } from '../domain/line-history/describe-entry.ts';
import { findDocumentation } from '../domain/line-history/find-documentation.ts';
import type { Place } from '../domain/line-history/find-writer.ts';
import { type Bounds, boundSteps, type Step } from '../domain/line-history/trace-line.ts';
import {
  type CommitterRow,
  type EntryDetails,
  type LineRow,
  readEntryDetails,
} from '../store/line-history/entry-details.ts';
import type { RepoPicture } from '../store/repo-pictures.ts';
import { type LineQuestion, traceQuestion } from './trace-question.ts';

export interface LineHistory {
  entries: Entry[];
  /** Whether the line goes back to before the imported window. */
  isOlder: boolean;
}

/** The versions of a line, newest first: one query for the walk, one for what the entries show. */
export async function readLineHistory(context: Context, question: LineQuestion, bounds: Bounds): Promise<LineHistory> {
  const { picture, known, trace } = await traceQuestion(context, question);
  const { steps } = trace;
  const { graph, hidden } = picture;
  const commitOf = (step: Step) => graph.at(step.place.commit);
  const shown = boundSteps(steps, commitOf, (committer) => hidden.has(committer), bounds);
  const isOlder = trace.end?.kind === 'not_imported';
  if (shown.length === 0) return { entries: [], isOlder };

  const writtenFrom = (index: number) => steps.slice(index).find((step) => step.kind !== 'file_moved') ?? null;
  const wanted = [...new Set(shown.flatMap((index) => [steps[index] ?? [], writtenFrom(index) ?? []].flat()))];
  const details = await readEntryDetails(context.clickHouse, question, {
    paths: unique(wanted.map((step) => step.place.path)),
    shas: unique(wanted.map((step) => commitOf(step).sha)),
    lines: unique(wanted.map((step) => step.place.line)),
    deleted: unique(wanted.filter((step) => step.kind === 'deleted').map((step) => step.place.line)),
    committers: unique(wanted.map((step) => commitOf(step).committerId)),
    hasComments: picture.hasComments,
  });
  const lineOf = lineFinder(details.lines);
  const authorOf = authorFinder(details, picture);
  const commentsOn = commentsByVersion(known, codeComments(details, hidden));

  const entries = shown.flatMap((index) => {
    const step = steps[index];
    if (!step) return [];
    const { sha, authoredAt } = commitOf(step);
    const previous = steps[index + 1];
    const written = writtenFrom(index);
    const predecessor = step.kind === 'file_moved' ? null : writtenFrom(index + 1);
    const line = written && lineOf(commitOf(written).sha, written);
    const own = step.kind === 'written' ? commentsOn(step.place) : [];
    return describeEntry({
      step,
      authoredAt,
      previousAuthoredAt: previous ? commitOf(previous).authoredAt : null,
      author: authorOf(step),
      message: details.commits.get(sha)?.message ?? '',
      isAiAuthored: details.commits.get(sha)?.ai_authored ?? false,
      line,
      documentation: line?.function_name ? findDocumentation(known, step.place, line.function_name) : null,
      deployedAt: picture.firstReleases.get(step.place.commit) ?? null,
      received: receivedComment(own),
      resolved: resolvedComment(own, commentsOn(predecessor?.place ?? null), new Date(authoredAt * 1000)),
    });
  });
  return { entries, isOlder };
}

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

function lineFinder(rows: readonly LineRow[]) {
  const keyOf = (sha: string, path: string, after: number | null, before: number | null) =>
    `${sha}:${after ?? ''}:${after === null ? before : ''}:${path}`;
  const byKey = new Map(rows.map((row) => [keyOf(row.sha, row.path, row.line_after, row.line_before), row]));
  return (sha: string, { kind, place }: { kind: Step['kind']; place: Place }): LineRow | null => {
    const key =
      kind === 'deleted' ? keyOf(sha, place.path, null, place.line) : keyOf(sha, place.path, place.line, null);
    return byKey.get(key) ?? null;
  };
}

/** A person is shown under their primary identity, and their commits under all of them are counted. */
function authorFinder(details: EntryDetails, { graph }: RepoPicture) {
  const byId = new Map(details.committers.map((committer) => [committer.committer_id, committer]));
  const countOf = (committerId: number, person: CommitterRow | undefined): number => {
    const ids = details.committers.filter((other) => other.person_id === person?.person_id);
    const all = person ? ids.map((other) => other.committer_id) : [committerId];
    return all.reduce((sum, id) => sum + (graph.commitCounts.get(id) ?? 0), 0);
  };
  return (step: Step): Author => {
    const { sha, committerId } = graph.at(step.place.commit);
    const identity = byId.get(committerId);
    const person = (identity && byId.get(identity.person_id)) ?? identity;
    const commit = details.commits.get(sha);
    return {
      avatar_url: person?.avatar_url || identity?.avatar_url || null,
      commits_in_repo: countOf(committerId, identity),
      email: commit?.author_email ?? person?.email ?? '',
      full_name: person?.full_name || (commit?.author_name ?? ''),
      user_name: person?.user_name || (commit?.author_name ?? ''),
    };
  };
}

const codeComments = ({ comments }: EntryDetails, hidden: ReadonlySet<number>): CodeComment[] =>
  comments
    .filter((row) => !hidden.has(row.committer_id))
    .map((row) => ({
      sha: row.commit_sha,
      path: row.path,
      line: row.line,
      postedAt: new Date(row.posted_at),
      isResolved: row.resolved,
      author: row.author_name,
      body: row.body,
    }));
