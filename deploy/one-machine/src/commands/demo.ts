import { bringToLife } from '../demo/bring-to-life.ts';
import { checkSegments } from '../demo/check-segments.ts';
import { callApi } from '../imports/call-api.ts';
import { filesIn, readSettings } from '../settings.ts';
import { type Ready, readReady } from '../stack/ready-file.ts';
import { readSecrets } from '../stack/secrets.ts';
import { readStackRecord } from '../stack/stack-record.ts';

const HELP = `npm run demo [-- check]

  Without a word: makes the demo organization and imports it into the running stack, or goes on where
  that was stopped. "npm start" does so by itself, unless DEMO=false.

  check    asks a report of every segment over the last 90 days, and names those that are empty
`;

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

async function main([word, ...rest]: string[]): Promise<number> {
  if (word === '--help' || word === '-h' || rest.length > 0 || (word !== undefined && word !== 'check')) {
    process.stdout.write(HELP);
    return word === '--help' || word === '-h' ? 0 : 2;
  }
  const { dataDir } = readSettings(process.env);
  const files = filesIn(dataDir);
  const ready = readReady(files.ready);
  const around = readStackRecord(files.stack)?.surroundings;
  if (!ready?.api_token || around === undefined)
    throw new Error(`No stack is running on ${dataDir}. Start it with: npm start`);
  if (word === 'check') return check(ready);
  if (ready.code_host_url === null) throw new Error('This stack has no local code host.');
  return bringToLife({ ready, around, secrets: readSecrets(files.secrets) }, say);
}

async function check(ready: Ready): Promise<number> {
  const checked = await checkSegments(
    (path, query) => callApi(`${ready.base_url}/api/v1/${path}?${new URLSearchParams(query)}`, ready.api_token),
    ready.entity_slug ?? '',
  );
  const empty = checked.filter(({ filled }) => !filled);
  for (const { segment } of empty) say(`  empty  ${segment}`);
  say(`${checked.length - empty.length} of ${checked.length} segments have a series that is not empty`);
  return empty.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
