export interface TreemapItem {
  key: string;
  size: number;
}

export interface TreemapBox {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Boxes as large as their items, as square as they can be: rows are filled while that makes the worst of them squarer. */
export function layOutTreemap(items: readonly TreemapItem[], width: number, height: number): TreemapBox[] {
  const sorted = items.filter(({ size }) => size > 0).toSorted((one, other) => other.size - one.size);
  const total = sorted.reduce((sum, { size }) => sum + size, 0);
  if (total === 0 || width <= 0 || height <= 0) return [];
  const scale = (width * height) / total;
  const areas = sorted.map(({ key, size }) => ({ key, area: size * scale }));
  const boxes: TreemapBox[] = [];
  let room: Room = { x: 0, y: 0, width, height };
  for (let from = 0; from < areas.length; ) {
    const side = Math.min(room.width, room.height);
    let count = 1;
    while (from + count < areas.length) {
      const row = areas.slice(from, from + count + 1).map(({ area }) => area);
      if (worstRatio(row, side) > worstRatio(row.slice(0, -1), side)) break;
      count += 1;
    }
    room = placeRow(areas.slice(from, from + count), room, boxes);
    from += count;
  }
  return boxes;
}

/** Of a row of areas along a side: the longest box by its shorter edge. */
function worstRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const thickness = sum / side;
  return Math.max(...row.map((area) => Math.max(thickness ** 2 / area, area / thickness ** 2)));
}

/** A row takes the shorter side of the room; what is left of the room is given back. */
function placeRow(row: readonly { key: string; area: number }[], room: Room, boxes: TreemapBox[]): Room {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const isColumn = room.width >= room.height;
  const thickness = sum / (isColumn ? room.height : room.width);
  let { x, y } = room;
  for (const { key, area } of row) {
    const length = area / thickness;
    boxes.push({ key, x, y, width: isColumn ? thickness : length, height: isColumn ? length : thickness });
    if (isColumn) y += length;
    else x += length;
  }
  return isColumn
    ? { x: room.x + thickness, y: room.y, width: room.width - thickness, height: room.height }
    : { x: room.x, y: room.y + thickness, width: room.width, height: room.height - thickness };
}
