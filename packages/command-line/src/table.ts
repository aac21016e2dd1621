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

/** A list for people: the names of its fields as words for a head, `-` where there is nothing. */
export function table(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return 'none';
  const names = Object.keys(first);
  return columns([names.map(inWords), ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
}

const inWords = (name: string): string => name.replace(/_em$/, '').replaceAll('_', ' ');

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(cellOf)
    : Object.entries(value).map(([name, part]) => `${inWords(name)} ${cellOf(part)}`);
  return parts.join(', ') || '-';
}

/** For people, rows may say what programs are given in other words. */
export const listing = (rows: Record<string, unknown>[], said = rows) => ({ json: rows, text: table(said) });
