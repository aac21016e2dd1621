import { beforeAll, describe, expect, test } from 'vitest';
import { askReport, describeAsked, valuesOf } from './ask-report.ts';
import { differences } from './compare-series.ts';
import { isKnown, KNOWN_DIFFERENCES } from './known-differences.ts';
import { loadWorld } from './load-world.ts';
import { SEGMENTS } from './model/segments.ts';
import { defaultSeries, type Series, seriesOf, suppressedSeries } from './model/series.ts';
import { viewOf } from './model/view.ts';
import { neighbourhoodOf } from './neighbourhood.ts';
import { type Asked, everyQuestion, plainQuestion, randomQuestion, splitsOf } from './questions.ts';
import { createRandom } from './random.ts';
import { randomWorld } from './random-world.ts';
import { type Services, startServices } from './start-services.ts';
import type { World } from './world.ts';

/*
 * Random worlds, told to the services by their own inputs; every report must say what a slow, plain model of the definitions
 * says over the rows of the world. LINESCOPE_REFEREE=<worlds> asks everything of that many worlds, LINESCOPE_REFEREE_SEED=<seed>
 * begins at another one; without either, a sample of one world is asked.
 */
const SAMPLED_SEED = 2;
const SAMPLED_QUESTIONS = 40;
const howMany = Number(process.env['LINESCOPE_REFEREE'] ?? 0);
const seed = Number(process.env['LINESCOPE_REFEREE_SEED'] ?? SAMPLED_SEED);
const worlds = Array.from({ length: Math.max(1, howMany) }, (_, index) => randomWorld(seed + index, index + 1));
const PATIENCE_MS = howMany > 0 ? 3_600_000 : 180_000;

let services: Services;

beforeAll(async () => {
  services = await startServices(neighbourhoodOf(worlds));
  for (const world of worlds) await loadWorld(services, world);
}, PATIENCE_MS);

const segmentOf = (name: string) => {
  const segment = SEGMENTS[name];
  if (!segment) throw new Error(`no segment ${name}`);
  return segment;
};

function modelOf(
  world: World,
  asked: Asked,
): { series: Series; split: string | null; intervals: ReturnType<typeof viewOf>['intervals'] } {
  const segment = segmentOf(asked.segment);
  const view = viewOf(world, asked.question, segment.weeklyAlways);
  const { intervals } = view;
  if (asked.suppressed) return { series: suppressedSeries(segment, view), split: null, intervals };
  if (asked.aggregation === 'default') return { ...defaultSeries(segment, view, splitsOf(asked.segment)), intervals };
  return { series: seriesOf(segment, view, asked.aggregation), split: asked.aggregation, intervals };
}

/** What differs between the service and the model, each value on a line. */
async function judge(world: World, asked: Asked): Promise<string[]> {
  const report = await askReport(services, world, asked);
  const { series, split, intervals } = modelOf(world, asked);
  const segment = segmentOf(asked.segment);
  const lines = differences(segment, intervals, series, valuesOf(report));
  if (report.value_precision !== segment.precision)
    lines.push(`precision: service ${report.value_precision}, model ${segment.precision}`);
  if (split !== null && report.aggregated_by !== split)
    lines.push(`aggregated by: service ${report.aggregated_by}, model ${split}`);
  return lines;
}

function questionsOf(world: World): Asked[] {
  const random = createRandom(world.seed);
  const sampled = () => Array.from({ length: 4 * SAMPLED_QUESTIONS }, () => randomQuestion(world, random));
  const asserted = (howMany > 0 ? everyQuestion(world, random) : sampled()).filter((asked) => !isKnown(world, asked));
  return howMany > 0 ? asserted : asserted.slice(0, SAMPLED_QUESTIONS);
}

describe.each(worlds.map((world) => ({ world, seed: world.seed })))('the world of seed $seed', ({ world }) => {
  test('every report says what the definitions say', { timeout: PATIENCE_MS }, async () => {
    const questions = questionsOf(world);
    const wrong: string[] = [];
    for (const asked of questions) {
      const lines = await judge(world, asked);
      if (lines.length > 0) wrong.push(`${describeAsked(world, asked)}\n    ${lines.slice(0, 5).join('\n    ')}`);
    }
    if (howMany > 0) console.log(`seed ${world.seed}: ${questions.length} reports compared, ${wrong.length} differ`);
    expect(wrong.join('\n')).toBe('');
  });
});

test('the model has every segment', () => {
  expect(Object.keys(SEGMENTS)).toHaveLength(112);
});

describe.runIf(seed === SAMPLED_SEED)('a known difference', () => {
  test.each(KNOWN_DIFFERENCES)('is still there: $reason', async ({ witness }) => {
    const [world] = worlds;
    if (!world) throw new Error('no world');
    const asked: Asked = { aggregation: 'none', suppressed: false, ...witness(world, plainQuestion(world)) };
    expect(isKnown(world, asked)).toBe(true);
    expect(await judge(world, asked)).not.toEqual([]);
  });
});
