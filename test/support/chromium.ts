import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const INSTALL_MS = 180_000;
/** Nothing of the browser's own leaves the machine. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The system's Chromium, installed where we may; undefined with a line that says so where it cannot be had. */
export async function findChromium(): Promise<string | undefined> {
  const found = findProgram();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const args = ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', 'chromium'];
    process.stdout.write('installing chromium with apt-get\n');
    await run('apt-get', args, { env, timeout: INSTALL_MS }).catch((error: unknown) =>
      process.stdout.write(`chromium could not be installed: ${error instanceof Error ? error.message : error}\n`),
    );
  }
  const installed = findProgram();
  if (installed === undefined)
    process.stdout.write('SKIPPED: the browser tests need Chromium ("sudo apt-get install chromium")\n');
  return installed;
}

function findProgram(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS });
