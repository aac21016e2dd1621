import type { EngineBindings, EngineResult } from './bindings.ts';
import type { EngineJob, JobStatistics } from './messages.ts';
import type { Sessions } from './session.ts';

/** Runs one statement in a session of its own making, and hands over its result piece by piece. */
export async function runJob<C>(
  engine: EngineBindings<C>,
  sessions: Sessions<C>,
  job: EngineJob,
  onData: (data: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): Promise<JobStatistics> {
  const total = { resultRows: 0, readRows: 0, readBytes: 0 };
  const add = async ({ data, statistics }: EngineResult) => {
    total.resultRows += statistics.resultRows;
    total.readRows = Math.max(total.readRows, statistics.readRows);
    total.readBytes = Math.max(total.readBytes, statistics.readBytes);
    if (data.length > 0) await onData(data);
  };
  return sessions.withSession(job, job.ownSession, async (connection) => {
    const { statement, format, headerLines } = job;
    if (headerLines === undefined) await add(await engine.query(connection, statement, format));
    else for await (const result of engine.rows(connection, { statement, format, headerLines })) await add(result);
    return total;
  });
}
