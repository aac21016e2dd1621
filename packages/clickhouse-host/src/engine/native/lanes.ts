/** Connections side by side, each with one statement at a time, and a further one to break off what runs on the others. */

import type { EngineBindings } from '../bindings.ts';
import type { EngineJob } from '../messages.ts';
import { openSessions, type Sessions } from '../session.ts';
import type { NativeConnection } from './library.ts';

/** A statement may be about to begin when it is first told to end. */
const REPEAT_KILL_MS = 100;

type Lane = {
  mark: string;
  sessions: Sessions<NativeConnection>;
  running?: { id: number; kill?: NodeJS.Timeout };
};

export type LaneOptions = {
  engine: EngineBindings<NativeConnection>;
  count: number;
  settings: Record<string, string>;
  /** Runs a statement at once, beside the lanes. */
  command(statement: string): void;
};

export function openLanes({ engine, count, settings, command }: LaneOptions) {
  const free: Lane[] = Array.from({ length: count }, (_, index) => {
    const mark = `lane ${index}`;
    return { mark, sessions: openSessions(engine, { ...settings, log_comment: mark }) };
  });
  const busy = new Map<number, Lane>();

  return {
    /** The host sends no more at a time than there are lanes. */
    async use<T>({ id }: EngineJob, work: (sessions: Sessions<NativeConnection>) => Promise<T>): Promise<T> {
      const lane = free.pop();
      if (!lane) throw new Error('there are more statements than lanes');
      const running: Lane['running'] = { id };
      lane.running = running;
      busy.set(id, lane);
      try {
        return await work(lane.sessions);
      } finally {
        clearInterval(running.kill);
        busy.delete(id);
        free.push(lane);
      }
    },
    cancel(id: number): void {
      const lane = busy.get(id);
      if (!lane?.running || lane.running.kill) return;
      const kill = () => command(`KILL QUERY WHERE Settings['log_comment'] = '${lane.mark}' ASYNC`);
      lane.running.kill = setInterval(kill, REPEAT_KILL_MS);
      kill();
    },
    close(): void {
      for (const { sessions } of free) sessions.close();
    },
  };
}
