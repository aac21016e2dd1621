/** Control characters, line breaks among them. */
export const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** A name from elsewhere as one line. */
export const oneLine = (text: string): string =>
  text
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .join(' ')
    .trim();
