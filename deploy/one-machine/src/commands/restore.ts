import { resolve } from 'node:path';
import { runProgram } from '@linescope/command-line/run-commands';
import { restore } from '../backup.ts';
import { readSettings } from '../settings.ts';

await runProgram('npm run restore --', {
  summary: 'Fill an empty DATA_DIR with what "npm run backup" copied, after checking that every file is whole',
  args: ['folder'],
  async run(_context, { args: [folder = ''] }) {
    const { dataDir } = readSettings(process.env);
    const { files, bytes } = await restore(resolve(folder), dataDir);
    const text = `${files} files, ${(bytes / 1e6).toFixed(1)} MB, are back in ${dataDir}. "npm start" starts the stack.`;
    return { json: { files, bytes, data_dir: dataDir }, text };
  },
});
