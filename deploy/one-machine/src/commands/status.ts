import { runProgram } from '@linescope/command-line/run-commands';
import { table } from '@linescope/command-line/table';
import { describeDemo, readDemoRecord } from '../demo/demo-record.ts';
import { filesIn, readSettings } from '../settings.ts';
import { isRunning, readStackRecord, type StackRecord } from '../stack/stack-record.ts';
import { answersReady } from '../stack/start-unit.ts';

/** Units answer whether they are ready; of the stores only their process is checked. */
async function stateOf(name: string, { processes, surroundings }: StackRecord): Promise<[string, number, string]> {
  const recorded = processes[name];
  if (recorded === undefined || !isRunning(recorded))
    return [name, recorded?.pid ?? 0, 'ended, waiting to be restarted'];
  const ports = surroundings?.ports[name];
  if (ports === undefined) return [name, recorded.pid, 'running'];
  const isReady = await answersReady(`http://127.0.0.1:${ports.internal}`).catch(() => false);
  return [name, recorded.pid, isReady ? 'ready' : 'not ready'];
}

await runProgram('npm run status --', {
  summary: 'Say what runs on this data folder (DATA_DIR), and whether it is ready',
  async run() {
    const { dataDir } = readSettings(process.env);
    const files = filesIn(dataDir);
    const record = readStackRecord(files.stack);
    if (record === undefined || !isRunning(record.supervisor)) {
      process.stdout.write(`Linescope does not run on ${dataDir}.\n`);
      return { exitCode: 1 };
    }
    const states = await Promise.all(Object.keys(record.processes).map((name) => stateOf(name, record)));
    const rows = states.map(([name, pid, state]) => ({ process: name, pid, state }));
    process.stdout.write(`Linescope runs on ${dataDir}, at ${record.surroundings?.baseUrl ?? '(starting)'}\n`);
    process.stdout.write(`${table(rows)}\n`);
    const demo = readDemoRecord(files.demo);
    if (demo !== undefined) process.stdout.write(`The demo organization is ${describeDemo(demo)}.\n`);
    const isWell = states.every(([, , state]) => state === 'ready' || state === 'running');
    return { exitCode: isWell ? 0 : 1 };
  },
});
