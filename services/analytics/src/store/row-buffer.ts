import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Columns, RowOf } from '@linescope/facts/columns';
import { encodeRows, type FactTable } from '@linescope/facts/table';

const MAX_ROWS = 10_000;
const MAX_WAIT_MS = 100;
/** After an insert the engine is left to others for so many times as long as it took, */
const REST_TIMES = 4;
/** and for no longer than this. */
const MAX_REST_MS = 500;

export interface RowBuffer {
  /** Resolves once ClickHouse has the row. */
  add<C extends Columns>(table: FactTable<C>, row: RowOf<C>): Promise<void>;
}

interface Pending {
  /** Encoded rows, which together are one block. */
  rows: Buffer[];
  done: PromiseWithResolvers<void>;
}

/**
 * Inserts rows that arrive one by one together: a burst of events is a few inserts, not thousands of parts. An insert carries
 * one entity, which is one partition; a repeated row replaces itself by its key. What comes while one is under way, or
 * shortly after it, is the next.
 */
export function createRowBuffer(
  clickHouse: ClickHouse,
  onStored: (entityId: number, table: string) => Promise<unknown>,
): RowBuffer {
  const pending = new Map<string, Pending>();
  const underWay = new Set<string>();

  async function flush(key: string, table: FactTable<Columns>, entityId: number): Promise<void> {
    const batch = pending.get(key);
    if (!batch || underWay.has(key)) return;
    pending.delete(key);
    underWay.add(key);
    const began = performance.now();
    try {
      await clickHouse.insertBinary({
        table: table.name,
        columns: table.columnNames,
        bytes: Buffer.concat(batch.rows),
      });
      await onStored(entityId, table.name);
      batch.done.resolve();
    } catch (error) {
      batch.done.reject(error);
    } finally {
      await delay(Math.min((performance.now() - began) * REST_TIMES, MAX_REST_MS));
      underWay.delete(key);
      void flush(key, table, entityId);
    }
  }

  return {
    add<C extends Columns>(table: FactTable<C>, row: RowOf<C>): Promise<void> {
      const entityId = Number(row['entity_id']);
      const key = `${table.name}:${entityId}`;
      let batch = pending.get(key);
      if (!batch) {
        batch = { rows: [], done: Promise.withResolvers<void>() };
        pending.set(key, batch);
        setTimeout(() => void flush(key, table, entityId), MAX_WAIT_MS);
      }
      batch.rows.push(encodeRows(table, [row]));
      if (batch.rows.length >= MAX_ROWS) void flush(key, table, entityId);
      return batch.done.promise;
    },
  };
}
