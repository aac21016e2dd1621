import { readHistory } from './src/read-history.ts';

/** Reads a whole history and prints time and memory: `node bench.ts <git folder> [tip] [window start]`. */
const [gitDir, tip = 'HEAD', since = '0'] = process.argv.slice(2);
if (gitDir === undefined) throw new Error('usage: node bench.ts <git folder> [tip] [window start]');
const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(2);
const history = await readHistory({ gitDir, defaultTip: tip, windowStart: Number(since) });
console.log(`read ${history.commitsRead} commits in ${seconds()} s`);
const rows = { commits: 0, files: 0, lines: 0, routes: 0 };
for await (const batch of history.batches()) {
  rows.commits += batch.commits.length;
  rows.files += batch.fileChanges.length;
  rows.lines += batch.lineChanges.length;
  rows.routes += batch.mergeRoutes.length;
}
await history.close();
console.log(`delivered ${JSON.stringify(rows)} by ${seconds()} s`);
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
