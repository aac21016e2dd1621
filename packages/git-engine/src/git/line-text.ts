import { type ByteReader, decodeText } from './byte-reader.ts';

/** The text of the reader's line behind its marks; past the limit cut at a character, with its true size named. */
export function lineText(reader: ByteReader, marks: number, limit: number): string {
  const start = reader.start + marks;
  const size = reader.end - start;
  if (size <= limit && reader.dropped === 0) return decodeText(reader.bytes, start, reader.end);
  let end = start + limit;
  while (end > start && ((reader.bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${decodeText(reader.bytes, start, end)}… (${size + reader.dropped} bytes)`;
}
