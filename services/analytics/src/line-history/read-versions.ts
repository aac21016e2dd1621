import { type FileVersionStep, fileVersions } from '../domain/line-history/file-versions.ts';
import { unknownFile } from '../domain/line-history/query-faults.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { readEntryDetails } from './entry-details.ts';
import { openKnownFiles } from './known-files.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import type { FileQuery } from './open-file-version.ts';
import { describeCommit } from './read-blame.ts';
import { resolveVersion } from './resolve-version.ts';

/** The commits that changed a file up to a version, those of people who are not processed left out. */
export async function readVersions(context: LineHistoryContext, query: FileQuery) {
  const { snapshot, commit } = await resolveVersion(context, query);
  const { known, read } = openKnownFiles(context, snapshot);
  await read(query.path);
  const all = fileVersions(known, { commit, path: query.path });
  if (all.length === 0) throw unknownFile(query.path);
  const steps = all.filter((step) => !snapshot.people.isHidden(snapshot.graph.at(step.commit).committerId));
  return {
    sha: snapshot.graph.at(commit).sha,
    steps,
    placeOf: ({ commit, path }: FileVersionStep) => [
      -snapshot.graph.depthOf(commit),
      snapshot.graph.at(commit).sha,
      path,
    ],
    describe: (some: readonly FileVersionStep[]) => describeSteps(context, snapshot, some),
  };
}

async function describeSteps(context: LineHistoryContext, snapshot: RepoSnapshot, steps: readonly FileVersionStep[]) {
  const shas = steps.map((step) => snapshot.graph.at(step.commit).sha);
  const details = await readEntryDetails(context, snapshot, { lines: [], shas, commentPaths: [] });
  return steps.map((step) => ({
    ...describeCommit(snapshot, step.commit, details),
    code_file_path: step.path,
    code_file_path_before: step.status === 'added' ? null : step.pathBefore,
    status_em: `status_${step.status}`,
    lines_added: step.linesAdded,
    lines_deleted: step.linesDeleted,
  }));
}
