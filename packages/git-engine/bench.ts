import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readHistory } from './src/read-history.ts';

/**
 * Reads a history and sets its time against `git log -p -M` of the same commits:
 * `node bench.ts <git folder> [tip] [window start in seconds since 1970]`.
 */
const [gitDir, tip = 'HEAD', since = '0'] = process.argv.slice(2);
if (gitDir === undefined) throw new Error('usage: node bench.ts <git folder> [tip] [window start]');

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const logged = await timed(async () => {
  const range = since === '0' ? [] : [`--since=${new Date(Number(since) * 1000).toISOString()}`];
  const args = ['--git-dir', gitDir, 'log', '-p', '-M', ...range, '--end-of-options', tip];
  await once(spawn('git', args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
});
const rows = { commits: 0, files: 0, lines: 0, routes: 0 };
let walked = 0;
let snapshot = 0;
const whole = await timed(async () => {
  const started = performance.now();
  const history = await readHistory({ gitDir, defaultTip: tip, windowStart: Number(since) });
  walked = (performance.now() - started) / 1000;
  for await (const piece of history.snapshot.bytes ?? []) snapshot += piece.length;
  for await (const batch of history.batches()) {
    rows.commits += batch.commits.length;
    rows.files += batch.fileChanges.length;
    rows.lines += batch.lines.reduce((sum, { columns }) => sum + columns.rows, 0);
    rows.routes += batch.mergeRoutes.length;
  }
  await history.close();
});
const { user, system } = process.cpuUsage();
console.log(JSON.stringify(rows));
console.log(
  `git log -p -M ${logged.toFixed(2)} s · read ${walked.toFixed(2)} s · read and delivered ${whole.toFixed(2)} s`,
);
console.log(
  `${(whole / logged).toFixed(2)} × git log · ${((user + system) / 1e6).toFixed(2)} s of processor time here`,
);
console.log(
  `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB · snapshot ${Math.round(snapshot / 1024)} KB`,
);
