import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp } from '../backup.ts';
import { filesIn, readSettings } from '../settings.ts';
import { takeDataFolder } from '../stack/data-folder.ts';

const [folder, ...rest] = process.argv.slice(2);
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  say(`npm run backup -- <folder>

Copies everything of a stopped stack (DATA_DIR) into an empty folder: Postgres, NATS, ClickHouse and the keys. Logs and clones of
repositories are left out. Whoever has the folder can read all of it: keep it as you keep the keys.`);
  process.exitCode = folder === '--help' || folder === '-h' ? 0 : 1;
} else {
  try {
    const settings = { ...readSettings(process.env), port: 0 };
    if (!existsSync(filesIn(settings.dataDir).secrets)) throw new Error(`There is no stack in ${settings.dataDir}.`);
    const record = await takeDataFolder(settings, say); // a running stack is told of, and none can start meanwhile
    try {
      const { files, bytes } = await backUp(settings.dataDir, resolve(folder), new Date());
      say(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, are in ${resolve(folder)}.`);
    } finally {
      record.remove();
    }
    const elsewhere = Object.entries(settings.given).flatMap(([store, url]) => (url === undefined ? [] : [store]));
    if (elsewhere.length > 0) say(`Not part of it, since a server of yours has it: ${elsewhere.join(', ')}.`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
