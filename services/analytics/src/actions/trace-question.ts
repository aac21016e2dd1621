import type { Context } from '../context.ts';
import type { FileHistory } from '../domain/line-history/file-history.ts';
import type { KnownHistory, Place } from '../domain/line-history/find-writer.ts';
import {
  commitNamed,
  faultOf,
  type LineParameter,
  noVersionBefore,
  unknownFile,
} from '../domain/line-history/question-faults.ts';
import { startBefore } from '../domain/line-history/start-line.ts';
import { type Step, type Trace, traceLine } from '../domain/line-history/trace-line.ts';
import { readFileHistories } from '../store/line-history/file-histories.ts';
import { fileKey, fileWeight } from '../store/line-history/kept-histories.ts';
import { lineBecame } from '../store/line-history/line-became.ts';
import type { RepoPicture } from '../store/repo-pictures.ts';

export interface LineQuestion {
  entityId: number;
  repoId: number;
  sha: string;
  path: string;
  parameter: LineParameter;
  line: number;
}

export interface AnsweredTrace {
  picture: RepoPicture;
  known: KnownHistory;
  trace: Trace;
}

/** A line that was moved or copied between files leads to further files; past this many its history ends. */
const MOST_READS = 6;

/** The steps of the line's history, or a fault that says what is wrong with the question. */
export async function traceQuestion(context: Context, question: LineQuestion): Promise<AnsweredTrace> {
  const picture = await pictureWith(context, question);
  const { graph, renames } = picture;
  const commit = commitNamed(graph, question.sha);
  const { sha } = graph.at(commit);
  const isBefore = question.parameter === 'line_number_before';
  const path = (isBefore && renames.awayFrom(question.path).get(sha)) || question.path;
  const files = new Map<string, FileHistory>();
  const known: KnownHistory = { graph, renames, files };
  const keyOf = (name: string) => fileKey(picture.generation, name);
  const read = async (name: string) => {
    const unknown: string[] = [];
    for (const former of renames.namesOf(name)) {
      const file = context.keptHistories.files.get(keyOf(former));
      if (file) files.set(former, file);
      else unknown.push(former);
    }
    if (unknown.length === 0) return;
    for (const [former, file] of await readFileHistories(context.clickHouse, question, graph, unknown)) {
      files.set(former, file);
      context.keptHistories.files.keep(keyOf(former), file, fileWeight(file));
    }
  };

  await read(path);
  const start = isBefore
    ? await placeBefore(context, question, known, { commit, path, line: question.line })
    : { steps: [], place: { commit, path, line: question.line } };
  let trace = traceLine(known, start.place);
  for (let reads = 1; trace.end?.kind === 'unread' && reads < MOST_READS; reads++) {
    await read(trace.end.path);
    trace = traceLine(known, start.place);
  }
  const steps = [...start.steps, ...trace.steps];
  if (trace.end && !steps.some((step) => step.kind !== 'file_moved')) {
    const fault = faultOf(trace.end, { ...question, sha, path: question.path }, graph);
    if (fault) throw fault;
    if (![...files.values()].some((file) => file.changes.size + file.routes.size > 0)) throw unknownFile(question.path);
  }
  return { picture, known, trace: { steps, end: trace.end } };
}

/** A sha that the picture at hand does not have may have been stored a moment ago. */
async function pictureWith(context: Context, { entityId, repoId, sha }: LineQuestion): Promise<RepoPicture> {
  const recent = await context.repoPictures.recent(entityId, repoId);
  return recent.graph.beginningWith(sha).length > 0 ? recent : context.repoPictures.current(entityId, repoId);
}

/** Where the walk begins for a line number before the commit, and the step there where the commit deleted the line. */
async function placeBefore(
  context: Context,
  question: LineQuestion,
  known: KnownHistory,
  asked: Place,
): Promise<{ steps: Step[]; place: Place }> {
  const start = startBefore(known, asked);
  const { sha } = known.graph.at(asked.commit);
  if (start.kind === 'no_version') throw noVersionBefore(sha, question.path);
  if (start.kind === 'at') return { steps: [], place: start.place };
  const [became] = await lineBecame(context.clickHouse, question, {
    sha,
    pathBefore: start.before.path,
    lineBefore: start.before.line,
  });
  if (became && became.line_after !== null) {
    return { steps: [], place: { commit: asked.commit, path: became.path, line: became.line_after } };
  }
  return { steps: [{ kind: 'deleted', place: asked, before: start.before }], place: start.before };
}
