import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';
import { afterSecondRun, readTally, summarise, type Tally } from '../test-run/test-tally.ts';

const HELP = `npm test [-- path …]          type check, lint, and all tests (or those whose path matches)
npm run test:quick [-- path …]   the same with only the tests that need no store: the inner loop

Options of vitest may follow, such as -t "a name". Settings that make a sampled proof whole are in CONTRIBUTING.md.
`;

const program = (name: string) => join(ROOT, 'node_modules', '.bin', name);

async function main(words: string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const isQuick = words.includes('--quick');
  const chosen = [...(isQuick ? ['--project', 'units'] : []), ...words.filter((word) => word !== '--quick')];

  process.stdout.write('Tests, and type check and lint while they wait\n');
  const checking = checkTypesAndLint();
  const tally = await runTwice(chosen);
  const checks = await checking;

  if (checks !== 0) process.stdout.write('Type check or lint failed: see above.\n');
  const failed = tally.failed + (checks === 0 ? 0 : 1);
  process.stdout.write(`${summarise({ ...tally, failed })}\n`);
  return failed === 0 ? 0 : 1;
}

/** So many files may have been unlucky; of more the reason is another. */
const FEW = 3;

/** As single tests may be unlucky once beside real servers (`vitest.config.ts`), so may what a file starts for its tests. */
async function runTwice(chosen: readonly string[]): Promise<Tally> {
  const first = await runTests(chosen);
  const files = first.broken.map(({ path }) => path);
  if (files.length === 0 || files.length > FEW) return first;
  process.stdout.write(`What ${files.length} of the files need did not start: they run again.\n`);
  return afterSecondRun(first, await runTests(files));
}

async function runTests(chosen: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'linescope-test-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runProgram(program('vitest'), ['run', ...reporters, ...chosen], process.env);
    return readTally(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Beside the tests, which wait for much of their time and come first. */
function checkTypesAndLint(): Promise<number> {
  const options = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped'];
  const quiet = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  return runProgram(
    program('turbo'),
    ['run', 'check:types', 'check:lint', ...options],
    quiet,
    constants.priority.PRIORITY_BELOW_NORMAL,
  );
}

process.exitCode = await main(process.argv.slice(2));
