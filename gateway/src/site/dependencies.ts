import type { FreeSpace } from '@linescope/chassis/service/free-space';
import type { Readiness } from '@linescope/chassis/service/readiness';
import { z } from 'zod';

const TIMEOUT_MS = 2_000;
const CACHED_MS = 1_000;

const notReadySchema = z.object({ failing: z.array(z.string()) });

export interface Failing {
  /** What does not work: a unit, the broker, the disk. */
  failing: string[];
  /** By unit that answers but cannot do its work, what it lacks. */
  causes: Record<string, string[]>;
}

/**
 * Everything a customer's request may need: identity's gRPC (which alone decides whether this gateway takes traffic), the broker,
 * space on disk, and every unit with what it needs itself. Checked at most once a second.
 */
export function watchDependencies(parts: {
  readiness: Readiness;
  freeSpace: FreeSpace;
  isSubscribed(): boolean;
  addresses: Record<string, string>;
}): () => Promise<Failing> {
  let last: Promise<Failing> = Promise.resolve({ failing: [], causes: {} });
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<Failing> {
    const asked = Object.entries(parts.addresses).map(async ([unit, address]) => ({
      unit,
      lacks: await lacksOf(address),
    }));
    const [own, units] = await Promise.all([parts.readiness.failing(), Promise.all(asked)]);
    const unready = units.flatMap(({ unit, lacks }) => (lacks === null ? [] : [{ unit, lacks }]));
    return {
      failing: [
        ...new Set([
          ...own,
          ...(parts.isSubscribed() ? [] : ['broker']),
          ...(parts.freeSpace.isLow() ? ['disk_space'] : []),
          ...unready.map(({ unit }) => unit),
        ]),
      ],
      causes: Object.fromEntries(
        unready.filter(({ lacks }) => lacks.length > 0).map(({ unit, lacks }) => [unit, lacks]),
      ),
    };
  }

  return () => {
    if (performance.now() - checkedAt > CACHED_MS) {
      checkedAt = performance.now();
      last = check();
    }
    return last;
  };
}

/** Null for a unit that is ready. One of an earlier version, which does not say, is when it answers. */
async function lacksOf(address: string): Promise<string[] | null> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (response.status < 500) return null;
    return notReadySchema.parse(JSON.parse(text)).failing;
  } catch {
    return [];
  }
}
