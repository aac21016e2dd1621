/**
 * Lines that were written together and left observation at the same age, as columns in the order of that age, so that every pass reads
 * memory from one end to the other: the cluster (the commit that wrote them), the
 * group and the stratum they are compared in, the age in days, how many ended at that age, and how many were still alive when last seen.
 */
export interface LifeEntries {
  readonly size: number;
  readonly cluster: Int32Array;
  readonly group: Int32Array;
  readonly stratum: Int32Array;
  readonly age: Int32Array;
  readonly ended: Int32Array;
  readonly left: Int32Array;
  readonly clusterCount: number;
}

/** Collects entries; the columns grow as need be. */
export class LifeEntriesBuilder {
  #size = 0;
  #clusterCount = 0;
  #cluster: Int32Array<ArrayBuffer>;
  #group: Int32Array<ArrayBuffer>;
  #stratum: Int32Array<ArrayBuffer>;
  #age: Int32Array<ArrayBuffer>;
  #ended: Int32Array<ArrayBuffer>;
  #left: Int32Array<ArrayBuffer>;

  /** For about so many. */
  constructor(expected = 1024) {
    const size = Math.max(expected, 1);
    this.#cluster = new Int32Array(size);
    this.#group = new Int32Array(size);
    this.#stratum = new Int32Array(size);
    this.#age = new Int32Array(size);
    this.#ended = new Int32Array(size);
    this.#left = new Int32Array(size);
  }

  add(cluster: number, group: number, stratum: number, age: number, ended: number, left: number): void {
    if (this.#size === this.#age.length) this.#grow();
    const at = this.#size++;
    this.#cluster[at] = cluster;
    this.#group[at] = group;
    this.#stratum[at] = stratum;
    this.#age[at] = age;
    this.#ended[at] = ended;
    this.#left[at] = left;
    if (cluster >= this.#clusterCount) this.#clusterCount = cluster + 1;
  }

  /** In the order of age; what is of the same age stays in the order in which it came. */
  done(): LifeEntries {
    const size = this.#size;
    const next = startsOf(this.#age, size);
    const sorted = {
      size,
      cluster: new Int32Array(size),
      group: new Int32Array(size),
      stratum: new Int32Array(size),
      age: new Int32Array(size),
      ended: new Int32Array(size),
      left: new Int32Array(size),
      clusterCount: this.#clusterCount,
    };
    for (let from = 0; from < size; from++) {
      const age = this.#age[from] ?? 0;
      const at = next[age] ?? 0;
      next[age] = at + 1;
      sorted.cluster[at] = this.#cluster[from] ?? 0;
      sorted.group[at] = this.#group[from] ?? 0;
      sorted.stratum[at] = this.#stratum[from] ?? 0;
      sorted.age[at] = age;
      sorted.ended[at] = this.#ended[from] ?? 0;
      sorted.left[at] = this.#left[from] ?? 0;
    }
    return sorted;
  }

  #grow(): void {
    const widen = (old: Int32Array<ArrayBuffer>) => {
      const wide = new Int32Array(old.length * 2);
      wide.set(old);
      return wide;
    };
    this.#cluster = widen(this.#cluster);
    this.#group = widen(this.#group);
    this.#stratum = widen(this.#stratum);
    this.#age = widen(this.#age);
    this.#ended = widen(this.#ended);
    this.#left = widen(this.#left);
  }
}

/** Where each of the first `size` keys, small whole numbers, begins once they are in order. */
function startsOf(key: Int32Array, size: number): Int32Array {
  let most = 0;
  for (let place = 0; place < size; place++) most = Math.max(most, key[place] ?? 0);
  const starts = new Int32Array(most + 2);
  for (let place = 0; place < size; place++) {
    const after = (key[place] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let value = 1; value < starts.length; value++) starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
  return starts;
}

/** Places of entries, each stratum's together, in the order of age within. */
export function placesByStratum({ stratum }: LifeEntries, places: Int32Array): Int32Array {
  const keys = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) keys[at] = stratum[places[at] ?? 0] ?? 0;
  const next = startsOf(keys, keys.length);
  const ordered = new Int32Array(places.length);
  for (let from = 0; from < places.length; from++) {
    const key = keys[from] ?? 0;
    const at = next[key] ?? 0;
    ordered[at] = places[from] ?? 0;
    next[key] = at + 1;
  }
  return ordered;
}

/** Places of the entries of each group, in the order of age. */
export function placesByGroup({ size, group }: LifeEntries, groups: number): Int32Array[] {
  const counts = new Int32Array(groups);
  for (let place = 0; place < size; place++) counts[group[place] ?? 0] = (counts[group[place] ?? 0] ?? 0) + 1;
  const found = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let place = 0; place < size; place++) {
    const own = group[place] ?? 0;
    const at = counts[own] ?? 0;
    const list = found[own];
    if (list) list[at] = place;
    counts[own] = at + 1;
  }
  return found;
}

/** In the order of age. */
export function placesWhere(size: number, isWanted: (place: number) => boolean): Int32Array {
  const places = new Int32Array(size);
  let count = 0;
  for (let place = 0; place < size; place++) if (isWanted(place)) places[count++] = place;
  return places.subarray(0, count);
}
