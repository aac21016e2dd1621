import { describe, expect, test } from 'vitest';
import { layOutTreemap, type TreemapBox } from './treemap.ts';

const sizes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `f${index}`, size: (index * 37) % 91 }));
const area = ({ width, height }: TreemapBox) => width * height;
const overlap = (one: TreemapBox, other: TreemapBox) =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1e-6 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1e-6;

describe('a treemap', () => {
  test('has a box for each item with a size, as large as its share, all of them in the room and none over another', () => {
    const items = sizes(60);
    const total = items.reduce((sum, { size }) => sum + size, 0);
    const boxes = layOutTreemap(items, 800, 300);
    expect(boxes.map(({ key }) => key).sort()).toEqual(items.flatMap(({ key, size }) => (size > 0 ? key : [])).sort());
    for (const box of boxes) {
      const share = (items.find(({ key }) => key === box.key)?.size ?? 0) / total;
      expect(area(box)).toBeCloseTo(share * 800 * 300, 4);
      expect(box.x + box.width).toBeLessThan(800 + 1e-6);
      expect(box.y + box.height).toBeLessThan(300 + 1e-6);
    }
    expect(boxes.some((one, index) => boxes.slice(index + 1).some((other) => overlap(one, other)))).toBe(false);
  });

  test('of equal items in a square has squares', () => {
    const boxes = layOutTreemap(
      ['a', 'b', 'c', 'd'].map((key) => ({ key, size: 5 })),
      100,
      100,
    );
    expect(boxes.map(({ width, height }) => [width, height])).toEqual(Array(4).fill([50, 50]));
  });

  test('of nothing, or in no room, has no box', () => {
    expect(layOutTreemap([], 100, 100)).toEqual([]);
    expect(layOutTreemap([{ key: 'a', size: 0 }], 100, 100)).toEqual([]);
    expect(layOutTreemap([{ key: 'a', size: 1 }], 0, 100)).toEqual([]);
  });
});
