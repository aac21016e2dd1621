/** How much a worker does at once. */
export interface WorkerCapacity {
  /** Imports, in whatever stage they are: most of them wait for a code host. */
  jobs: number;
  /** Histories that are read, each of which takes memory. */
  historyReads: number;
}

/** The most that reading a long history was seen to take. */
const BYTES_A_READ = 850 * 1024 ** 2;
/** Imports that wait for their host while others are read. */
const WAITING_JOBS = 2;

/** From the memory that a worker may use: one history for each 850 MB, and no more than there are cores. */
export function capacityOf(machine: {
  /** The limit of the worker's own container; null where it shares the machine. */
  limitBytes: number | null;
  totalBytes: number;
  cores: number;
  /** The operator's setting; 0 leaves it to the memory. */
  jobs: number;
}): WorkerCapacity {
  const usable = machine.limitBytes ?? machine.totalBytes / 4;
  const byMemory = Math.max(1, Math.min(Math.floor(usable / BYTES_A_READ), machine.cores));
  if (machine.jobs === 0) return { jobs: byMemory + WAITING_JOBS, historyReads: byMemory };
  return { jobs: machine.jobs, historyReads: Math.min(machine.jobs, byMemory) };
}
