import { isoTimestamp } from '@linescope/contract/date-time';
import { type BlamedRun, blameFile } from '../domain/line-history/blame-file.ts';
import { linesPastEnd } from '../domain/line-history/query-faults.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { authorOf } from './author-of.ts';
import { createHeads, createLineWriter, createTails, withoutEntry } from './blame-lines.ts';
import { type BlamedPlace, findPlaces } from './blamed-places.ts';
import { type EntryDetails, readEntryDetails } from './entry-details.ts';
import { readLineEvidence } from './line-evidence.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { type FileQuery, openFileVersion } from './open-file-version.ts';
import type { TextBytes, WrittenLine } from './packed-lines.ts';
import { readNextAhead } from './read-line-history.ts';
import { findWindowFile } from './window-file.ts';
import { readWrittenLines } from './written-lines.ts';

export interface BlameQuery extends FileQuery {
  fromLine: number;
  /** At most `MAX_BLAMED` lines from the first where it is not given. */
  toLine: number | null;
  showsText: boolean;
}

export const MAX_BLAMED = 5000;

/** Each line of a version of a file with the commit that wrote it; the lines as JSON. */
export async function readBlame(context: LineHistoryContext, query: BlameQuery) {
  try {
    return await blame(context, query);
  } finally {
    void readNextAhead(context, query);
  }
}

async function blame(context: LineHistoryContext, query: BlameQuery) {
  const { path, fromLine, showsText } = query;
  const version = await openFileVersion(context, query);
  const { snapshot, lineCount, known, commit } = version;
  if (fromLine > Math.max(lineCount, 1)) throw linesPastEnd('from_line', fromLine, path, lineCount);
  const toLine = Math.min(query.toLine ?? fromLine + MAX_BLAMED - 1, lineCount);
  const runs = blameFile(known, { commit, path, from: fromLine, count: toLine - fromLine + 1 });

  const written = runs.filter((run) => run.kind === 'written');
  const places = findPlaces(snapshot.graph, written);
  const wanted = unique([...places.values()]);
  const shas = unique(wanted.map((place) => place.sha));
  const [linesOf, details, olderText] = await Promise.all([
    readWrittenLines(context, snapshot, wanted),
    readEntryDetails(context, snapshot, { lines: [], shas, commentPaths: [] }),
    showsText ? readOlderText(context, snapshot, runs) : () => null,
  ]);
  const evidenceOf = await readLineEvidence(context, snapshot, wanted, details.commits);
  const isShown = (place: BlamedPlace) => !snapshot.people.isHidden(snapshot.graph.at(place.commit).committerId);
  const commits = new Map(
    unique(wanted.filter(isShown).map((place) => place.commit)).map((number) => [
      number,
      describeCommit(snapshot, number, details),
    ]),
  );
  // What all lines of a commit in a file share is written once.
  const headsOf = remember((place: BlamedPlace) => {
    const { committerId } = snapshot.graph.at(place.commit);
    const userName = snapshot.people.personOf(committerId)?.userName || details.commits.get(place.sha)?.author_name;
    const authoredAt = commits.get(place.commit)?.authored_at ?? '';
    return createHeads({ sha: place.sha, authoredAt, userName: userName ?? '', path: place.path });
  });
  const tailOf = createTails();
  const writer = createLineWriter();
  for (const run of runs) {
    if (run.kind === 'before_window') {
      eachLine(run, (line, number) => writer.add(number, olderText(run, line), BEFORE_WINDOW));
      continue;
    }
    const place = places.get(run);
    if (!place) continue;
    const rows = linesOf.get(place);
    const textOf = (row: WrittenLine | undefined) => (showsText && row ? row.text : null);
    if (!isShown(place)) {
      eachLine(run, (line, number) => writer.add(number, textOf(rows?.get(line)), NOT_SHOWN));
      continue;
    }
    const headOf = headsOf(place);
    eachLine(run, (line, number) => {
      const row = rows?.get(line);
      const head = headOf(evidenceOf({ sha: place.sha, path: place.path, line, isDeleted: false }));
      writer.add(number, textOf(row), head, line, tailOf(row));
    });
  }
  const olderLines = runs.reduce((sum, run) => sum + (run.kind === 'before_window' ? run.count : 0), 0);
  return { sha: version.sha, toLine, lineCount, lines: writer.end(), olderLines, commits: [...commits.values()] };
}

const BEFORE_WINDOW = withoutEntry('origin_before_window');
const NOT_SHOWN = withoutEntry('origin_not_shown');

/** Makes something once for each. */
function remember<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new Map<Of, Made>();
  return (of) => {
    const made = known.get(of) ?? make(of);
    known.set(of, made);
    return made;
  };
}

/** Each line of a run, by its number where it was written and in the asked version. */
function eachLine(run: BlamedRun, show: (line: number, number: number) => void): void {
  for (let index = 0; index < run.count; index++) show(run.line + index, run.at + index);
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** A commit as blame and file versions show it, once for all its lines. */
export function describeCommit(snapshot: RepoSnapshot, commit: number, details: EntryDetails) {
  const { sha, authoredAt } = snapshot.graph.at(commit);
  return {
    sha,
    authored_at: isoTimestamp(new Date(authoredAt * 1000)),
    authored_by_llm: details.commits.get(sha)?.ai_authored ?? false,
    author: authorOf(commit, snapshot, details),
    commit_message: details.commits.get(sha)?.message ?? '',
  };
}

/** The text of lines from before the window: each file is read as it was at the commit in which they stood. */
async function readOlderText(context: LineHistoryContext, snapshot: RepoSnapshot, runs: readonly BlamedRun[]) {
  const older = runs.filter((run) => run.kind === 'before_window');
  const keyOf = ({ sha, path }: { sha: string; path: string }) => `${sha} ${path}`;
  const places = new Map(older.map((run) => [keyOf(run), run]));
  const texts = new Map<string, readonly string[] | null>();
  for (const [key, place] of places) texts.set(key, (await findWindowFile(context, snapshot, place))?.lines ?? null);
  return (run: { sha: string; path: string }, line: number): TextBytes | null => {
    const text = texts.get(keyOf(run))?.[line - 1];
    if (text === undefined) return null;
    const bytes = Buffer.from(JSON.stringify(text));
    return { bytes, from: 0, until: bytes.length };
  };
}
