import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { expect } from 'vitest';
import { medianAge, survivalCurves } from '../../domain/survival/kaplan-meier.ts';
import { type LifeEntries, LifeEntriesBuilder } from '../../domain/survival/life-entries.ts';
import { logRank, stratifiedLogRank } from '../../domain/survival/log-rank.ts';
import { restrictedMeans } from '../../domain/survival/restricted-mean.ts';
import type { RefereeAnswer } from './ask-r.ts';

const TOLERANCE = 1e-9;

/** Every number of ours against R's; fails with what differs. */
export function compareWithR(entries: LifeEntries, groups: number, answer: RefereeAnswer, until: number): void {
  const differences: string[] = [];
  const check = (what: string, ours: number | null, theirs: number | undefined) => {
    if (ours === null && (theirs === undefined || Number.isNaN(theirs))) return;
    const scale = Math.max(1, Math.abs(theirs ?? 0));
    if (ours === null || theirs === undefined || !(Math.abs(ours - theirs) <= TOLERANCE * scale))
      differences.push(`${what}: ${ours}, R says ${theirs}`);
  };
  const curves = survivalCurves(entries, groups);
  const { means } = restrictedMeans(
    entries,
    curves,
    curves.map(() => until),
  );
  for (const [group, curve] of curves.entries()) {
    if (curve.lines === 0) continue;
    const theirs = answer.points.get(group) ?? [];
    check(`points of ${group}`, curve.points.length, theirs.length);
    for (const [index, point] of curve.points.entries()) {
      const [age, survival, clustered, unclustered, atRisk] = theirs[index] ?? [];
      check(`age ${index} of ${group}`, point.age, age);
      check(`survival of ${group} at ${point.age}`, point.survival, survival);
      check(`at risk of ${group} at ${point.age}`, point.atRisk, atRisk);
      // Where the last lines end, the error is 0, and R has none.
      if (point.survival > 0) check(`clustered error of ${group} at ${point.age}`, point.standardError, clustered);
      if (point.survival > 0) check(`error of ${group} at ${point.age}`, point.unclusteredError, unclustered);
    }
    const [days, error, median] = answer.means.get(group) ?? [];
    check(`mean of ${group}`, means[group]?.days ?? null, days);
    check(`error of the mean of ${group}`, means[group]?.unclusteredError ?? null, error);
    check(`median of ${group}`, medianAge(curve.points.map(({ age, survival }) => ({ age, value: survival }))), median);
  }
  const stratified = stratifiedLogRank(entries, groups);
  const plain = logRank(entries, groups);
  if (answer.tests.size > 0) {
    check('log-rank', plain.unclustered?.chiSquare ?? null, answer.tests.get('logrank'));
    check('clustered log-rank', plain.clustered?.chiSquare ?? null, answer.tests.get('clustered'));
    check('stratified log-rank', stratified.unclustered?.chiSquare ?? null, answer.tests.get('stratified'));
    check(
      'clustered and stratified',
      stratified.clustered?.chiSquare ?? null,
      answer.tests.get('clustered_stratified'),
    );
  }
  expect(differences).toEqual([]);
}

/** Lines that end at uneven speed, in commits of uneven size; the same for the same seed. */
export function madeUpLives(
  seed: number,
  { commits, groups, strata }: { commits: number; groups: number; strata: number },
): LifeEntries {
  const random = randomFrom(seed);
  const builder = new LifeEntriesBuilder();
  for (let commit = 0; commit < commits; commit++) {
    const seen = 20 + random(150);
    const group = random(groups);
    const stratum = random(strata);
    let left = 0;
    for (let line = random(commit % 7 === 0 ? 200 : 20); line >= 0; line--) {
      const age = Math.floor(-Math.log((1 + random(9999)) / 10_000) * (40 + 30 * group));
      if (age <= seen && random(3) > 0)
        builder.add(commit, random(10) === 0 ? random(groups) : group, stratum, age, 1, 0);
      else left++;
    }
    if (left > 0) builder.add(commit, group, stratum, seen, 0, left);
  }
  return builder.done();
}
