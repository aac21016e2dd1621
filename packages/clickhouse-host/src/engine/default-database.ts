/**
 * At every start the engine puts a passing database over the name `default` and forgets it at the end. So the lasting one
 * waits under another name while the engine starts, and then takes the place of the passing one.
 */
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineBindings } from './bindings.ts';

const ASIDE = 'host_default';

/** Before the engine starts. A database's file says nothing of its name. */
export function setDefaultDatabaseAside(databaseDir: string): void {
  const metadata = join(databaseDir, 'metadata');
  const lasting = join(metadata, 'default.sql');
  if (existsSync(lasting)) renameSync(lasting, join(metadata, `${ASIDE}.sql`));
  // The native engine leaves a link by the name, through which it would load the same tables a second time.
  const link = join(metadata, 'default');
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(link);
}

export async function restoreDefaultDatabase<C>(engine: EngineBindings<C>, connection: C): Promise<void> {
  for (const statement of [
    `CREATE DATABASE IF NOT EXISTS ${ASIDE} ENGINE = Atomic`,
    'DROP DATABASE IF EXISTS default',
    `RENAME DATABASE ${ASIDE} TO default`,
  ]) {
    await engine.query(connection, statement, 'Null');
  }
}
