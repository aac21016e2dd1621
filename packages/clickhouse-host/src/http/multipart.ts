import { exception } from '../exception.ts';

/** The named parts of a multipart/form-data body, as text. */
export function readMultipart(body: Buffer, contentType: string): Map<string, string> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType)?.slice(1).find(Boolean);
  if (!boundary) throw exception('BAD_ARGUMENTS', 'The multipart body names no boundary.');
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line end before it.
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts = new Map<string, string>();
  let start = text.indexOf(delimiter);
  for (;;) {
    if (start < 0) throw exception('BAD_ARGUMENTS', 'The multipart body breaks off before its last boundary.');
    const partStart = start + delimiter.length;
    if (text.toString('latin1', partStart, partStart + 2) === '--') return parts;
    const end = text.indexOf(delimiter, partStart);
    const headersEnd = text.indexOf('\r\n\r\n', partStart);
    if (end < 0 || headersEnd < 0 || headersEnd > end) {
      throw exception('BAD_ARGUMENTS', 'A part of the multipart body has no end, or no headers.');
    }
    const name = /\bname="([^"]*)"/.exec(text.toString('utf8', partStart, headersEnd))?.[1];
    if (name === undefined) throw exception('BAD_ARGUMENTS', 'A part of the multipart body has no name.');
    parts.set(name, text.toString('utf8', headersEnd + 4, end));
    start = end;
  }
}
