import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { takePlace } from '@linescope/local-stores/postgres';
import { z } from 'zod';
import { readJson, writePrivateJson } from './stack/private-file.ts';

/** What is made anew by itself, or belongs to a running stack. */
const LEFT_OUT = /^(logs|ready\.json|stack\.json|nats\/package|imports(-worker)?\/(clones|spool))$/;
const LIST = 'backup.json';

/** A path within the backup: a list that was tampered with must not lead out of it, or out of the data folder. */
const PathWithin = z
  .string()
  .refine((path) => path !== '' && !isAbsolute(path) && !path.split(/[\\/]/).includes('..') && !path.includes('\0'));

const List = z.object({
  format: z.literal(1),
  made_at: z.string(),
  folders: z.array(PathWithin),
  files: z.record(PathWithin, z.object({ bytes: z.number(), sha256: z.string() })),
});
type List = z.infer<typeof List>;

export interface Extent {
  files: number;
  bytes: number;
}

/** Copies the data folder of a stopped stack: all stores at one moment, and the keys without which they cannot be read. */
export async function backUp(dataDir: string, target: string, now: Date): Promise<Extent> {
  requireEmpty(target);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const list: List = { format: 1, made_at: now.toISOString(), folders: [], files: {} };
  for (const { path, isFolder } of walk(dataDir)) {
    if (isFolder) {
      list.folders.push(path);
      mkdirSync(join(target, path), { recursive: true, mode: 0o700 });
    } else {
      list.files[path] = await copyFile(join(dataDir, path), join(target, path));
    }
  }
  writePrivateJson(join(target, LIST), list); // last: a backup that was cut short has none
  return extentOf(list);
}

/** Fills an empty data folder; nothing is written unless every file of the backup is whole. */
export async function restore(source: string, dataDir: string): Promise<Extent> {
  const found = List.safeParse(readJson(join(source, LIST)));
  if (!found.success)
    throw new Error(`${source} is no whole backup: its list of files (${LIST}) is missing or damaged.`);
  const list = found.data;
  requireEmpty(dataDir);
  for (const [path, { bytes, sha256 }] of Object.entries(list.files)) {
    const read = existsSync(join(source, path)) ? await readThrough(join(source, path)) : undefined;
    if (read?.bytes !== bytes || read.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${path} is not what it was.`);
  }
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const postgres = takePlace(join(dataDir, 'postgres'), () => {});
  for (const path of list.folders)
    if (path !== 'postgres') mkdirSync(join(dataDir, path), { recursive: true, mode: 0o700 });
  for (const path of Object.keys(list.files)) await copyFile(join(source, path), join(dataDir, path));
  postgres.own();
  return extentOf(list);
}

/** Folders before what is in them. The cluster of Postgres may stand elsewhere, behind a link; no other link is followed. */
function* walk(base: string, folder = ''): Generator<{ path: string; isFolder: boolean }> {
  for (const name of readdirSync(join(base, folder)).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (LEFT_OUT.test(path)) continue;
    if (path !== 'postgres' && lstatSync(join(base, path)).isSymbolicLink()) continue;
    const isFolder = statSync(realpathSync(join(base, path))).isDirectory();
    yield { path, isFolder };
    if (isFolder) yield* walk(base, path);
  }
}

async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  return readThrough(from, createWriteStream(to, { mode: 0o600, flush: true }));
}

async function readThrough(from: string, to?: NodeJS.WritableStream): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, to === undefined ? undefined : chunk);
    },
  });
  if (to === undefined) await pipeline(createReadStream(from), measure.resume());
  else await pipeline(createReadStream(from), measure, to);
  return { bytes, sha256: hash.digest('hex') };
}

function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
}

function extentOf({ files }: List): Extent {
  const all = Object.values(files);
  return { files: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
}
