import { filesIn, readSettings } from '../settings.ts';
import { handOver } from '../stack/hand-over.ts';
import { readSecrets } from '../stack/secrets.ts';
import { ADMIN_ENTRY } from '../stack/seed-demo.ts';
import { isRunning, readStackRecord } from '../stack/stack-record.ts';
import { environmentOf, findUnit } from '../stack/units.ts';

const { dataDir } = readSettings(process.env);
const files = filesIn(dataDir);
const args = process.argv.slice(2);
const record = readStackRecord(files.stack);

if (record?.surroundings !== undefined && isRunning(record.supervisor)) {
  // The command's own log lines would stand between its answers, unless asked for.
  const level = { LOG_LEVEL: process.env.LOG_LEVEL || 'warn' };
  const env = environmentOf(findUnit('identity'), record.surroundings, readSecrets(files.secrets));
  await handOver(ADMIN_ENTRY, args, { ...env, ...level, NATS_ADMIN_URL: record.surroundings.urls.nats });
} else if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
  await handOver(ADMIN_ENTRY, args);
} else {
  process.stderr.write(`Linescope does not run on ${dataDir}: start it first with "npm start".\n`);
  process.exitCode = 1;
}
