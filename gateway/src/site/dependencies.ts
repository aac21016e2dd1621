import type { Readiness } from '@linescope/chassis/service/readiness';
import { UNITS, type Unit } from '../routing/routing-table.ts';

const TIMEOUT_MS = 1_000;
const REMEMBERED_MS = 1_000;

/**
 * Everything a customer's request may need: identity's gRPC (which alone decides whether this gateway takes traffic), the
 * broker, and every unit. Asked at most once a second, whoever asks how often.
 */
export function watchDependencies(parts: {
  readiness: Readiness;
  isHearing(): boolean;
  addresses: Record<Unit, string>;
}): () => Promise<string[]> {
  let last: Promise<string[]> = Promise.resolve([]);
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<string[]> {
    const [own, units] = await Promise.all([parts.readiness.failing(), Promise.all(UNITS.map(isAway))]);
    const away = UNITS.filter((_unit, index) => units[index]);
    return [...new Set([...own, ...(parts.isHearing() ? [] : ['broker']), ...away])];
  }

  async function isAway(unit: Unit): Promise<boolean> {
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
    if (performance.now() - askedAt > REMEMBERED_MS) {
      askedAt = performance.now();
      last = ask();
    }
    return last;
  };
}
