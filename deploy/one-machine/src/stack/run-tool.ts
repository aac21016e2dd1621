import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../settings.ts';
import type { Secrets } from './secrets.ts';
import { environmentOf, findUnit, type Surroundings } from './units.ts';

/** Runs a unit's own command with the settings that the unit runs with; answers what it printed. */
export async function runTool(
  unit: string,
  entry: string,
  args: string[],
  { around, secrets, env }: { around: Surroundings; secrets: Secrets; env?: Record<string, string> },
): Promise<string> {
  const run = promisify(execFile)(process.execPath, [join(ROOT, entry), ...args], {
    cwd: ROOT,
    env: { ...environmentOf(findUnit(unit), around, secrets), LOG_LEVEL: 'warn', ...env },
    timeout: 60_000,
  });
  try {
    return (await run).stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(said.split('\n').at(-1) || String(error));
  }
}
