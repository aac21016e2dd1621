import { startMark } from '@linescope/local-stores/processes';
import { filesIn } from '../settings.ts';
import { type DemoRecord, describeDemo, isUnderWay, readDemoRecord, writeDemoRecord } from './demo-record.ts';
import { type DemoContext, STEPS, type Step } from './steps.ts';

/** Does the steps that are not done yet, once in the life of a data folder; 0 where all are done. */
export async function bringToLife(
  context: Omit<DemoContext, 'progress'>,
  say: (sentence: string) => void,
  steps: readonly Step[] = STEPS,
): Promise<number> {
  const file = filesIn(context.around.dataDir).demo;
  const before = readDemoRecord(file);
  if (before !== undefined && (before.finished_at !== null || isUnderWay(before))) {
    say(`the demo organization is ${describeDemo(before)}`);
    return 0;
  }
  const began = Date.now();
  let record: DemoRecord = {
    process: { pid: process.pid, mark: startMark(process.pid) ?? '' },
    began_at: new Date(began).toISOString(),
    finished_at: null,
    doing: '',
    done: before?.done ?? [],
    problem: null,
  };
  const note = (change: Partial<DemoRecord>) => {
    record = { ...record, ...change };
    writeDemoRecord(file, record);
  };
  for (const { name, run } of steps.filter((step) => !record.done.includes(step.name))) {
    note({ doing: name });
    say(`demo: ${name}`);
    try {
      await run({ ...context, progress: (doing) => note({ doing }) });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      note({ problem });
      say(`the demo organization stopped at "${name}": ${problem} ("npm run demo" goes on)`);
      return 1;
    }
    note({ done: [...record.done, name] });
  }
  note({ doing: '', finished_at: new Date().toISOString() });
  const seconds = Math.round((Date.now() - began) / 1000);
  say(
    `the demo organization is complete (${seconds} s): 25 developers, 4 repos, 13 months; "npm run demo -- check" asks every segment`,
  );
  return 0;
}
