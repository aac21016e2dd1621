import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesIn, ROOT, readSettings } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';
import { readReady } from '../stack/ready-file.ts';

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
const { dataDir } = readSettings(process.env);
const ready = readReady(filesIn(dataDir).ready);

if (values.help) {
  process.stdout.write(
    'npm run generators   six generators make clients of the running stack, which are compiled strictly and call it\n',
  );
} else if (!ready?.api_token) {
  process.stderr.write(`No stack is running on ${dataDir}. Start it with: npm start\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await runProgram(process.execPath, [join(ROOT, 'test', 'generators', 'main.ts')], {
    ...process.env,
    BASE_URL: ready.base_url,
    TOKEN: ready.api_token,
  });
}
