/**
 * Lines that were written together and left observation at the same age, as columns: the cluster (the commit that wrote them), the group and
 * the stratum they are compared in, the age in days, how many ended at that age, and how many were still alive when last seen. Each cluster's
 * stand together, in the order of age, so that what is summed up by cluster needs no memory but the cluster's own.
 */
export interface LifeEntries {
  readonly size: number;
  readonly cluster: Int32Array;
  readonly group: Uint8Array;
  readonly stratum: Int32Array;
  readonly age: Uint16Array;
  readonly ended: Float64Array;
  readonly left: Float64Array;
  /** One more than the highest cluster. */
  readonly clusterCount: number;
}

const emptyColumns = (size: number) => ({
  cluster: new Int32Array(size),
  group: new Uint8Array(size),
  stratum: new Int32Array(size),
  age: new Uint16Array(size),
  ended: new Float64Array(size),
  left: new Float64Array(size),
});

/** Collects entries; the columns grow as need be. */
export class LifeEntriesBuilder {
  #size = 0;
  #clusterCount = 0;
  #isOrdered = true;
  #columns: ReturnType<typeof emptyColumns>;

  /** For about so many. */
  constructor(expected = 1024) {
    this.#columns = emptyColumns(Math.max(expected, 1));
  }

  /** Lines that are alike in all but their number, and come one after another, become one entry. */
  add(cluster: number, group: number, stratum: number, age: number, ended: number, left: number): void {
    if (this.#size === this.#columns.age.length) this.#grow();
    const columns = this.#columns;
    const at = this.#size;
    const before = at - 1;
    const clusterBefore = at === 0 ? -1 : (columns.cluster[before] ?? -1);
    if (cluster === clusterBefore) {
      const ageBefore = columns.age[before] ?? 0;
      if (age === ageBefore && group === columns.group[before] && stratum === columns.stratum[before]) {
        columns.ended[before] = (columns.ended[before] ?? 0) + ended;
        columns.left[before] = (columns.left[before] ?? 0) + left;
        return;
      }
      if (age < ageBefore) this.#isOrdered = false;
    } else if (cluster < clusterBefore) this.#isOrdered = false;
    else this.#clusterCount = Math.max(this.#clusterCount, cluster + 1);
    columns.cluster[at] = cluster;
    columns.group[at] = group;
    columns.stratum[at] = stratum;
    columns.age[at] = age;
    columns.ended[at] = ended;
    columns.left[at] = left;
    this.#size++;
  }

  /** In order; what is of the same cluster and age stays in the order in which it came. */
  done(): LifeEntries {
    const size = this.#size;
    const { cluster, group, stratum, age, ended, left } = this.#columns;
    const columns = {
      cluster: cluster.subarray(0, size),
      group: group.subarray(0, size),
      stratum: stratum.subarray(0, size),
      age: age.subarray(0, size),
      ended: ended.subarray(0, size),
      left: left.subarray(0, size),
    };
    const all = { size, ...columns, clusterCount: this.#clusterCount };
    if (this.#isOrdered) return all;
    const byAge = orderedBy(
      age,
      Int32Array.from({ length: size }, (_, place) => place),
    );
    return take(all, orderedBy(cluster, byAge));
  }

  #grow(): void {
    const old = this.#columns;
    const wide = emptyColumns(old.age.length * 2);
    wide.cluster.set(old.cluster);
    wide.group.set(old.group);
    wide.stratum.set(old.stratum);
    wide.age.set(old.age);
    wide.ended.set(old.ended);
    wide.left.set(old.left);
    this.#columns = wide;
  }
}

export function placesTo(count: number): Int32Array {
  const places = new Int32Array(count);
  for (let place = 0; place < count; place++) places[place] = place;
  return places;
}

/** Places in the order of their keys, small whole numbers; those with the same key stay in the order in which they come. */
export function orderedBy(keys: Int32Array | Uint16Array, places: Int32Array): Int32Array {
  let most = 0;
  for (let at = 0; at < places.length; at++) most = Math.max(most, keys[places[at] ?? 0] ?? 0);
  const next = new Int32Array(most + 2);
  for (let at = 0; at < places.length; at++) {
    const after = (keys[places[at] ?? 0] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let key = 1; key < next.length; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const ordered = new Int32Array(places.length);
  for (let from = 0; from < places.length; from++) {
    const place = places[from] ?? 0;
    const key = keys[place] ?? 0;
    const at = next[key] ?? 0;
    ordered[at] = place;
    next[key] = at + 1;
  }
  return ordered;
}

/** The entries at the given places, in their order. */
export function take(entries: LifeEntries, places: Int32Array): LifeEntries {
  const taken = emptyColumns(places.length);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    taken.cluster[at] = entries.cluster[place] ?? 0;
    taken.group[at] = entries.group[place] ?? 0;
    taken.stratum[at] = entries.stratum[place] ?? 0;
    taken.age[at] = entries.age[place] ?? 0;
    taken.ended[at] = entries.ended[place] ?? 0;
    taken.left[at] = entries.left[place] ?? 0;
  }
  return { size: places.length, ...taken, clusterCount: entries.clusterCount };
}

export function placesWhere(size: number, isWanted: (place: number) => boolean): Int32Array {
  const places = new Int32Array(size);
  let count = 0;
  for (let place = 0; place < size; place++) if (isWanted(place)) places[count++] = place;
  return places.subarray(0, count);
}

/** The entries of two groups only, which become 0 and 1. */
export function takePair(entries: LifeEntries, one: number, other: number): LifeEntries {
  const { group, size } = entries;
  const places = placesWhere(size, (place) => group[place] === one || group[place] === other);
  const taken = places.length === size ? { ...entries, group: group.slice() } : take(entries, places);
  for (let at = 0; at < taken.size; at++) taken.group[at] = taken.group[at] === one ? 0 : 1;
  return taken;
}
