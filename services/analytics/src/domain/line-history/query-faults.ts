import { Fault, type FaultCode, invalidParameter } from '@linescope/contract/fault';
import type { CommitGraph } from '../commit-graph.ts';
import type { Found } from './find-writer.ts';

export type LineParameter = 'line_number_after' | 'line_number_before';

const missing = (param: string, codeEm: FaultCode, detail: string): Fault =>
  new Fault('response_not_found', detail, { errors: [{ param, code_em: codeEm, detail }] });

/** The commit that a whole or abbreviated sha names. */
export function commitNamed(graph: CommitGraph, sha: string): number {
  const [commit, another] = graph.beginningWith(sha);
  if (another !== undefined) {
    throw invalidParameter(
      'sha',
      `sha ${sha} is ambiguous: several commits begin with it. Give more of it.`,
      'ambiguous',
    );
  }
  if (commit !== undefined) return commit;
  if (graph.isJustOutside(sha)) {
    throw missing('sha', 'outside_window', `sha ${sha} is a commit from before the imported window of this repo.`);
  }
  throw hiddenCommit(sha);
}

/** What somebody did whose activity is hidden is as unknown as what never was. */
export const hiddenCommit = (sha: string): Fault =>
  missing('sha', 'unknown_sha', `sha ${sha} names no commit in the imported window of this repo.`);

export const unknownBranch = (branch: string): Fault =>
  missing('branch', 'unknown_branch', `branch ${branch} names no branch of this repo as it was last imported.`);

export const nothingImported = (detail = 'resource_path names a repo of which no commit is imported yet.'): Fault =>
  missing('resource_path', 'nothing_imported', detail);

export const notStoredYet = (path: string): Fault =>
  missing(
    'file_path',
    'outside_window',
    `file_path ${path} is older than the imported window, and the files from before it are not stored. They are when the repo is imported again.`,
  );

export const noVersionBefore = (sha: string, path: string): Fault =>
  missing('file_path', 'unknown_file', `file_path ${path} names no file in the version before ${short(sha)}.`);

export const unknownFile = (path: string): Fault =>
  missing(
    'file_path',
    'unknown_file',
    `file_path ${path} names no file that changed in the imported window of this repo.`,
  );

/** The fault that explains why a walk found no version of the line; null where the query is right. */
export function faultOf(
  end: Found,
  query: { sha: string; path: string; parameter: LineParameter; line: number },
  graph: CommitGraph,
): Fault | null {
  const { sha, path, parameter, line } = query;
  const version = parameter === 'line_number_after' ? `at ${short(sha)}` : `before ${short(sha)}`;
  switch (end.kind) {
    case 'past_end':
      return invalidParameter(parameter, `${parameter} ${line} is past the end of ${path} ${version}.`, 'past_end');
    case 'binary':
      return invalidParameter(
        'file_path',
        `file_path ${path} is a binary file ${version}: it has no lines.`,
        'binary_file',
      );
    case 'not_a_file':
      return invalidParameter(
        'file_path',
        `file_path ${path} is a submodule ${version}: it has no lines.`,
        'not_a_file',
      );
    case 'deleted': {
      const by = `by ${short(graph.at(end.commit).sha)}`;
      const fate = end.renamedTo === null ? `deleted ${by}` : `renamed to ${end.renamedTo} ${by}`;
      return missing('file_path', 'deleted_file', `file_path ${path} is not there ${version}: it was ${fate}.`);
    }
    case 'unknown_file':
      return missing('file_path', 'unknown_file', `file_path ${path} names no file ${version}.`);
    default:
      return null;
  }
}

/** The same for a file as a whole. */
export function fileFault(
  reason: Extract<Found, { kind: 'binary' | 'not_a_file' | 'deleted' | 'unknown_file' }>,
  { sha, path }: { sha: string; path: string },
  graph: CommitGraph,
): Fault {
  const fault = faultOf(reason, { sha, path, parameter: 'line_number_after', line: 1 }, graph);
  return fault ?? unknownFile(path);
}

export const linesPastEnd = (parameter: string, line: number, path: string, count: number): Fault =>
  invalidParameter(parameter, `${parameter} ${line} is past the end of ${path}, which has ${count} lines.`, 'past_end');

const short = (sha: string): string => sha.slice(0, 12);
