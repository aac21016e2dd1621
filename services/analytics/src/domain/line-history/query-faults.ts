import { Fault, invalidParameter } from '@linescope/contract/fault';
import type { CommitGraph } from '../commit-graph.ts';
import type { Found } from './find-writer.ts';

export type LineParameter = 'line_number_after' | 'line_number_before';

const missing = (param: string, codeEm: string, detail: string): Fault =>
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
  throw missing('sha', 'unknown_sha', `sha ${sha} names no commit in the imported window of this repo.`);
}

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

const short = (sha: string): string => sha.slice(0, 12);
