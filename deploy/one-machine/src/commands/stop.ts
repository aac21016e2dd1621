import { rmSync } from 'node:fs';
import { runProgram } from '@linescope/command-line/run-commands';
import { endProcess } from '@linescope/local-stores/processes';
import { filesIn, readSettings } from '../settings.ts';
import { endLeftovers, isRunning, readStackRecord } from '../stack/stack-record.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runProgram('npm stop', {
  summary: 'Stop the stack that runs on this data folder (DATA_DIR)',
  async run() {
    const { dataDir } = readSettings(process.env);
    const files = filesIn(dataDir);
    const record = readStackRecord(files.stack);
    if (record === undefined) return { json: { running: false }, text: `Nothing runs on ${dataDir}.` };
    if (isRunning(record.supervisor)) {
      say(`Stopping the stack on ${dataDir} (process ${record.supervisor.pid})`);
      await endProcess(record.supervisor.pid, 'SIGTERM', 120_000);
    }
    await endLeftovers(readStackRecord(files.stack) ?? record, say);
    for (const file of [files.stack, files.ready]) rmSync(file, { force: true });
    return { json: { running: false }, text: 'Stopped.' };
  },
});
