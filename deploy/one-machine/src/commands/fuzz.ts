import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '10000' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(
    'npm run fuzz -- --seed <number> --requests <number>   requests made from the API document; a failure names its seed\n',
  );
} else {
  process.exitCode = await runProgram(join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', 'test/e2e/fuzz.test.ts'], {
    ...process.env,
    LINESCOPE_FUZZ_SEED: values.seed,
    LINESCOPE_FUZZ_REQUESTS: values.requests,
  });
}
