import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openRotatingLog } from '../logs/rotating-log.ts';
import { filesIn, ROOT } from '../settings.ts';
import { readDemoRecord } from './demo-record.ts';

const ENTRY = join(ROOT, 'deploy/one-machine/src/commands/demo.ts');

/** "npm run demo" beside the stack: what it says is said, and whatever becomes of it, the stack runs on. */
export function runDemoInBackground(dataDir: string, say: (sentence: string) => void, signal: AbortSignal): void {
  const files = filesIn(dataDir);
  if (readDemoRecord(files.demo)?.finished_at) return;
  const log = openRotatingLog(files.log('demo'));
  const child = spawn(process.execPath, [ENTRY], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  child.on('error', (error) => {
    if (!signal.aborted) say(`the demo organization was not made: ${error.message}`);
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${new Date().toISOString()} ${line}`);
      say(line);
    });
  }
}
