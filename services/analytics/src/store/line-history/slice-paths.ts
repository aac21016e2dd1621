/** What is read at once of what changed: of neighbouring paths, or of one path that of some commits. */
export interface PathSlice {
  firstPath: string;
  lastPath: string;
  firstSha: string;
  shaBelow: string;
}

const ALL_SHAS = { firstSha: '', shaBelow: 'g' };

/** Slices of about as much each, over all paths; they are given in order. Shas are spread evenly, so ranges of them are too. */
export function slicePaths<Changed extends { path: string }>(
  paths: readonly Changed[],
  sizeOf: (changed: Changed) => number,
  most: number,
): PathSlice[] {
  const slices: PathSlice[] = [];
  let space = 0;
  for (const changed of paths) {
    const { path } = changed;
    const size = sizeOf(changed);
    const last = slices.at(-1);
    if (size > most) {
      for (const range of evenShas(Math.ceil(size / most))) slices.push({ firstPath: path, lastPath: path, ...range });
      space = -1;
    } else if (last && size <= space) {
      last.lastPath = path;
      space -= size;
    } else {
      slices.push({ firstPath: path, lastPath: path, ...ALL_SHAS });
      space = most - size;
    }
  }
  return slices;
}

export const IN_SLICE = `path >= {first_path:String} AND path <= {last_path:String}
  AND sha >= {first_sha:String} AND sha < {sha_below:String}`;

export const sliceParams = ({ firstPath, lastPath, firstSha, shaBelow }: PathSlice) => ({
  first_path: firstPath,
  last_path: lastPath,
  first_sha: firstSha,
  sha_below: shaBelow,
});

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
