import { decodeText } from '../git/byte-reader.ts';

/** Numbers for paths. A path is its bytes (latin1); people see it as text. */
export class Paths {
  readonly #numbers = new Map<string, number>();
  readonly #bytes: string[] = [];
  readonly #texts: (string | undefined)[] = [];

  numberOf(bytes: string): number {
    const known = this.#numbers.get(bytes);
    if (known !== undefined) return known;
    const number = this.#bytes.length;
    this.#numbers.set(bytes, number);
    this.#bytes.push(bytes);
    return number;
  }

  bytesOf(number: number): string {
    return this.#bytes[number] ?? '';
  }

  textOf(number: number): string {
    const known = this.#texts[number];
    if (known !== undefined) return known;
    const bytes = Buffer.from(this.bytesOf(number), 'latin1');
    const text = decodeText(bytes, 0, bytes.length);
    this.#texts[number] = text;
    return text;
  }

  all(): readonly string[] {
    return this.#bytes;
  }
}
