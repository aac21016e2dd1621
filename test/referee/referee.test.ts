import { beforeAll, describe, expect, test } from 'vitest';
import { describeAsked } from './ask-report.ts';
import { judgeRecords, judgeReport } from './judge.ts';
import { loadWorld } from './load-world.ts';
import { SEGMENTS } from './model/segments.ts';
import { neighbourhoodOf } from './neighbourhood.ts';
import { createRandom } from './random.ts';
import { randomWorld } from './random-world.ts';
import { type Asked, everyQuery, randomQuery } from './report-queries.ts';
import { type Services, startServices } from './start-services.ts';
import type { World } from './world.ts';

/*
 * Random worlds are fed to the services by their own inputs; every report must say what a slow, plain model of the definitions
 * says over the rows of the world. LINESCOPE_REFEREE=<worlds> asks everything of that many worlds, LINESCOPE_REFEREE_SEED=<seed>
 * begins at another one; without either, a sample of one world is asked.
 */
const SAMPLED_SEED = 2;
const SAMPLED_REPORTS = 40;
const SAMPLED_RECORDS = 6;
const howMany = Number(process.env['LINESCOPE_REFEREE'] ?? 0);
const seed = Number(process.env['LINESCOPE_REFEREE_SEED'] ?? SAMPLED_SEED);
const worlds = Array.from({ length: Math.max(1, howMany) }, (_, index) => randomWorld(seed + index, index + 1));
const PATIENCE_MS = howMany > 0 ? 3_600_000 : 180_000;

let services: Services;

beforeAll(async () => {
  services = await startServices(neighbourhoodOf(worlds));
  for (const world of worlds) await loadWorld(services, world);
}, PATIENCE_MS);

/** All that can be asked, or a sample of it. */
function chosen(world: World, sample: number, fits: (asked: Asked) => boolean): Asked[] {
  const random = createRandom(world.seed);
  if (howMany > 0) return everyQuery(world, random).filter(fits);
  return Array.from({ length: 20 * sample }, () => randomQuery(world, random))
    .filter(fits)
    .slice(0, sample);
}

/** So many at a time, as the charts of a page. */
const AT_ONCE = 4;

async function findWrong(world: World, queries: Asked[], judge: typeof judgeReport): Promise<string> {
  const wrong: string[] = [];
  const left = queries.values();
  const ask = async () => {
    for (const asked of left) {
      const lines = await judge(services, world, asked);
      if (lines.length > 0) wrong.push(`${describeAsked(world, asked)}\n    ${lines.slice(0, 5).join('\n    ')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  if (howMany > 0) console.log(`seed ${world.seed}: ${queries.length} compared, ${wrong.length} differ`);
  return wrong.join('\n');
}

describe.each(worlds.map((world) => ({ world, seed: world.seed })))('in the world of seed $seed', ({ world }) => {
  test('every report says what the definitions say', { timeout: PATIENCE_MS }, async () => {
    const queries = chosen(world, SAMPLED_REPORTS, () => true);
    expect(await findWrong(world, queries, judgeReport)).toBe('');
  });

  test('the records of a point add up to it', { timeout: PATIENCE_MS }, async () => {
    const queries = chosen(world, SAMPLED_RECORDS, ({ segment }) => SEGMENTS[segment]?.additive === true);
    const fewer = howMany > 0 ? queries.filter((_, index) => index % 5 === 0) : queries;
    expect(await findWrong(world, fewer, judgeRecords)).toBe('');
  });
});

test('the model has every segment', () => {
  expect(Object.keys(SEGMENTS)).toHaveLength(117);
});
