/** Numbers commits from 0 on, by the halves of their hashes. */
export class CommitNumbers {
  #low = new Uint32Array(2048);
  #high = new Uint32Array(2048);
  #number = new Int32Array(2048).fill(-1);
  size = 0;

  numberOf(low: number, high: number): number {
    if (2 * this.size >= this.#number.length) this.#grow();
    const mask = this.#number.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const known = this.#number[slot] ?? -1;
      if (known >= 0 && this.#low[slot] === low && this.#high[slot] === high) return known;
      if (known >= 0) continue;
      this.#low[slot] = low;
      this.#high[slot] = high;
      this.#number[slot] = this.size;
      return this.size++;
    }
  }

  #grow(): void {
    const old = { low: this.#low, high: this.#high, number: this.#number };
    const size = 2 * old.number.length;
    this.#low = new Uint32Array(size);
    this.#high = new Uint32Array(size);
    this.#number = new Int32Array(size).fill(-1);
    for (const [slot, known] of old.number.entries()) {
      if (known < 0) continue;
      const low = old.low[slot] ?? 0;
      let free = low & (size - 1);
      while ((this.#number[free] ?? -1) >= 0) free = (free + 1) & (size - 1);
      this.#low[free] = low;
      this.#high[free] = old.high[slot] ?? 0;
      this.#number[free] = known;
    }
  }
}
