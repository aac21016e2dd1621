import type { Logger } from '@linescope/chassis/log/logger';
import { UNITS, type Unit } from '../routing/routing-table.ts';
import { createActionFinder } from './find-action.ts';
import { mergeParts, type Part, partSchema } from './merge-parts.ts';

const REFRESH_MS = 30_000;
const RETRY_MS = 1_000;
const FETCH_TIMEOUT_MS = 2_000;

export interface Catalogue {
  /** The merged OpenAPI document, as JSON. */
  document(): string;
  /** The `action_em` of a route, `action_unknown` where there is none. */
  actionOf(method: string, path: string): string;
  refresh(): Promise<void>;
  stop(): void;
}

/** What the units say they serve. It is read again now and then; while a unit is away, what it said last still stands. */
export function openCatalogue(addresses: Record<Unit, string>, log: Logger): Catalogue {
  const parts = new Map<Unit, Part>();
  let document = JSON.stringify(mergeParts(parts));
  let actionOf = createActionFinder(parts);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function readPart(unit: Unit): Promise<void> {
    try {
      const response = await fetch(`${addresses[unit]}/openapi.json`, {
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      parts.set(unit, partSchema.parse(await response.json()));
    } catch (err) {
      log.debug({ err, unit }, 'a unit did not describe its routes');
    }
  }

  async function refresh(): Promise<void> {
    await Promise.all(UNITS.map(readPart));
    document = JSON.stringify(mergeParts(parts));
    actionOf = createActionFinder(parts);
  }

  async function keepFresh(): Promise<void> {
    await refresh().catch((err: unknown) => log.warn({ err }, 'the API description could not be merged'));
    if (stopped) return;
    timer = setTimeout(keepFresh, parts.size === UNITS.length ? REFRESH_MS : RETRY_MS);
    timer.unref();
  }
  void keepFresh();

  return {
    document: () => document,
    actionOf: (method, path) => actionOf(method, path),
    refresh,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
