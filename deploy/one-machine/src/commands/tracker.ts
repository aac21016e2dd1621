import { join } from 'node:path';
import { handOver } from '../hand-over.ts';
import { readSecrets } from '../secrets.ts';
import { filesIn, ROOT, readSettings } from '../settings.ts';
import { isRunning, readStackRecord } from '../stack-record.ts';
import { environmentOf, findUnit } from '../units.ts';

const ENTRY = join(ROOT, 'services/imports/src/tracker.ts');
const { dataDir } = readSettings(process.env);
const files = filesIn(dataDir);
const record = readStackRecord(files.stack);

if (record?.surroundings !== undefined && isRunning(record.supervisor)) {
  const env = environmentOf(findUnit('imports'), record.surroundings, readSecrets(files.secrets));
  await handOver(ENTRY, process.argv.slice(2), { ...env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' });
} else {
  process.stderr.write(`Linescope does not run on ${dataDir}: start it first with "npm start".\n`);
  process.exitCode = 1;
}
