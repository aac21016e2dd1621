import { rmSync } from 'node:fs';
import { endProcess } from '@linescope/local-stores/processes';
import { filesIn, readSettings } from '../settings.ts';
import { endLeftovers, isRunning, readStackRecord } from '../stack/stack-record.ts';

const { dataDir } = readSettings(process.env);
const files = filesIn(dataDir);
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

const record = readStackRecord(files.stack);
if (record === undefined) {
  say(`Nothing runs on ${dataDir}.`);
} else {
  if (isRunning(record.supervisor)) {
    say(`Stopping the stack on ${dataDir} (process ${record.supervisor.pid})`);
    await endProcess(record.supervisor.pid, 'SIGTERM', 120_000);
  }
  await endLeftovers(readStackRecord(files.stack) ?? record, say);
  for (const file of [files.stack, files.ready]) rmSync(file, { force: true });
  say('Stopped.');
}
