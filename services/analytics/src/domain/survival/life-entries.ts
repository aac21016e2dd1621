/**
 * Lines that were written together and left observation at the same age, as columns: the cluster (the commit that wrote them), the
 * group and the stratum they are compared in, the age in days, how many ended at that age, and how many were still alive when last seen.
 */
export interface LifeEntries {
  readonly size: number;
  readonly cluster: Int32Array;
  readonly group: Int32Array;
  readonly stratum: Int32Array;
  readonly age: Int32Array;
  readonly ended: Float64Array;
  readonly left: Float64Array;
  readonly clusterCount: number;
}

/** Collects entries; the columns grow as need be. */
export class LifeEntriesBuilder {
  #size = 0;
  #clusterCount = 0;
  #cluster = new Int32Array(1024);
  #group = new Int32Array(1024);
  #stratum = new Int32Array(1024);
  #age = new Int32Array(1024);
  #ended = new Float64Array(1024);
  #left = new Float64Array(1024);

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

  done(): LifeEntries {
    return {
      size: this.#size,
      cluster: this.#cluster.subarray(0, this.#size),
      group: this.#group.subarray(0, this.#size),
      stratum: this.#stratum.subarray(0, this.#size),
      age: this.#age.subarray(0, this.#size),
      ended: this.#ended.subarray(0, this.#size),
      left: this.#left.subarray(0, this.#size),
      clusterCount: this.#clusterCount,
    };
  }

  #grow(): void {
    const widen = (old: Int32Array<ArrayBuffer>) => {
      const wide = new Int32Array(old.length * 2);
      wide.set(old);
      return wide;
    };
    const widenCounts = (old: Float64Array<ArrayBuffer>) => {
      const wide = new Float64Array(old.length * 2);
      wide.set(old);
      return wide;
    };
    this.#cluster = widen(this.#cluster);
    this.#group = widen(this.#group);
    this.#stratum = widen(this.#stratum);
    this.#age = widen(this.#age);
    this.#ended = widenCounts(this.#ended);
    this.#left = widenCounts(this.#left);
  }
}

/** Places of the given entries in the order of a key that is a small whole number; equal keys keep their order. */
export function orderedBy(key: Int32Array, places: Int32Array): Int32Array {
  let most = 0;
  for (const place of places) most = Math.max(most, key[place] ?? 0);
  const starts = new Int32Array(most + 2);
  for (const place of places) starts[(key[place] ?? 0) + 1] = (starts[(key[place] ?? 0) + 1] ?? 0) + 1;
  for (let value = 1; value < starts.length; value++) starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
  const ordered = new Int32Array(places.length);
  for (const place of places) {
    const value = key[place] ?? 0;
    const at = starts[value] ?? 0;
    ordered[at] = place;
    starts[value] = at + 1;
  }
  return ordered;
}

export function placesWhere(size: number, isWanted: (place: number) => boolean): Int32Array {
  const places = new Int32Array(size);
  let count = 0;
  for (let place = 0; place < size; place++) if (isWanted(place)) places[count++] = place;
  return places.subarray(0, count);
}
