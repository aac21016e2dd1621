import { describeDemo, readDemoRecord } from '../demo/demo-record.ts';
import { filesIn, readSettings } from '../settings.ts';
import { isRunning, readStackRecord, type StackRecord } from '../stack/stack-record.ts';
import { answersReady } from '../stack/start-unit.ts';

const { dataDir } = readSettings(process.env);
const files = filesIn(dataDir);
const record = readStackRecord(files.stack);

if (record === undefined || !isRunning(record.supervisor)) {
  process.stdout.write(`Linescope does not run on ${dataDir}.\n`);
  process.exitCode = 1;
} else {
  const states = await Promise.all(Object.keys(record.processes).map((name) => stateOf(name, record)));
  const width = Math.max(...states.map(([name]) => name.length));
  const rows = states.map(([name, pid, state]) => `  ${name.padEnd(width)}  ${String(pid).padStart(7)}  ${state}`);
  process.stdout.write(`Linescope runs on ${dataDir}, at ${record.surroundings?.baseUrl ?? '(starting)'}\n`);
  process.stdout.write(`${rows.join('\n')}\n`);
  const demo = readDemoRecord(files.demo);
  if (demo !== undefined) process.stdout.write(`The demo organization is ${describeDemo(demo)}.\n`);
  if (states.some(([, , state]) => state !== 'ready' && state !== 'running')) process.exitCode = 1;
}

/** Units say for themselves whether they are ready; of the stores we know that their process runs. */
async function stateOf(name: string, { processes, surroundings }: StackRecord): Promise<[string, number, string]> {
  const recorded = processes[name];
  if (recorded === undefined || !isRunning(recorded))
    return [name, recorded?.pid ?? 0, 'ended, waiting to be restarted'];
  const ports = surroundings?.ports[name];
  if (ports === undefined) return [name, recorded.pid, 'running'];
  const isReady = await answersReady(`http://127.0.0.1:${ports.internal}`).catch(() => false);
  return [name, recorded.pid, isReady ? 'ready' : 'not ready'];
}
