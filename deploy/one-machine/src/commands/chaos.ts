import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(
    'npm run chaos -- --seed <number> --minutes <number>   imports, releases, defects and reports while parts are killed, stopped, slowed, cut off and their disk runs full (as root); facts and answers are compared with a calm run\n',
  );
} else {
  process.exitCode = await runProgram(join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', 'test/e2e/kills.test.ts'], {
    ...process.env,
    LINESCOPE_CHAOS_SEED: values.seed,
    LINESCOPE_CHAOS_MINUTES: values.minutes,
  });
}
