/** Which files a piece of work takes, and what each of its commits does to them. */
import { day } from '../plan/calendar.ts';
import { lockLines, pathFor } from '../plan/repo-blueprints.ts';
import * as edit from '../text/edit-code.ts';
import type { Random } from '../text/random.ts';
import { isCode } from '../text/source-tree.ts';
import { nouns, qualities } from '../text/vocabulary.ts';
import type { Simulation } from './simulation.ts';

export type WorkKind = 'feature' | 'bug' | 'defect' | 'refactor' | 'replace' | 'docs' | 'chore' | 'deps';

const isText = (path: string): boolean => path.endsWith('.md');
const isConfig = (path: string): boolean => /\.ya?ml$/.test(path);
const isTest = (path: string): boolean => /test/.test(path);

/** Free files that fit the work, all of one main language, so that code can move and be copied between them. */
export function choosePaths(sim: Simulation, kind: WorkKind): string[] {
  const { random } = sim;
  if (kind === 'deps') return [sim.blueprint.lockFile];
  const free = [...sim.tree].filter(([path, file]) => isCode(file) && !sim.locked.has(path)).map(([path]) => path);
  const some = (paths: string[], count: number): string[] => {
    const left = [...paths];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(random.whole(0, left.length - 1), 1)[0] ?? '',
    );
  };
  if (kind === 'docs') return some(free.filter(isText), 2);
  if (kind === 'chore') return some(free.filter(isConfig), 2);
  const code = free.filter((path) => !isText(path) && !isConfig(path) && !isTest(path));
  const language = sim.tree.get(
    random.chance(0.75) ? (code[0] ?? '') : code.length > 0 ? random.pick(code) : '',
  )?.language;
  const same = code.filter((path) => sim.tree.get(path)?.language === language);
  const main = some(same, kind === 'replace' ? 10 : kind === 'refactor' ? random.whole(2, 4) : random.whole(1, 3));
  return [
    ...main,
    ...(random.chance(0.5)
      ? some(
          free.filter((path) => isTest(path) && sim.tree.get(path)?.language === language),
          1,
        )
      : []),
    ...(random.chance(0.15) ? some(free.filter(isText), 1) : []),
    ...(random.chance(0.12) ? some(free.filter(isConfig), 1) : []),
    ...(random.chance(0.18)
      ? some(
          free.filter((path) => path.endsWith('.css') || path.endsWith('.sql')),
          1,
        )
      : []),
  ];
}

/** A path that is not in the tree yet, beside one that is. */
export function freshPath(sim: Simulation): string | undefined {
  const [folder, suffix] = sim.random.pick(sim.blueprint.folders);
  const path = pathFor(
    folder,
    suffix,
    `${sim.random.pick(qualities)}-${sim.random.pick(nouns)}`.replace('-', suffix === '.py' ? '_' : '-'),
  );
  return sim.tree.has(path) || sim.locked.has(path) ? undefined : path;
}

export function editOnce(
  space: edit.Workspace,
  random: Random,
  kind: WorkKind,
  paths: readonly string[],
  created: string | undefined,
  now: number,
  bold: boolean,
): void {
  const path = random.pick(paths);
  const other = random.pick(paths);
  const young = 14 * day;
  switch (kind) {
    case 'feature':
      if (created !== undefined && !space.tree.has(created)) edit.addFile(space, random, created, now);
      for (let n = random.whole(1, bold ? 3 : 2); n > 0; n--) edit.addBlock(space, random, random.pick(paths), now);
      for (let n = random.whole(0, 3); n > 0; n--)
        edit.editBlock(space, random, random.pick(paths), (block) => block.bornAt < now - young);
      if (random.chance(bold ? 0.3 : 0.12)) edit.copyBlock(space, random, path, other, now);
      if (random.chance(0.3)) edit.deleteBlock(space, random, other);
      return;
    case 'bug':
      edit.editBlock(space, random, path, (block) => block.bornAt > now - (random.chance(0.5) ? 60 * day : young));
      if (random.chance(0.4)) edit.editBlock(space, random, other, (block) => block.bornAt < now - 365 * day);
      if (random.chance(0.4)) edit.addBlock(space, random, paths.find(isTest) ?? other, now);
      return;
    case 'refactor':
      for (let n = random.whole(1, 3); n > 0; n--) edit.moveBlock(space, random, path, random.pick(paths));
      edit.editBlock(space, random, path, (block) => block.bornAt < now - 365 * day);
      if (random.chance(0.6)) edit.deleteBlock(space, random, other);
      if (random.chance(0.25)) edit.copyBlock(space, random, other, path, now);
      if (random.chance(0.2)) edit.reindent(space, other);
      return;
    case 'replace':
      edit.replaceWord(
        space,
        paths,
        commonWord(space, random, paths),
        random.pick(['record', 'holder', 'parcel', 'voucher', 'channel']),
      );
      return;
    case 'deps': {
      const lock = space.tree.get(path);
      if (lock?.language !== 'lock') return;
      const lines = [...lock.lines];
      for (let n = random.whole(1, 3); n > 0; n--)
        lines[random.whole(0, lines.length - 1)] =
          lockLines(random, lines.length)[random.whole(0, lines.length - 1)] ?? '';
      edit.put(space, path, { ...lock, lines });
      return;
    }
    default:
      if (random.chance(0.5)) edit.addBlock(space, random, path, now);
      else edit.editBlock(space, random, path, () => true);
      if (kind === 'chore' && random.chance(0.2)) edit.reindent(space, path);
  }
}

/** Of a few words, the one that the files use most. */
function commonWord(space: edit.Workspace, random: Random, paths: readonly string[]): string {
  const text = paths
    .flatMap((path) => edit.codeAt(space, path)?.blocks.flatMap((block) => block.lines) ?? [])
    .join('\n');
  const words = Array.from({ length: 8 }, () => random.pick(nouns)).map(
    (word) => [word, text.split(new RegExp(`\\b${word}\\b`)).length] as const,
  );
  return words.reduce((best, word) => (word[1] > best[1] ? word : best))[0];
}
