import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesIn, ROOT, readSettings } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';
import { readReady } from '../stack/ready-file.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
});
const { dataDir } = readSettings(process.env);
const ready = readReady(filesIn(dataDir).ready);

if (values.help || !['', 'client'].includes(positionals.join(' '))) {
  process.stdout.write(
    'npm run generators             six generators make clients of the running stack, which are compiled strictly and call it\n' +
      'npm run generators -- client   writes the types of packages/client from the running stack’s document\n',
  );
} else if (!ready?.api_token) {
  process.stderr.write(`No stack is running on ${dataDir}. Start it with: npm start\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await runProgram(process.execPath, [join(ROOT, 'test', 'generators', 'main.ts'), ...positionals], {
    ...process.env,
    BASE_URL: ready.base_url,
    TOKEN: ready.api_token,
  });
}
