import { existsSync } from 'node:fs';
import { UsageError } from '@linescope/command-line/command';
import { runProgram } from '@linescope/command-line/run-commands';
import { filesIn, readSettings } from '../settings.ts';
import { takeDataFolder } from '../stack/data-folder.ts';
import { isRotatable, ROTATABLE, rotateKey } from '../stack/rotate-key.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runProgram('npm run rotate-key --', {
  summary: 'Put a new key in front of a stopped stack (DATA_DIR), or drop the older ones',
  details: `The keys are ${ROTATABLE.join(' and ')}. The first seals or signs, all of them open or verify.`,
  args: ['keys', 'add|drop'],
  async run(_context, { args: [name = '', step = ''] }) {
    if (!isRotatable(name)) throw new UsageError(`The keys are ${ROTATABLE.join(' and ')}.`);
    if (step !== 'add' && step !== 'drop') throw new UsageError('Say add or drop.');
    const settings = { ...readSettings(process.env), port: 0 };
    const { secrets } = filesIn(settings.dataDir);
    if (!existsSync(secrets)) throw new Error(`There is no stack in ${settings.dataDir}.`);
    const record = await takeDataFolder(settings, say); // refuses a running stack, and none can start meanwhile
    try {
      say(rotateKey(secrets, name, step));
    } finally {
      record.remove();
    }
    return { exitCode: 0 };
  },
});
