import { parseArgs } from 'node:util';
import { createIdPages } from '@linescope/chassis/lists/id-pages';
import { type ListScope, listDefects } from '@linescope/defects-releases/store/defect-lists';
import { listReleases } from '@linescope/defects-releases/store/release-lists';
import { type DeveloperFilter, listDevelopers } from '@linescope/developers-teams/store/developer-lists';
import { countBuffers } from '@linescope/test-kit/count-buffers';
import { startBenchStack } from '../support/bench-stack.ts';
import { type Caller, createCaller, type Fields } from '../support/call-api.ts';
import { type BenchEntity, makeBenchEntity } from './lists/bench-entity.ts';

const HELP = `npm run bench -- lists [--defects 100000] [--developers 50000] [--calls 15]

Pages of large lists through the gateway of a whole stack: the median of so many calls for the first, the second, the middle
and the last page, each as a ratio to the first, and the pages of tables and indexes that Postgres touches for each. Then
developers by every filter and order, for an admin and for a manager, and \`set_processing\`. "after a change": the list was
changed before every call, so that each reads it anew.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    defects: { type: 'string', default: '100000' },
    developers: { type: 'string', default: '50000' },
    calls: { type: 'string', default: '15' },
  },
});
const CALLS = Number(values.calls);
const everything = { from: null, until: null };

if (values.help) process.stdout.write(HELP);
else await run(Number(values.defects), Number(values.developers));

async function run(defects: number, developers: number): Promise<void> {
  const stack = await startBenchStack();
  try {
    const entity = await makeBenchEntity(stack.ready.postgres_url, { defects, releases: defects, developers });
    try {
      const admin = createCaller(stack.ready.base_url, entity.admin);
      await pageDefects(entity, admin, defects);
      await pageDevelopers(entity, admin, createCaller(stack.ready.base_url, entity.manager), developers);
    } finally {
      await entity.close();
    }
  } finally {
    await stack.stop();
  }
}

async function pageDefects(entity: BenchEntity, api: Caller, count: number): Promise<void> {
  const db = countBuffers(entity.defects);
  const idPages = createIdPages(db);
  const scope: ListScope = { entityId: entity.entityId, repoIds: null, organizationIds: [] };
  const pages = [1, 2, count / 200, count / 50 - 1];
  write(`\n${count} defects and ${count} releases: pages ${pages.join(', ')}`);
  await timePages('defects of the entity', api, '/critical_defects', { resource_path: 'bench' }, pages);
  await buffersOf(pages, db, (page) => listDefects(db, idPages, scope, everything, { page, per_page: 50 }));
  const everyChange = () =>
    entity.defects.run(
      "UPDATE defects SET detected_at = detected_at + interval '1 second' WHERE id = (SELECT max(id) FROM defects)",
    );
  await timePages('  after a change', api, '/critical_defects', { resource_path: 'bench' }, pages, everyChange);
  const some = { resource_path: 'bench/org-1' };
  await timePages('defects of ten repos', api, '/critical_defects', some, [1, 2, 50, 100]);
  const range = { resource_path: 'bench', start_date: '2010-01-01', end_date: '2020-01-01' };
  await timePages('defects of ten years', api, '/critical_defects', range, [1, 2, 100, 500]);
  const releases = { resource_path: 'bench', start_date: '2000-01-01' };
  await timePages('releases of the entity', api, '/releases', releases, pages);
  await buffersOf(pages, db, (page) => listReleases(db, idPages, scope, everything, { page, per_page: 50 }));
  const inRepos = { ...releases, resource_path: 'bench/org-1' };
  await timePages('releases of ten repos', api, '/releases', inRepos, [1, 2, 50, 100]);
}

async function pageDevelopers(entity: BenchEntity, admin: Caller, manager: Caller, count: number): Promise<void> {
  const db = countBuffers(entity.developers);
  const idPages = createIdPages(db);
  const filter: DeveloperFilter = {
    entityId: entity.entityId,
    visible: null,
    repoIds: null,
    userNames: undefined,
    identifier: undefined,
    gitProviderIds: undefined,
    status: undefined,
    authoredSince: undefined,
  };
  const pages = [1, 2, count / 100, count / 50 - 1];
  write(`\n${count} developers: pages ${pages.join(', ')}`);
  for (const sort_by of ['id', 'last_authored_at', 'processing_status'] as const) {
    await timePages(`by ${sort_by}`, admin, '/developers', { sort_by }, pages);
    await buffersOf(pages, db, (page) => listDevelopers(db, idPages, filter, sort_by, { page, per_page: 50 }));
  }
  const change = () =>
    entity.developers.run(
      "UPDATE committers SET person_authored_at = person_authored_at + interval '1 second', user_name = user_name || '-' WHERE id = (SELECT max(id) FROM committers)",
    );
  for (const sort_by of ['id', 'last_authored_at', 'processing_status'])
    await timePages(`  by ${sort_by}, after a change`, admin, '/developers', { sort_by }, pages, change);
  const filters: [string, Fields, number[]][] = [
    ['processing_status', { processing_status: 'processing_stats' }, [1, 2, 200, 400]],
    ['start_date', { start_date: '2024-11-01' }, [1, 2, 200, 400]],
    ['an organization', { resource_path: 'bench/org-1' }, [1, 2, 100, 200]],
    ['an organization and start_date', { resource_path: 'bench/org-1', start_date: '2024-11-01' }, [1, 2, 50, 100]],
    ['50 user names', { committer_user_name: Array.from({ length: 50 }, (_, n) => `dev-${n + 1}`) }, [1]],
    ['git_provider_ids', { git_provider_ids: ['100001', '100002'] }, [1]],
    ['committer_identifier', { committer_identifier: 'dev-77@acme.example' }, [1]],
  ];
  for (const [name, given, at] of filters) {
    await timePages(name, admin, '/developers', given, at);
    await timePages('  after a change', admin, '/developers', given, at, change);
  }
  const seen = [1, 2, 100, 250];
  for (const sort_by of ['id', 'last_authored_at', 'processing_status'])
    await timePages(`a manager, by ${sort_by}`, manager, '/developers', { sort_by }, seen);
  await timePages('  after a change', manager, '/developers', {}, seen, change);
  await timeSetProcessing(admin);
}

async function timeSetProcessing(admin: Caller): Promise<void> {
  const statuses = ['not_processing', 'processing_stats', 'limited_processing'];
  for (const names of [1, 50]) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const committer_user_name = Array.from({ length: names }, (_, n) => `dev-${1000 + call * 50 + n}`);
      const started = performance.now();
      const answer = await admin.post('/developers/set_processing', {
        committer_user_name,
        processing_status: statuses[call % 3],
      });
      times.push(performance.now() - started);
      if (answer.status !== 200) throw new Error(`set_processing answered ${answer.status}`);
    }
    write(`${`set_processing of ${names}`.padEnd(36)} ${median(times).toFixed(1)} ms`);
  }
}

async function timePages(
  name: string,
  api: Caller,
  path: string,
  fields: Fields,
  pages: number[],
  before: () => Promise<unknown> = async () => {},
): Promise<void> {
  const medians: number[] = [];
  await ask(api, path, fields, 1);
  for (const page of pages) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      await before();
      const started = performance.now();
      await ask(api, path, fields, page);
      times.push(performance.now() - started);
    }
    medians.push(median(times));
  }
  const [first = 1] = medians;
  const ratios = medians.map((time) => `${(time / first).toFixed(2)} ×`);
  write(
    `${name.padEnd(36)} ${medians.map((time) => time.toFixed(1)).join(' · ')} ms${pages.length > 1 ? `   ${ratios.join(' · ')}` : ''}`,
  );
}

async function ask(api: Caller, path: string, fields: Fields, page: number): Promise<void> {
  const { status, body } = await api.get(path, { ...fields, page });
  const rows = body.critical_defects ?? body.releases ?? body.committers;
  if (status !== 200 || rows.length === 0)
    throw new Error(`${path} answered ${status}, ${rows?.length} rows on page ${page}`);
}

async function buffersOf(
  pages: number[],
  db: { taken(): number },
  list: (page: number) => Promise<unknown>,
): Promise<void> {
  await list(1);
  const read = db.taken();
  const touched: number[] = [];
  for (const page of pages) {
    await list(page);
    touched.push(db.taken());
  }
  write(`${'  blocks touched'.padEnd(36)} ${touched.join(' · ')} (when the list is first read ${read})`);
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
