import { wrapCursor } from '@linescope/chassis/http/list-cursor';

const POSITIONS = [
  ...['x', '{}', 'null', '[]', '[[1]]', '[null]', '[1.5]', '[1e300]', '[-1e999]', '[9223372036854775807]', '["1"]'],
  ...[
    '["\\u0000",1]',
    '["a","1"]',
    '["a",1.5]',
    '[1,[1.5]]',
    '["a",1,2,1e300]',
    '[1,2,3,4,5]',
    '[0,["x","y"]]',
    '[1e99,["1"]]',
  ],
];

/** Cursors that no list gives: those of earlier versions, and some whose place is none. */
export const tamperedCursors = (list: string, parameters: Record<string, unknown> = {}): string[] => [
  ...POSITIONS.map((position) => wrapCursor(list, parameters, position)),
  ...POSITIONS.map((position) => wrapCursor(list, parameters, Buffer.from(position).toString('base64url'))),
  ...['[1,[1]]', '[1,[1.5]]', '{"f":[],"c":"WzEsWzFdXQ"}'].map((text) => Buffer.from(text).toString('base64url')),
];
