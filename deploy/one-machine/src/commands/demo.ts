import { printResult, runCommands } from '@linescope/command-line/run-commands';
import { bringToLife } from '../demo/bring-to-life.ts';
import { checkSegments } from '../demo/check-segments.ts';
import { callApi } from '../imports/call-api.ts';
import { filesIn, readSettings } from '../settings.ts';
import { type Ready, readReady } from '../stack/ready-file.ts';
import { readSecrets } from '../stack/secrets.ts';
import { readStackRecord } from '../stack/stack-record.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

function runningStack() {
  const { dataDir } = readSettings(process.env);
  const files = filesIn(dataDir);
  const ready = readReady(files.ready);
  const around = readStackRecord(files.stack)?.surroundings;
  if (!ready?.api_token || around === undefined)
    throw new Error(`No stack is running on ${dataDir}. Start it with: npm start`);
  return { ready, around, secrets: readSecrets(files.secrets) };
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

printResult(
  await runCommands(
    {
      usage: 'npm run demo --',
      summary: 'Make the demo organization in the running stack, or go on where that was stopped',
      commands: {
        '': {
          summary:
            'Make the demo organization in the running stack, or go on where that was stopped; "npm start" does so by itself, unless DEMO=false',
          async run() {
            const stack = runningStack();
            if (stack.ready.code_host_url === null) throw new Error('This stack has no local code host.');
            return { exitCode: await bringToLife(stack, say) };
          },
        },
        check: {
          summary: 'Query a report of every segment over the last 90 days, and name those that are empty',
          run: async () => ({ exitCode: await check(runningStack().ready) }),
        },
      },
      open: async () => ({ context: undefined, close: async () => {} }),
      explain: (error) => (error instanceof Error ? error.message : String(error)),
    },
    process.argv.slice(2),
  ),
);
