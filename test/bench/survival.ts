import { parseArgs } from 'node:util';
import { LIFE_GROUPS } from '@linescope/analytics/lives/life-groups';
import { bumpStamp } from '@linescope/analytics/store/fact-stamps';
import { startBenchService } from './reports/bench-service.ts';
import { makeOrganizations } from './reports/organizations.ts';

const HELP = `npm run bench -- survival [--lines 10000000] [--rounds 5]

Survival of made-up lines on the embedded engine, through the service's HTTP: lines of commits of about a hundred lines in five files,
each with the ends of its own. Prints the first question, which waits for the reading of all lines, and the median of each later one, with the
processor time that this process (the service, not the store) took for it.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    lines: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '5' },
  },
});

const LINES_OF_FILE = 20;
const FILES_OF_COMMIT = 5;

/** A commit wrote twenty lines in each of five files; three in ten of these end, on up to six days. */
const LIVES = `
  INSERT INTO line_lives
  SELECT {entity_id:UInt64}, {entity_id:UInt64} * 100 + commit % 10 AS repo_id,
    concat('src/module-', toString(h % 50), '/file-', toString(h % 997), '.ts') AS path, toFixedString(lower(hex(MD5(toString(commit)))) || '00000000', 40) AS sha, '' AS place,
    h % 3 != 0 AS is_new, commit % 4 = 0 AS ai_authored, if(ai_authored, 'declared', 'unknown') AS evidence_tier, false AS evidence_inherited,
    if(ai_authored, 'Claude Code', '') AS ai_tool, '' AS ai_model, false AS line_records, toUInt16(18000 + commit % 2000) AS born_on, 1 + commit % 200 AS committer_id,
    ['code', 'code', 'test', 'documentation', 'config'][1 + number % 5] AS category, 'TypeScript' AS language, ${LINES_OF_FILE} AS lines,
    arraySort(arrayDistinct(arrayMap(n -> toUInt16(born_on + cityHash64(h, n) % (50 + 300 * n)), range(h % 7)))) AS ended_on, arrayMap(day -> toUInt32(1), ended_on) AS ended, 1 AS version
  FROM (SELECT number, intDiv(number, ${FILES_OF_COMMIT}) AS commit, cityHash64(number) AS h FROM numbers({files:UInt64}))`;

const COMMITTERS = `
  INSERT INTO committers (entity_id, committer_id, primary_id, user_name, processing_status, has_seat, version)
  SELECT {entity_id:UInt64}, number + 1, number + 1, concat('person-', toString(number)), 'processing_stats', true, 1 FROM numbers(200)`;

const DAYS = `
  INSERT INTO daily_scores (entity_id, score_version, day, repo_id, committer_id, counts_from, commits, version)
  SELECT {entity_id:UInt64}, 0, toDate32(18000 + number % 2001), {entity_id:UInt64} * 100 + number % 10, 1, 3, 1, 1 FROM numbers(20010)`;

const write = (text: string) => process.stdout.write(`${text}\n`);
const median = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

async function run(lines: number, rounds: number): Promise<void> {
  const [organization] = makeOrganizations(10_000);
  const service = await startBenchService([organization]);
  try {
    const params = { entity_id: organization.id, files: Math.round(lines / LINES_OF_FILE) };
    const settings = { max_partitions_per_insert_block: 0, max_execution_time: 600 };
    for (const sql of [COMMITTERS, DAYS, LIVES]) await service.clickHouse.command(sql, { params, settings });
    await bumpStamp(service.postgres, organization.id, 'rows');
    await service.settle();
    write(`${lines} lines in ${params.files} files of commits`);
    const path = `/code_introspections/survival?resource_path=${organization.slug}`;
    const ask = async (query: string) => {
      const [began, used] = [performance.now(), process.cpuUsage()];
      await service.ask(organization, `${path}&${query}`);
      const { user, system } = process.cpuUsage(used);
      return { wall: performance.now() - began, cpu: (user + system) / 1000 };
    };
    const first = await ask('group_by=none&max_age_days=364');
    write(`first question: ${first.wall.toFixed(0)} ms, of which processor ${first.cpu.toFixed(0)} ms`);
    for (const grouping of LIFE_GROUPS) {
      const times = [];
      for (let round = 0; round < rounds; round++)
        times.push(await ask(`group_by=${grouping}&max_age_days=${365 + round}`));
      const walls = times.map(({ wall }) => wall);
      const cpu = median(times.map((time) => time.cpu)).toFixed(0);
      const each = walls.map((time) => time.toFixed(0)).join(', ');
      write(`group_by=${grouping}: ${median(walls).toFixed(0)} ms (${each}), processor ${cpu} ms`);
    }
  } finally {
    await service.stop();
  }
}

if (values.help) write(HELP);
else await run(Number(values.lines), Number(values.rounds));
