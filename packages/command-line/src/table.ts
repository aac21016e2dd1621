/** Rows as aligned columns. */
export function columns(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, index) => Math.max(cell.length, found[index] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join('  '),
    )
    .join('\n');
}

/** A list for people: its field names as the head, `-` where there is nothing. */
export function table(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return 'none';
  const names = Object.keys(first);
  return columns([names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const listing = (rows: Record<string, unknown>[]) => ({ json: rows, text: table(rows) });
