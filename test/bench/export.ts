import { parseArgs } from 'node:util';
import { z } from 'zod';
import { quantile } from '../support/quantile.ts';
import { type BenchService, startBenchService } from './reports/bench-service.ts';
import { makeAudited } from './reports/make-facts.ts';
import { makeOrganizations, type Organization } from './reports/organizations.ts';

const HELP = `npm run bench -- export [--rows 1000000] [--pages 100]

An audit of so many commits as one CSV: its rows, its time, and the memory of the service's process meanwhile, beside a small
organization's report that is asked all the time. Then some pages of 1,000 by cursor, beside the same report, of which the time of
all is reckoned.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    rows: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '100' },
  },
});
const write = (text: string) => process.stdout.write(`${text}\n`);
const answered = z.looseObject({ total_count: z.number(), next_cursor: z.string().nullable() });
const MB = 1 << 20;

async function run(rows: number, pages: number): Promise<void> {
  const [, one] = makeOrganizations(rows * 2);
  const small = makeOrganizations(2000)[0];
  const service = await startBenchService([one, small]);
  try {
    for (const organization of [one, small]) await makeAudited(service.clickHouse, organization, 0, async () => true);
    await service.settle();
    const alone = await askBeside(service, small, Date.now() + 5_000);
    const [exported, beside] = await besideReports(service, small, exportAll(service, one));
    const [read] = await besideReports(service, small, readPages(service, one, pages));
    const whole = (read.milliseconds / read.records) * exported.rows;
    write(
      `${exported.rows} rows of ${read.total} as CSV in ${seconds(exported.milliseconds)}, ${exported.bytes} bytes`,
    );
    write(`  memory of the process: ${exported.memory.map((bytes) => Math.round(bytes / MB)).join(', ')} MiB`);
    write(`  another tenant's report: p95 ${p95(alone).toFixed(0)} ms alone, ${p95(beside).toFixed(0)} ms beside it`);
    write(
      `${read.records} records in pages of 1,000: ${seconds(read.milliseconds)}; all of them would take ${seconds(whole)}, ${(whole / exported.milliseconds).toFixed(2)} times as long`,
    );
  } finally {
    await service.stop();
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const p95 = (times: number[]): number => quantile(times, 0.95);
const auditOf = (one: Organization): string => `/audits?resource_path=${one.slug}&resource_type=commits`;

/** The CSV is counted and let go as it arrives; the memory is looked at ten times on the way. */
async function exportAll(service: BenchService, one: Organization) {
  const began = performance.now();
  const response = await service.open(one, `${auditOf(one)}&format=csv`);
  if (!response.ok || !response.body) throw new Error(`the export was answered ${response.status}`);
  let bytes = 0;
  let lines = 0;
  const memory: number[] = [];
  for await (const part of response.body) {
    bytes += part.length;
    for (const byte of part) if (byte === 13) lines++;
    if (lines >= ((memory.length + 1) * one.commits) / 10) memory.push(process.memoryUsage().rss);
  }
  return { rows: lines - 1, bytes, memory, milliseconds: performance.now() - began };
}

async function readPages(service: BenchService, one: Organization, count: number) {
  const began = performance.now();
  let cursor: string | null = '';
  let page = 0;
  let total = 0;
  for (; page < count && cursor !== null; page++) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer: z.output<typeof answered> = answered.parse(
      await service.ask(one, `${auditOf(one)}&per_page=1000${query}`),
    );
    cursor = answer.next_cursor;
    total = answer.total_count;
  }
  return { records: page * 1000, total, milliseconds: performance.now() - began };
}

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

/** How long reports of another tenant take, one after the other. */
async function askBeside(
  service: BenchService,
  small: Organization,
  until: number,
  isOver = () => false,
): Promise<number[]> {
  const times: number[] = [];
  while (Date.now() < until && !isOver()) {
    const began = performance.now();
    await service.ask(
      small,
      `/reports?resource_path=${small.slug}&segment_by=diff_delta&days_ago=${90 + times.length}`,
    );
    times.push(performance.now() - began);
  }
  return times;
}

if (values.help) write(HELP);
else await run(Number(values.rows), Number(values.pages));
