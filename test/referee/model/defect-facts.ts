import type { Commit, Line, World } from '../world.ts';
import { cohortOf } from './cohorts.ts';
import { isScored, withoutCopies } from './commits.ts';
import type { Fact } from './fact.ts';
import { defectsOf, fixCommits, type KnownDefect } from './fixes.ts';
import { personOf } from './people.ts';
import type { View } from './view.ts';

const HOUR_MS = 3_600_000;

/** The defects of the scope asked: of its repos, else of its organizations, else of the entity. */
export const defectsIn = (view: View): KnownDefect[] =>
  defectsOf(view.world).filter(
    ({ repoIds, organizationId }) =>
      view.whole ||
      repoIds.some((id) => view.repoIds.has(id)) ||
      (repoIds.length === 0 && view.organizationIds.has(organizationId)),
  );

/** Changed or deleted lines of the fixes that are on the default branch. */
export const fixedLines = (defect: KnownDefect): { commit: Commit; line: Line }[] =>
  defect.fixCommits
    .filter(isScored)
    .flatMap((commit) => commit.lines.filter(isTouched).map((line) => ({ commit, line })));

/** The fix commits of the scope asked, each change once. */
export function fixCommitsIn(view: View): Commit[] {
  const fixes = fixCommits(view.world);
  return withoutCopies(
    view.world,
    view.world.commits.filter(
      (commit) => isScored(commit) && view.repoIds.has(commit.repoId) && fixes.has(`${commit.repoId} ${commit.sha}`),
    ),
  );
}

/** A line of code in a file that scores that was changed or deleted, and whose writer is known. */
export const isTouched = ({ operation, origin, kind, scored }: Line): boolean =>
  ['chg', 'del', 'find_replace'].includes(operation) &&
  origin !== null &&
  kind !== 'comment' &&
  kind !== 'blank' &&
  scored;

const repoOf = (view: View, { repoIds }: KnownDefect): number =>
  repoIds.filter((id) => view.whole || view.repoIds.has(id)).toSorted((one, other) => one - other)[0] ?? 0;

export const defectFact = (view: View, defect: KnownDefect, at: number, amounts: Record<string, number>): Fact => ({
  kind: 'defect',
  id: defect.key,
  at,
  person: 0,
  repo: repoOf(view, defect),
  repos: defect.repoIds,
  amounts,
});

export const defectFacts = (view: View): Fact[] =>
  defectsIn(view).map((defect) => {
    const lines = fixedLines(defect);
    const known = defect.fixCommits.some(isScored);
    return defectFact(view, defect, defect.detectedAt, {
      defects: 1,
      merged: defect.firstMergedAt === null ? 0 : 1,
      'with fix commits': known ? 1 : 0,
      'ai fixed': lines.some(({ line }) => line.origin?.ai) ? 1 : 0,
    });
  });

/** The hours from a defect's detection to something, at the time of it; 0 where it was earlier. */
export const elapsedFacts =
  (
    timeOf: (defect: KnownDefect) => number | null,
    measure = (_: World, from: number, until: number) => (until - from) / HOUR_MS,
  ) =>
  (view: View): Fact[] =>
    defectsIn(view).flatMap((defect) => {
      const time = timeOf(defect);
      if (time === null) return [];
      const hours = time <= defect.detectedAt ? 0 : measure(view.world, defect.detectedAt, time);
      return defectFact(view, defect, time, { hours });
    });

/** Defects with known fix commits: only of them it is known what their fixes touched. */
export const fixedFacts = (view: View): Fact[] =>
  defectFacts(view).filter(({ amounts }) => amounts['with fix commits'] === 1);

/** Lines that fixes changed or deleted, at the fix, and those of them that AI wrote. */
export const triagedFacts = (view: View): Fact[] =>
  fixCommitsIn(view)
    .filter(({ identityId, lines }) => view.people.has(personOf(view.world, identityId)) && lines.some(isTouched))
    .map((commit) => ({
      kind: 'fix',
      id: commit.sha,
      at: commit.authoredAt,
      person: personOf(view.world, commit.identityId),
      repo: commit.repoId,
      amounts: { lines: commit.lines.filter((line) => isTouched(line) && line.origin?.ai === true).length },
    }));

/** For each defect and writer of a line that its fix changed, a fact in the cohort of the writer when it was written. */
export const originFacts = (view: View): Fact[] =>
  defectsIn(view).flatMap((defect) =>
    fixedLines(defect).flatMap(({ commit, line }) => {
      const writer = view.world.commits.find(
        ({ repoId, sha, removed }) => !removed && repoId === commit.repoId && sha === line.origin?.sha,
      );
      const person = writer ? personOf(view.world, writer.identityId) : 0;
      if (!writer || !view.people.has(person)) return [];
      const cohort = cohortOf(view.world, person, writer.authoredAt);
      return { ...defectFact(view, defect, defect.detectedAt, {}), person, cohort };
    }),
  );
