/** Changed lines that are read at once: of neighbouring paths, or of one path those of some commits. */
export interface LineSlice {
  firstPath: string;
  lastPath: string;
  firstSha: string;
  shaBelow: string;
}

const ALL_SHAS = { firstSha: '', shaBelow: 'g' };

/** Slices of about as many lines each, over all paths; they are given in order. Shas are spread evenly, so ranges of them are too. */
export function sliceLines(paths: readonly { path: string; lines: number }[], most: number): LineSlice[] {
  const slices: LineSlice[] = [];
  let room = 0;
  for (const { path, lines } of paths) {
    const last = slices.at(-1);
    if (lines > most) {
      for (const range of evenShas(Math.ceil(lines / most))) slices.push({ firstPath: path, lastPath: path, ...range });
      room = -1;
    } else if (last && lines <= room) {
      last.lastPath = path;
      room -= lines;
    } else {
      slices.push({ firstPath: path, lastPath: path, ...ALL_SHAS });
      room = most - lines;
    }
  }
  return slices;
}

function evenShas(count: number): { firstSha: string; shaBelow: string }[] {
  const bound = (index: number): string =>
    Math.floor((index * 0x1_0000_0000) / count)
      .toString(16)
      .padStart(8, '0');
  return Array.from({ length: count }, (_, index) => ({
    firstSha: bound(index),
    shaBelow: index + 1 < count ? bound(index + 1) : ALL_SHAS.shaBelow,
  }));
}
