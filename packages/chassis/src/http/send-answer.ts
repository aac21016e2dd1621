import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { createAnswerTag } from './answer-tag.ts';
import { acceptedEncoding, COMPRESSED_FROM, compress, compressing, GZIP_LEVEL } from './encodings.ts';
import { createGzipParts } from './gzip-parts.ts';
import { jsonParts, releaseParts } from './json-parts.ts';

/** Of longer answers the client gets the beginning while the rest is compressed. */
const STREAMED_FROM = 256 * 1024;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends JSON, compressed as the client takes it; an answer that it has already is not sent again. Answers how many bytes were made,
 * sent or not.
 */
export async function sendJson(request: Request, response: Response, body: unknown, isRead: boolean): Promise<number> {
  const tagOf = isRead ? createAnswerTag() : null;
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  const knownTag = request.headers['if-none-match'];
  // Who names an answer that they have mostly needs no other.
  const gzip = accepted === 'gzip' && knownTag === undefined ? createGzipParts(GZIP_LEVEL) : null;
  const parts = await jsonParts(body, (part) => {
    gzip?.add(part);
    tagOf?.add(part);
  });
  // Not where the client goes away before: then the parts may still be on their way.
  response.once('finish', () => releaseParts(body));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  response.setHeader('vary', tagOf ? 'Accept, Accept-Encoding' : 'Accept-Encoding');
  if (tagOf) {
    const tag = tagOf.end();
    // Everybody's answer is their own, and is asked for again each time.
    response.setHeader('cache-control', 'private, no-cache');
    response.setHeader('etag', tag);
    if (isKnown(knownTag, tag)) {
      response.status(304).end();
      return length;
    }
  }
  response.setHeader('content-type', JSON_TYPE);
  const encoding = length < COMPRESSED_FROM ? null : accepted;
  if (encoding !== null) response.setHeader('content-encoding', encoding);
  if (encoding === null) {
    response.setHeader('content-length', length);
    response.cork();
    for (const part of parts) response.write(part);
    response.end();
  } else if (length < STREAMED_FROM) {
    response.send(
      gzip ? Buffer.concat(await Array.fromAsync(gzip.end())) : await compress(Buffer.concat(parts), encoding),
    );
  } else if (gzip) await pipeline(gzip.end(), response).catch(endedBy(response));
  else await pipeline(Readable.from(parts), compressing(encoding), response).catch(endedBy(response));
  return length;
}

/** A client that went away needs no more. */
const endedBy = (response: Response) => (error: unknown) => {
  if (!response.destroyed) throw error;
};

function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((one) => opaque(one) === opaque(tag));
}

/** Sends text as it is made. Whoever made it failing ends the connection, so that a part is never taken for the whole. */
export async function sendStream(
  request: Request,
  response: Response,
  stream: AsyncGenerator<string>,
  first: IteratorResult<string>,
): Promise<void> {
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    yield* stream;
  };
  response.vary('Accept, Accept-Encoding');
  response.set('cache-control', 'private, no-store');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding) response.set('content-encoding', encoding);
  const source = Readable.from(whole(), { objectMode: false });
  await (encoding ? pipeline(source, compressing(encoding), response) : pipeline(source, response));
}
