import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockIndex } from './block-index.ts';

/** A block's age, other than its number: neighbours in number are far apart in age. */
const ageOf = (id: number) => (id * 7919) % 10_007;
const byAge = (a: number, b: number) => ageOf(a) - ageOf(b);

test('the oldest standing block of a hash is found, however blocks came, were forgotten and packed', () => {
  const hash = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(2 ** 32 + 1, 2 ** 33 + 1, 2 ** 53 - 1));
  const block = fc.record({ hash, id: fc.integer({ min: 0, max: 5000 }) });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 60 }), fc.integer({ min: 2, max: 5 }), (blocks, nth) => {
      const lives = (id: number) => id % nth !== 0;
      let index = new BlockIndex(byAge);
      const model = new Map<string, { hash: number; id: number; span: number }>();
      const isAsTheModel = () => {
        expect(index.size).toBe(model.size);
        for (const { hash } of blocks) {
          const [oldest] = [...model.values()].filter((one) => one.hash === hash).sort((a, b) => byAge(a.id, b.id));
          expect(index.find(hash, () => true)?.id ?? null).toBe(oldest?.id ?? null);
          const [standing] = [...model.values()]
            .filter((one) => one.hash === hash && one.id % 3 === 0)
            .sort((a, b) => byAge(a.id, b.id));
          expect(index.find(hash, (id) => id % 3 === 0)?.id ?? null).toBe(standing?.id ?? null);
        }
      };
      for (const [number, { hash, id }] of blocks.entries()) {
        const span = (id % 63) + 1; // a line begins one block
        index.add(hash, id, span);
        model.set(`${hash} ${id}`, { hash, id, span });
        if (number % 20 !== 19) continue;
        index.keep(lives);
        for (const [key, one] of model) if (!lives(one.id)) model.delete(key);
        isAsTheModel();
        const copy = new BlockIndex(byAge);
        const column = (name: 'hash' | 'block') =>
          Float64Array.from([...index.pack(name, 7)].flatMap((stretch) => [...stretch]));
        copy.unpack(column('hash'), column('block'));
        index = copy;
      }
      isAsTheModel();
    }),
  );
});

test('a hundred thousand blocks stand side by side', () => {
  const index = new BlockIndex((a, b) => a - b);
  for (let id = 0; id < 100_000; id++) index.add((id * 2_654_435_761) % 2 ** 53, id, 5);
  expect(index.size).toBe(100_000);
  for (let id = 0; id < 100_000; id += 997) {
    expect(index.find((id * 2_654_435_761) % 2 ** 53, () => true)).toEqual({ id, span: 5 });
  }
});
