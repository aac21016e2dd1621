import { resolve } from 'node:path';
import { restore } from '../backup.ts';
import { readSettings } from '../settings.ts';

const [folder, ...rest] = process.argv.slice(2);
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  say(`npm run restore -- <folder>

Fills an empty DATA_DIR with what "npm run backup" put into the folder, after checking that every file is whole.`);
  process.exitCode = folder === '--help' || folder === '-h' ? 0 : 1;
} else {
  try {
    const { dataDir } = readSettings(process.env);
    const { files, bytes } = await restore(resolve(folder), dataDir);
    say(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, are back in ${dataDir}. "npm start" starts the stack.`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
