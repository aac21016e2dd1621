import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import { withClient } from '@linescope/chassis/postgres/service-roles';
import { DAY_MS } from '@linescope/contract/days';
import { z } from 'zod';
import { memoryOfOwn } from '../support/memory-by-unit.ts';
import { quantile } from '../support/quantile.ts';
import { type BenchQuery, LARGE_QUERIES, QUERIES } from './reports/bench-queries.ts';
import { type BenchService, startBenchService } from './reports/bench-service.ts';
import { makeFacts } from './reports/make-facts.ts';
import { makeOrganizations, type Organization, YEAR } from './reports/organizations.ts';
import { copyToPostgres } from './reports/postgres-twin.ts';

const HELP = `npm run bench -- reports [--commits 1000000] [--lines 10] [--rounds 8] [--keep folder]

Ten typical queries of 90 days, each with days of its own so that no answer is known, through the service's HTTP (kept connections, not compressed) and as SQL
on Postgres 18 with the same rows, in turns. --lines is the changed lines of a commit. One organization holds a tenth of the commits, another half, eight
small ones the rest. With --keep the stores stay in that folder, and the next run with it makes no rows again. With CLICKHOUSE_URL the server it names is used, and the default is ten times more.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    commits: { type: 'string', default: process.env['CLICKHOUSE_URL'] ? '10000000' : '1000000' },
    lines: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '8' },
    keep: { type: 'string' },
  },
});
const write = (text: string) => process.stdout.write(`${text}\n`);

/** Rows read while the measured organization was alone in the tables, in a folder whose rows are all made. */
const keptRows = z.array(z.tuple([z.string(), z.number()]));

async function run(commits: number, lines: number, rounds: number, keep: string | undefined): Promise<void> {
  const organizations = makeOrganizations(commits);
  const [measured, largest, ...small] = organizations;
  const started = performance.now();
  const since = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const service = await startBenchService(organizations, keep);
  async function makeRows(): Promise<Map<string, number>> {
    await makeFacts(service.clickHouse, measured, lines);
    await service.settle();
    write(`${since()}: ${measured.commits} commits and ${measured.commits * lines} lines of one organization`);
    const rows = await readRows(service, measured);
    for (const one of [largest, ...small]) await makeFacts(service.clickHouse, one, lines);
    await service.settle();
    write(`${since()}: ${commits} commits and ${commits * lines} lines of ${organizations.length}`);
    await copyToPostgres(service.clickHouse, service.postgresUrl, service.folder);
    write(`${since()}: the same rows are in Postgres\n`);
    return rows;
  }
  try {
    const made = join(service.folder, `made-${commits}-${lines}.json`);
    const known = await readFile(made, 'utf8').catch(() => null);
    const alone = known ? new Map(keptRows.parse(JSON.parse(known))) : await makeRows();
    if (!known) await writeFile(made, JSON.stringify([...alone]));
    await service.rollUp(organizations);
    await service.settle();
    write(`${since()}: days are summed up`);
    const beside = await readRows(service, measured);
    await compare(service, measured, rounds);
    await compareLarge(service, largest);
    await askEveryone(service, organizations);
    showGrowth(alone, beside, measured.commits, commits);
    await turnPages(service, largest);
    await askTooMuch(service, largest, measured);
    write(`\n${memoryOfOwn()}`);
    write(`${since()} in all`);
  } finally {
    await service.stop();
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** 90 days that no query before was about. */
const window = (round: number) => {
  const end = YEAR.start + (YEAR.days - 2 - round) * DAY_MS;
  return { from: dayOf(end - 89 * DAY_MS), last: dayOf(end), until: dayOf(end + DAY_MS) };
};
const askedDays = new Map<string, number>();
const reportPath = (one: Organization, { query }: BenchQuery, round: number): string => {
  const { from, last } = window(round);
  return `/reports?resource_path=${one.slug}&start_date=${from}&end_date=${last}&${query}`;
};
/** Each query about each organization has its own count of days back. */
function nextRound(one: Organization, wanted: BenchQuery): number {
  const key = `${one.id} ${wanted.name}`;
  const round = askedDays.get(key) ?? 0;
  askedDays.set(key, round + 1);
  return round;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`.padStart(8);

/** Rows that each query reads of ClickHouse's tables. */
async function readRows(service: BenchService, one: Organization): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const wanted of QUERIES) {
    await service.ask(one, reportPath(one, wanted, nextRound(one, wanted)));
    const path = reportPath(one, wanted, nextRound(one, wanted));
    const before = await service.readSoFar();
    await service.ask(one, path);
    rows.set(wanted.name, (await service.readSoFar()).rows - before.rows);
  }
  return rows;
}

async function compare(service: BenchService, one: Organization, rounds: number): Promise<void> {
  write(`One organization, ${one.commits} commits a year, 90 days:`);
  write(`${''.padEnd(40)}      p50      p95 │ asked again │ Postgres p50   p95 │ Postgres ÷ ours, p50`);
  const all: number[] = [];
  const theirs: number[] = [];
  await withClient(service.postgresUrl, async (postgres) => {
    for (const wanted of QUERIES) {
      const ours: number[] = [];
      const again: number[] = [];
      const other: number[] = [];
      for (let turn = -1; turn < rounds; turn++) {
        const round = nextRound(one, wanted);
        const path = reportPath(one, wanted, round);
        const { from, until } = window(round);
        const first = await timed(() => service.ask(one, path));
        const second = await timed(() => service.ask(one, path));
        const sql = await timed(() => postgres.query(wanted.sql, [one.id, `${from}T00:00:00Z`, `${until}T00:00:00Z`]));
        // The first turn only warms up.
        if (turn < 0) continue;
        ours.push(first);
        again.push(second);
        other.push(sql);
      }
      all.push(...ours);
      theirs.push(...other);
      write(
        `${wanted.name.padEnd(40)} ${ms(quantile(ours, 0.5))} ${ms(quantile(ours, 0.95))} │    ${ms(quantile(again, 0.5))} │     ${ms(quantile(other, 0.5))} ${ms(quantile(other, 0.95))} │ ${(quantile(other, 0.5) / quantile(ours, 0.5)).toFixed(2)}`,
      );
    }
  });
  write(
    `${'all ten'.padEnd(40)} ${ms(quantile(all, 0.5))} ${ms(quantile(all, 0.95))} │             │     ${ms(quantile(theirs, 0.5))} ${ms(quantile(theirs, 0.95))} │ ${(quantile(theirs, 0.5) / quantile(all, 0.5)).toFixed(2)}, at p95 ${(quantile(theirs, 0.95) / quantile(all, 0.95)).toFixed(2)}`,
  );
  write(`p95 of 90 days of one organization is ${ms(quantile(all, 0.95)).trim()} (under 80 ms is wanted)\n`);
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How often each large query is asked. The first answers come of code that is hardly compiled yet. */
const LARGE_TURNS = 12;
/** The same for those that Postgres answers in seconds or more. */
const FEW_LARGE_TURNS = 4;

/** Years of the largest organization, each time with another first day so that no answer is known. */
async function compareLarge(service: BenchService, one: Organization): Promise<void> {
  write(`The largest organization, ${one.commits} commits, two years:`);
  write(`${''.padEnd(40)}      p50 │ Postgres │ over daily sums │ Postgres ÷ ours, over rows and over sums`);
  await withClient(service.postgresUrl, async (postgres) => {
    for (const { name, query, sql, overDays } of LARGE_QUERIES) {
      const times = { ours: [] as number[], rows: [] as number[], days: [] as number[] };
      const isQuick = () => times.rows.every((time) => time < SECOND_MS);
      for (let turn = 0; turn < (isQuick() ? LARGE_TURNS : FEW_LARGE_TURNS); turn++) {
        const from = dayOf(YEAR.start - (366 - turn) * DAY_MS);
        const given = [one.id, `${from}T00:00:00Z`, '2026-01-01T00:00:00Z'];
        const path = `/reports?resource_path=${one.slug}&start_date=${from}&end_date=2025-12-31&${query}`;
        let isRefused = false;
        const ours = await timed(() =>
          service.ask(one, path).catch(() => {
            isRefused = true;
          }),
        );
        // What takes Postgres minutes is asked of it once: a cache makes no difference to that.
        const [known = 0] = times.rows;
        const rows = known > MINUTE_MS ? known : await timed(() => postgres.query(sql, given));
        const days = overDays === null ? Number.NaN : await timed(() => postgres.query(overDays, given));
        if (turn === 0 && rows < MINUTE_MS) continue;
        times.ours.push(isRefused ? Number.NaN : ours);
        times.rows.push(rows);
        times.days.push(days);
      }
      const [ours, rows, days] = [quantile(times.ours, 0.5), quantile(times.rows, 0.5), quantile(times.days, 0.5)];
      const ratio = (other: number) => (Number.isNaN(other / ours) ? '–' : (other / ours).toFixed(2));
      write(
        `${name.padEnd(40)} ${Number.isNaN(ours) ? ' refused' : ms(ours)} │ ${ms(rows)} │ ${Number.isNaN(days) ? '       –' : ms(days)}        │ ${ratio(rows)}, ${ratio(days)}`,
      );
    }
  });
  write('');
}

interface Question {
  one: Organization;
  wanted: BenchQuery;
  round: number;
}

const AT_A_TIME = 4;

/** As many questions under way at any time until all are answered: the times, and how many were answered a second. */
async function askAtATime(questions: readonly Question[], ask: (question: Question) => Promise<unknown>) {
  const left = [...questions];
  const times: number[] = [];
  const seconds =
    (await timed(() =>
      Promise.all(
        Array.from({ length: AT_A_TIME }, async () => {
          for (let next = left.pop(); next; next = left.pop()) {
            const question = next;
            times.push(await timed(() => ask(question)));
          }
        }),
      ),
    )) / 1000;
  return { times, rate: questions.length / seconds };
}

/**
 * The whole service: every organization asks. The first time, rows of those that were not asked about before are read into memory, and
 * Postgres reads its pages; the second time, about other days, both have what they hold.
 */
async function askEveryone(service: BenchService, organizations: readonly Organization[]): Promise<void> {
  const questions = () =>
    QUERIES.flatMap((wanted) => organizations.map((one) => ({ one, wanted, round: nextRound(one, wanted) })));
  const postgres = createPostgres(service.postgresUrl, AT_A_TIME);
  for (const pass of ['first asked', 'steady']) {
    const asked = questions();
    const ours = await askAtATime(asked, ({ one, wanted, round }) => service.ask(one, reportPath(one, wanted, round)));
    const theirs = await askAtATime(asked, ({ one, wanted, round }) => {
      const { from, until } = window(round);
      return postgres.run(wanted.sql, [one.id, `${from}T00:00:00Z`, `${until}T00:00:00Z`]);
    });
    write(
      `${asked.length} queries of ${organizations.length} organizations, ${AT_A_TIME} at a time, ${pass}: p50 ${ms(quantile(ours.times, 0.5)).trim()}, p95 ${ms(quantile(ours.times, 0.95)).trim()}, ${ours.rate.toFixed(1)} a second; Postgres ${theirs.rate.toFixed(1)} a second`,
    );
  }
  await postgres.close();
  write('(at least 40 a second are wanted, steady)\n');
}

function showGrowth(alone: Map<string, number>, beside: Map<string, number>, own: number, all: number): void {
  write(`Rows read for one organization, its ${own} commits alone in the tables and beside ${all - own} others:`);
  for (const [name, rows] of beside) {
    write(`${name.padEnd(40)} ${String(alone.get(name)).padStart(9)} ${String(rows).padStart(9)}`);
  }
}

const cursorOf = z.looseObject({ next_cursor: z.string().nullable() });

async function turnPages(service: BenchService, one: Organization): Promise<void> {
  const pages = Math.ceil(one.commits / 50);
  const turn = async (name: string, query: string) => {
    const path = `/audits?resource_path=${one.slug}&${query}`;
    const before = await service.readSoFar();
    let cursor: string | null = null;
    const first = await timed(async () => {
      cursor = cursorOf.parse(await service.ask(one, path)).next_cursor;
    });
    const { rows } = await service.readSoFar();
    write(`  ${name.padEnd(28)} ${ms(first)} ${String(rows - before.rows).padStart(9)} rows read`);
    return cursor;
  };
  write(`\nPages of the audit of ${one.commits} commits, the first counts them all:`);
  let cursor: string | null = null;
  for (const page of [1, 2, Math.ceil(pages / 10), Math.ceil(pages / 2), pages - 1]) {
    cursor = await turn(`page ${page}`, `resource_type=commits&page=${page}`);
  }
  if (cursor) await turn('the last by its cursor', `resource_type=commits&cursor=${cursor}`);
  for (const page of [1, 2, Math.ceil(pages / 16)]) {
    await turn(`pull requests, page ${page}`, `resource_type=pull_requests&page=${page}`);
  }
}

/** A query of a whole year of the largest, and how long another's query waits behind it. */
async function askTooMuch(service: BenchService, largest: Organization, other: Organization): Promise<void> {
  const [wanted] = QUERIES;
  if (!wanted) return;
  const heavy = `/reports?resource_path=${largest.slug}&start_date=2024-01-01&end_date=2025-12-31&segment_by=pull_request_phase`;
  let said = 'answered';
  const slow = timed(() => service.ask(largest, heavy)).catch((error: Error) => {
    said = error.message.replace(/^.*response_detail":"([^"]+)".*$/, '$1');
    return Number.NaN;
  });
  const behind = await timed(() => service.ask(other, reportPath(other, wanted, nextRound(other, wanted))));
  const took = await slow;
  write(
    `\nThe phases of ${largest.commits} commits over two years: ${Number.isNaN(took) ? said : ms(took).trim()}; another's query meanwhile ${ms(behind).trim()}`,
  );
}

if (values.help) write(HELP);
else
  await run(Number(values.commits), Number(values.lines), Number(values.rounds), values.keep && resolve(values.keep));
