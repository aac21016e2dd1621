import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { UNITS, type Unit } from '../routing/routing-table.ts';
import { createActionFinder } from './find-action.ts';
import { mergeParts, type Part, partSchema } from './merge-parts.ts';

const REFRESH_MS = 30_000;
const RETRY_MS = 1_000;
const FETCH_TIMEOUT_MS = 2_000;

export interface Catalogue {
  /** The merged OpenAPI document, as JSON; null until every unit has told its part. */
  document(): string | null;
  /** The `action_em` of a route, `action_unknown` where there is none. */
  actionOf(method: string, path: string): string;
  refresh(): Promise<void>;
}

/** The routes of all units, read every 30 s; while a unit is unavailable, its last answer stays. */
export function openCatalogue(runtime: Runtime<unknown>, addresses: Record<Unit, string>): Catalogue {
  const { log } = runtime;
  const parts = new Map<Unit, Part>();
  let document: string | null = null;
  let actionOf = createActionFinder(parts);

  async function readPart(unit: Unit): Promise<void> {
    try {
      const response = await fetch(`${addresses[unit]}/openapi.json`, {
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      parts.set(unit, partSchema.parse(await response.json()));
    } catch (err) {
      log.debug({ err, unit }, 'reading the API document of a unit failed, keeping its last one');
    }
  }

  async function refresh(): Promise<void> {
    await Promise.all(UNITS.map(readPart));
    if (parts.size === UNITS.length) document = JSON.stringify(mergeParts(parts));
    actionOf = createActionFinder(parts);
  }

  runPeriodically(runtime, {
    name: 'merging of the API documents',
    everyMs: () => (parts.size === UNITS.length ? REFRESH_MS : RETRY_MS),
    immediately: true,
    run: refresh,
  });

  return {
    document: () => document,
    actionOf: (method, path) => actionOf(method, path),
    refresh,
  };
}
