import { join } from 'node:path';
import { filesIn, ROOT, readSettings } from '../settings.ts';
import { handOver } from '../stack/hand-over.ts';
import { readSecrets } from '../stack/secrets.ts';
import { isRunning, readStackRecord } from '../stack/stack-record.ts';
import { environmentOf, findUnit } from '../stack/units.ts';

const PROGRAMS: Record<string, string> = {
  reread: 'services/imports/src/reread.ts',
  rederive: 'services/imports/src/rederive.ts',
};

const [verb = '', ...args] = process.argv.slice(2);
const program = PROGRAMS[verb];
const { dataDir } = readSettings(process.env);
const files = filesIn(dataDir);
const record = readStackRecord(files.stack);

if (program === undefined) {
  process.stderr.write('npm run facts -- <reread|rederive> <entity>[/<organization>/<repo>]\n');
  process.exitCode = 2;
} else if (record?.surroundings === undefined || !isRunning(record.supervisor)) {
  process.stderr.write(`Linescope does not run on ${dataDir}: start it first with "npm start".\n`);
  process.exitCode = 1;
} else {
  const env = environmentOf(findUnit('imports'), record.surroundings, readSecrets(files.secrets));
  await handOver(join(ROOT, program), args, {
    ...env,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    SHARE_PORTS: 'false',
  });
}
