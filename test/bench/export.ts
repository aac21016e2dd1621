import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type BenchChild, startChild } from '../support/bench-child.ts';
import { quantile } from '../support/quantile.ts';
import { type BenchService, startBenchService } from './reports/bench-service.ts';
import { makeAudited } from './reports/make-facts.ts';
import { makeOrganizations, type Organization } from './reports/organizations.ts';

const HELP = `npm run bench -- export [--rows 1000000] [--pages 100]

An audit of so many commits as one CSV: its rows, its time, and the memory of the service's process meanwhile, beside a small
organization's report that is asked all the time. Then some pages of 1,000 by cursor, beside the same report, of which the time of
all is reckoned. Whoever reads is a process of its own at the lowest priority, as it would be another computer.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    rows: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '100' },
  },
});
const write = (text: string) => process.stdout.write(`${text}\n`);
const readSchema = z.object({
  records: z.number(),
  bytes: z.number(),
  total: z.number(),
  milliseconds: z.number(),
  cursor: z.string().nullable(),
});
/** Pages of one order: the token that goes with it lives for a minute. */
const PAGES_AN_ORDER = 10;
const MB = 1 << 20;

async function run(rows: number, pages: number): Promise<void> {
  const [, one] = makeOrganizations(rows * 2);
  const small = makeOrganizations(2000)[0];
  const service = await startBenchService([one, small]);
  const reader = startChild(join(import.meta.dirname, 'export/reader-process.ts'));
  try {
    for (const organization of [one, small]) await makeAudited(service.clickHouse, organization, 0, async () => true);
    await service.settle();
    await askBeside(service, small, Date.now() + 5_000);
    const alone = await askBeside(service, small, Date.now() + 15_000);
    const [exported, beside] = await besideReports(service, small, readAll(service, reader, one, 0));
    const [read, besidePages] = await besideReports(service, small, readAll(service, reader, one, pages));
    const whole = (read.milliseconds / read.records) * exported.records;
    write(
      `${exported.records} rows of ${read.total} as CSV in ${seconds(exported.milliseconds)}, ${exported.bytes} bytes`,
    );
    const memory = sampled(exported.memory).map((bytes) => Math.round(bytes / MB));
    write(`  memory of the process: ${memory.join(', ')} MiB`);
    const shown = (times: number[]) => `p95 ${p95(times).toFixed(0)} ms (median ${quantile(times, 0.5).toFixed(0)})`;
    write(
      `  another tenant's report: ${shown(alone)} alone, ${shown(beside)} beside it, ${(p95(beside) / p95(alone)).toFixed(2)} ×; ${shown(besidePages)} beside pages`,
    );
    write(
      `${read.records} records in pages of 1,000: ${seconds(read.milliseconds)}; all of them would take ${seconds(whole)}, ${(whole / exported.milliseconds).toFixed(2)} times as long`,
    );
  } finally {
    reader.stop();
    await service.stop();
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const p95 = (times: number[]): number => quantile(times, 0.95);
const auditOf = (one: Organization): string => `/audits?resource_path=${one.slug}&resource_type=commits`;

/** Reads in a process of its own, while the memory of this one, which has the service, is looked at every second. */
async function readAll(service: BenchService, reader: BenchChild, one: Organization, pages: number) {
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(process.memoryUsage().rss), 1_000);
  try {
    const ask = async (some: number, cursor: string) =>
      reader.ask({ ...(await service.requestOf(one, auditOf(one))), pages: some, cursor }, readSchema);
    let read = await ask(Math.min(pages, PAGES_AN_ORDER), '');
    for (let left = pages - PAGES_AN_ORDER; left > 0 && read.cursor !== null; left -= PAGES_AN_ORDER) {
      const more = await ask(Math.min(left, PAGES_AN_ORDER), read.cursor);
      read = {
        ...more,
        records: read.records + more.records,
        bytes: read.bytes + more.bytes,
        milliseconds: read.milliseconds + more.milliseconds,
      };
    }
    return { ...read, memory };
  } finally {
    clearInterval(timer);
  }
}

/** Ten of them, the last included. */
const sampled = (figures: number[]): number[] =>
  figures.filter((_, index) => (figures.length - 1 - index) % Math.ceil(figures.length / 10) === 0);

/** What the work gave, and how long another tenant's reports took meanwhile: exports and pages both have this company. */
async function besideReports<T>(service: BenchService, small: Organization, work: Promise<T>): Promise<[T, number[]]> {
  let isOver = false;
  const beside = askBeside(service, small, Number.POSITIVE_INFINITY, () => isOver);
  beside.catch(() => {});
  const result = await work.finally(() => {
    isOver = true;
  });
  return [result, await beside];
}

let asked = 0;

/** How long reports of another tenant take, one after the other, each another one, so that none is known already. */
async function askBeside(
  service: BenchService,
  small: Organization,
  until: number,
  isOver = () => false,
): Promise<number[]> {
  const times: number[] = [];
  while (Date.now() < until && !isOver()) {
    const began = performance.now();
    await service.ask(small, `/reports?resource_path=${small.slug}&segment_by=diff_delta&days_ago=${90 + asked}`);
    asked += 1;
    times.push(performance.now() - began);
  }
  return times;
}

if (values.help) write(HELP);
else await run(Number(values.rows), Number(values.pages));
