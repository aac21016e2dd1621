import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folders inside the data folder. What an earlier process had under way is nobody's any more. */
export function prepareFolders(dataDir: string): { tables: string; spool: string } {
  const tables = join(dataDir, 'db');
  const spool = join(dataDir, 'spool');
  mkdirSync(tables, { recursive: true });
  rmSync(spool, { recursive: true, force: true });
  mkdirSync(spool);
  return { tables, spool };
}
