import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slicePage } from './pages.ts';

interface File {
  lines: number;
  path: string;
}
const keyOf = ({ lines, path }: File) => [-lines, path];
const files = fc.uniqueArray(
  fc.record<File>({ lines: fc.integer({ min: 0, max: 3 }), path: fc.string({ maxLength: 3 }) }),
  {
    selector: ({ lines, path }) => `${lines} ${path}`,
  },
);

test('pages by cursor show each record just once, whatever comes and goes meanwhile', () => {
  fc.assert(
    fc.property(files, files, fc.integer({ min: 1, max: 4 }), (some, others, size) => {
      const shown: string[] = [];
      const text = (file: File) => JSON.stringify(keyOf(file));
      for (let cursor: string | null | undefined, turn = 0; cursor !== null; turn += 1) {
        // What was shown goes; others are there at every other time.
        const left = some.filter((file) => !shown.includes(text(file)));
        const coming = turn % 2 === 0 ? [] : others.filter((other) => !some.some((one) => text(one) === text(other)));
        const { items, fields } = slicePage([...left, ...coming], { page: 1, per_page: size, cursor }, keyOf);
        shown.push(...items.map(text));
        cursor = fields.next_cursor;
        if (cursor === null && turn % 2 === 1) break;
      }
      const ofSome = shown.filter((one) => some.some((file) => text(file) === one));
      expect(new Set(shown).size).toBe(shown.length);
      expect(ofSome.sort()).toEqual(some.map(text).sort());
    }),
  );
});

test.each(['[1]', '["a",1]', '[1,"a",2]', '[1,null]', '{}', '[', ''])('400: the cursor %s', (cursor) => {
  const page = () => slicePage([{ lines: 1, path: 'a' }], { page: 1, per_page: 1, cursor }, keyOf);
  expect(page).toThrow(
    expect.objectContaining({ status: 400, errors: [expect.objectContaining({ param: 'cursor' })] }),
  );
});
