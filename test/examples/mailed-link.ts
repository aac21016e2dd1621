import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** Without a mail server, mails are files: what follows `begin` in the newest that was sent since then and has such a link. */
export async function findMailedLink(dataDir: string, begin: string, since: number): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(500)) {
    const found: { at: number; rest: string }[] = [];
    for await (const file of glob('*/mail/*/*.eml', { cwd: dataDir })) {
      const at = (await stat(join(dataDir, file))).mtimeMs;
      if (at < since) continue;
      const text = (await readFile(join(dataDir, file), 'utf8')).replaceAll('=\n', '').replaceAll('=3D', '=');
      const rest = text.split(begin)[1]?.match(/^[\w.-]+/)?.[0];
      if (rest) found.push({ at, rest });
    }
    const newest = found.sort((one, other) => other.at - one.at)[0];
    if (newest) return newest.rest;
  }
  throw new Error(`no mail with a link to ${begin}…`);
}
