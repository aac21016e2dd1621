/** Bytes in ClickHouse's RowBinary, in a buffer that grows: a row costs no allocation of its own. */
export class RowWriter {
  #buffer = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A copy of what was written; the writer starts afresh. */
  take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#length = this.#buffer.writeUInt8(value, this.#length);
  }

  i8(value: number): void {
    this.#reserve(1);
    this.#length = this.#buffer.writeInt8(value, this.#length);
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
  }

  i32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeInt32LE(value, this.#length);
  }

  i64(value: number): void {
    this.#reserve(8);
    this.#buffer.writeInt32LE(Math.floor(value / 2 ** 32), this.#length + 4);
    this.#buffer.writeUInt32LE(value % 2 ** 32 < 0 ? (value % 2 ** 32) + 2 ** 32 : value % 2 ** 32, this.#length);
    this.#length += 8;
  }

  f64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  /** LEB128, as lengths are written. */
  varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.varint(bytes);
    this.#reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length);
  }

  /** Exactly `size` bytes of ASCII, padded with NULs as ClickHouse pads a FixedString. */
  fixed(value: string, size: number): void {
    this.#reserve(size);
    const written = this.#buffer.write(value.slice(0, size), this.#length, 'latin1');
    this.#buffer.fill(0, this.#length + written, this.#length + size);
    this.#length += size;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
