import type { KnownHistory, Place } from '../domain/line-history/find-writer.ts';
import {
  commitNamed,
  faultOf,
  type LineParameter,
  noVersionBefore,
  unknownFile,
} from '../domain/line-history/query-faults.ts';
import { startBefore } from '../domain/line-history/start-line.ts';
import { type Step, type Trace, traceLine } from '../domain/line-history/trace-line.ts';
import { lineBecame } from '../store/line-history/line-became.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { openKnownFiles } from './known-files.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { snapshotWith } from './resolve-version.ts';

export interface LineQuery {
  entityId: number;
  repoId: number;
  sha: string;
  path: string;
  parameter: LineParameter;
  line: number;
}

export interface TracedLine {
  snapshot: RepoSnapshot;
  known: KnownHistory;
  trace: Trace;
}

/** A line that was moved or copied between files leads to further files; past this many its history ends. */
const MAX_READS = 6;

/** The steps of the line's history, or a fault that says what is wrong with the query. */
export async function traceLineQuery(context: LineHistoryContext, query: LineQuery): Promise<TracedLine> {
  const snapshot = await snapshotWith(context, query);
  const { graph, renames } = snapshot;
  const commit = commitNamed(graph, query.sha);
  const { sha } = graph.at(commit);
  const isBefore = query.parameter === 'line_number_before';
  const path = (isBefore && renames.awayFrom(query.path).get(sha)) || query.path;
  const { known, files, read } = openKnownFiles(context, snapshot);

  await read(path);
  const start = isBefore
    ? await placeBefore(context, query, known, { commit, path, line: query.line })
    : { steps: [], place: { commit, path, line: query.line } };
  let trace = traceLine(known, start.place);
  for (let reads = 1; trace.end?.kind === 'unread' && reads < MAX_READS; reads++) {
    await read(trace.end.path);
    trace = traceLine(known, start.place);
  }
  const steps = [...start.steps, ...trace.steps];
  if (trace.end && !steps.some((step) => step.kind !== 'file_moved')) {
    const fault = faultOf(trace.end, { ...query, sha, path: query.path }, graph);
    if (fault) throw fault;
    if (![...files.values()].some((file) => file.changes.size + file.routes.size > 0)) throw unknownFile(query.path);
  }
  return { snapshot, known, trace: { steps, end: trace.end } };
}

/** Where the walk begins for a line number before the commit, and the step there where the commit deleted the line. */
async function placeBefore(
  context: LineHistoryContext,
  query: LineQuery,
  known: KnownHistory,
  place: Place,
): Promise<{ steps: Step[]; place: Place }> {
  const start = startBefore(known, place);
  const { sha } = known.graph.at(place.commit);
  if (start.kind === 'no_version') throw noVersionBefore(sha, query.path);
  if (start.kind === 'at') return { steps: [], place: start.place };
  const [became] = await lineBecame(context.clickHouse, query, {
    sha,
    pathBefore: start.before.path,
    lineBefore: start.before.line,
  });
  if (became && became.line_after !== null) {
    return { steps: [], place: { commit: place.commit, path: became.path, line: became.line_after } };
  }
  return { steps: [{ kind: 'deleted', place, before: start.before }], place: start.before };
}
