import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Columns, RowOf } from '@linescope/facts/columns';
import { encodeRows, type FactTable } from '@linescope/facts/table';

const MAX_ROWS = 10_000;
const MAX_WAIT_MS = 100;

export interface RowBuffer {
  /** Resolves once ClickHouse has the row. */
  add<C extends Columns>(table: FactTable<C>, row: RowOf<C>): Promise<void>;
}

interface Pending {
  encode(): Buffer;
  rows: number;
  done: PromiseWithResolvers<void>;
}

/**
 * Rows that arrive one by one, inserted together: a burst of events is a few inserts, not thousands of parts. An insert
 * carries one entity, since a partition is one; rows repeat harmlessly, since their keys replace.
 */
export function createRowBuffer(clickHouse: ClickHouse, onStored: (entityId: number) => Promise<unknown>): RowBuffer {
  const pending = new Map<string, Pending & { add(row: unknown): void }>();

  async function flush(key: string, table: FactTable<Columns>, entityId: number): Promise<void> {
    const batch = pending.get(key);
    if (!batch) return;
    pending.delete(key);
    try {
      await clickHouse.insertBinary({ table: table.name, columns: table.columnNames, bytes: batch.encode() });
      await onStored(entityId);
      batch.done.resolve();
    } catch (error) {
      batch.done.reject(error);
    }
  }

  return {
    add<C extends Columns>(table: FactTable<C>, row: RowOf<C>): Promise<void> {
      const entityId = Number(row['entity_id']);
      const key = `${table.name}:${entityId}`;
      let batch = pending.get(key);
      if (!batch) {
        const rows: RowOf<C>[] = [];
        batch = {
          rows: 0,
          done: Promise.withResolvers<void>(),
          encode: () => encodeRows(table, rows),
          add: (added) => rows.push(added as RowOf<C>),
        };
        pending.set(key, batch);
        setTimeout(() => void flush(key, table, entityId), MAX_WAIT_MS);
      }
      batch.add(row);
      batch.rows += 1;
      if (batch.rows >= MAX_ROWS) void flush(key, table, entityId);
      return batch.done.promise;
    },
  };
}
