import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bumpStamp } from '@linescope/analytics/store/fact-stamps';
import { PAGE_SIZE } from '@linescope/contract/inputs';
import { z } from 'zod';
import { memoryOfOwn } from '../support/memory-by-unit.ts';
import { quantile } from '../support/quantile.ts';
import { type BenchService, startBenchService } from './reports/bench-service.ts';
import { makeAudited } from './reports/make-facts.ts';
import { makeOrganizations, type Organization } from './reports/organizations.ts';

const HELP = `npm run bench -- audits [--rows 10000000] [--keep folder] [--seconds 3600]

Pages of audits of one organization with so many commits, as many issues and a seventh as many pull requests: the first, which counts them all, one
in the middle and the last, each by number and then by the cursor of the page before; some at random; and again after facts came in. Time and rows read.
They are asked for as they stand when nothing was stored for ten minutes. With --keep the rows stay in that folder and are not made again;
--seconds ends the making early, to go on next time.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    rows: { type: 'string', default: '10000000' },
    keep: { type: 'string' },
    seconds: { type: 'string', default: '3600' },
  },
});
/** The first pages after a start are read while code is not compiled yet. */
const WARM_UP = 30;
const RANDOM_PAGES = 100;
const write = (text: string) => process.stdout.write(`${text}\n`);
const answered = z.looseObject({ total_count: z.number(), page_count: z.number(), next_cursor: z.string().nullable() });

async function run(rows: number, keep: string | undefined, seconds: number): Promise<void> {
  const [, one] = makeOrganizations(rows * 2);
  const service = await startBenchService([one], keep);
  try {
    if (await makeRows(service, one, seconds)) {
      await service.rollUp([one]);
      for (const type of ['commits', 'issues', 'pull_requests']) await turnPages(service, one, type);
      write(`\n${memoryOfOwn()}`);
    } else write('The rows are not all made yet: run it again.');
  } finally {
    await service.stop();
  }
}

async function makeRows(service: BenchService, one: Organization, seconds: number): Promise<boolean> {
  const file = join(service.folder, `audited-${one.commits}.json`);
  let made = Number(await readFile(file, 'utf8').catch(() => '0'));
  const until = performance.now() + seconds * 1000;
  if (made < one.commits) {
    await makeAudited(service.clickHouse, one, made, async (upTo) => {
      made = upTo;
      await writeFile(file, String(upTo));
      return performance.now() < until;
    });
    await service.settle();
    await mergeQuiet(service);
  }
  return made >= one.commits;
}

/** What ten minutes without a new row would do: each table that asks for it has one part. */
async function mergeQuiet({ clickHouse }: BenchService): Promise<void> {
  const tables = await clickHouse.query({
    name: 'bench',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND create_table_query LIKE '%min_age_to_force_merge_seconds%'`,
    row: z.object({ name: z.string() }),
  });
  for (const { name } of tables) await clickHouse.command(`OPTIMIZE TABLE ${name} FINAL`);
}

async function turnPages(service: BenchService, one: Organization, type: string): Promise<void> {
  const turn = async (name: string, query: string) => {
    const before = await service.readSoFar();
    const begun = performance.now();
    const page = answered.parse(
      await service.ask(one, `/audits?resource_path=${one.slug}&resource_type=${type}&${query}`),
    );
    const took = performance.now() - begun;
    const { rows } = await service.readSoFar();
    write(
      `  ${name.padEnd(30)} ${took.toFixed(0).padStart(6)} ms ${String(rows - before.rows).padStart(10)} rows read`,
    );
    return page;
  };
  write(`\n${type}:`);
  const first = await turn('page 1, counted', 'page=1');
  write(`  ${first.total_count} records, ${first.page_count} pages of ${PAGE_SIZE}`);
  await turn('page 1 again', 'page=1');
  const middle = Math.ceil(first.page_count / 2);
  for (const page of [middle, first.page_count - 1]) {
    const { next_cursor: cursor } = await turn(`page ${page}`, `page=${page}`);
    if (cursor) await turn(`page ${page + 1} by its cursor`, `cursor=${cursor}`);
  }
  const pages = await turnRandomPages(service, one, type, first.page_count);
  const at = (share: number) => `${quantile(pages, share).toFixed(0)} ms`;
  write(`  ${RANDOM_PAGES} others at random: p50 ${at(0.5)} (under 100 is wanted), p95 ${at(0.95)}`);
  await bumpStamp(service.postgres, one.id, 'rows');
  await turn(`page ${middle} after a new fact`, `page=${middle}`);
}

async function turnRandomPages(service: BenchService, one: Organization, type: string, count: number) {
  const times: number[] = [];
  for (let number = 0; number < WARM_UP + RANDOM_PAGES; number += 1) {
    const page = 1 + Math.floor(Math.random() * count);
    const begun = performance.now();
    await service.ask(one, `/audits?resource_path=${one.slug}&resource_type=${type}&page=${page}`);
    if (number >= WARM_UP) times.push(performance.now() - begun);
  }
  return times;
}

if (values.help) write(HELP);
else await run(Number(values.rows), values.keep && resolve(values.keep), Number(values.seconds));
