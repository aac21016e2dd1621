import { Stream } from 'node:stream';

/** Stands in for the body of a request that has none: the request to the unit ends at once, with no pipe to set up and take down. */
class EmptyBody extends Stream {
  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    destination.end();
    return destination;
  }
}

export const EMPTY_BODY: Stream = new EmptyBody();
