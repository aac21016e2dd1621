import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runProgram } from '@linescope/command-line/run-commands';
import { backUp } from '../backup.ts';
import { filesIn, readSettings } from '../settings.ts';
import { takeDataFolder } from '../stack/data-folder.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runProgram('npm run backup --', {
  summary: 'Copy everything of a stopped stack (DATA_DIR) into an empty folder',
  details:
    'Postgres, NATS, ClickHouse and the keys are copied; logs and clones of repositories are left out.\nWhoever has the folder can read all of it: keep it as you keep the keys.',
  args: ['folder'],
  async run(_context, { args: [folder = ''] }) {
    const settings = { ...readSettings(process.env), port: 0 };
    if (!existsSync(filesIn(settings.dataDir).secrets)) throw new Error(`There is no stack in ${settings.dataDir}.`);
    const record = await takeDataFolder(settings, say); // refuses a running stack, and none can start meanwhile
    try {
      const { files, bytes } = await backUp(settings.dataDir, resolve(folder), new Date());
      say(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, are in ${resolve(folder)}.`);
    } finally {
      record.remove();
    }
    const elsewhere = Object.entries(settings.given).flatMap(([store, url]) => (url === undefined ? [] : [store]));
    if (elsewhere.length > 0) say(`Not included, since they run on servers of yours: ${elsewhere.join(', ')}.`);
    return { exitCode: 0 };
  },
});
