/**
 * Whether the engine can do its work: it has memory in its heap, and it answers a small statement. Where it cannot, the host says
 * so, and when that lasts the engine is restarted: nothing else gives it back what it lost.
 */
import type { HeapState } from './messages.ts';

export type HealthOptions = {
  heap: HeapState;
  /** Asks the engine for something small; answers how it was refused, if it was. */
  tryStatement(): Promise<string | undefined>;
  isIdle(): boolean;
  onComplaint(complaint: string): void;
  /** The engine should be restarted: it is idle, or was unwell for too long to wait for that. */
  onLost(complaint: string): void;
};

const CHECK_EVERY_MS = 1_000;
/** A merge may take memory for a moment. */
const RESTART_IDLE_AFTER_MS = 5_000;
const RESTART_AFTER_MS = 15_000;

const FULL = 'The engine has no memory left in its 2 GiB.';

export function watchHealth(options: HealthOptions) {
  let { heap } = options;
  let refusal: string | undefined;
  let unwellSince: number | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const complaint = () => (heap.isFull ? FULL : refusal);

  function judge(): void {
    const found = complaint();
    if (found === undefined || isOver) {
      unwellSince = undefined;
      clearTimeout(timer);
      return;
    }
    if (unwellSince !== undefined) return;
    unwellSince = performance.now();
    options.onComplaint(found);
    timer = setTimeout(lookAgain, CHECK_EVERY_MS);
  }

  async function lookAgain(): Promise<void> {
    await check();
    const found = complaint();
    if (found === undefined || unwellSince === undefined || isOver) return;
    const lasted = performance.now() - unwellSince;
    if (lasted >= (options.isIdle() ? RESTART_IDLE_AFTER_MS : RESTART_AFTER_MS)) {
      isOver = true;
      options.onLost(found);
    } else timer = setTimeout(lookAgain, CHECK_EVERY_MS);
  }

  function check(): Promise<void> {
    checking ??= (async () => {
      const refused = await options.tryStatement();
      refusal = refused && `The engine refuses statements: ${refused}`;
      checkedAt = performance.now();
      checking = undefined;
      judge();
    })();
    return checking;
  }

  return {
    get heap() {
      return heap;
    },
    /** After every statement. One that failed may be wrong itself, or the first of all: a small one decides. */
    learn(state: HeapState, hasFailed: boolean): void {
      heap = state;
      judge();
      if (hasFailed && !isOver && performance.now() - checkedAt >= CHECK_EVERY_MS) void check();
    },
    /** What is wrong, if anything. An engine that is busy is asked too, but not waited for. */
    async complaint(): Promise<string | undefined> {
      const isIdle = options.isIdle();
      const checked = isOver ? undefined : check();
      if (isIdle) await checked;
      return complaint();
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
