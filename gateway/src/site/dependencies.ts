import type { Readiness } from '@linescope/chassis/service/readiness';
import { UNITS, type Unit } from '../routing/routing-table.ts';

const TIMEOUT_MS = 1_000;
const CACHED_MS = 1_000;

/**
 * Everything a customer's request may need: identity's gRPC (which alone decides whether this gateway takes traffic), the
 * broker, and every unit. Checked at most once a second.
 */
export function watchDependencies(parts: {
  readiness: Readiness;
  isSubscribed(): boolean;
  addresses: Record<Unit, string>;
}): () => Promise<string[]> {
  let last: Promise<string[]> = Promise.resolve([]);
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<string[]> {
    const [own, units] = await Promise.all([parts.readiness.failing(), Promise.all(UNITS.map(isUnavailable))]);
    const unavailable = UNITS.filter((_unit, index) => units[index]);
    return [...new Set([...own, ...(parts.isSubscribed() ? [] : ['broker']), ...unavailable])];
  }

  async function isUnavailable(unit: Unit): Promise<boolean> {
    try {
      const response = await fetch(`${parts.addresses[unit]}/openapi.json`, {
        method: 'HEAD',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return !response.ok;
    } catch {
      return true;
    }
  }

  return () => {
    if (performance.now() - checkedAt > CACHED_MS) {
      checkedAt = performance.now();
      last = check();
    }
    return last;
  };
}
