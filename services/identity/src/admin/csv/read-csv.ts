/** CSV as RFC 4180 has it: quoted fields may hold commas, quotes (doubled) and line ends. The first row names the columns. */
export function readCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = splitRows(text.replace(/^\uFEFF/, ''));
  if (!head) return [];
  const names = head.map((name) => name.trim());
  return rows.map((row, index) => {
    if (row.length > names.length) throw new Error(`Line ${index + 2} has more fields than the first line has names.`);
    return Object.fromEntries(names.map((name, column) => [name, row[column] ?? '']));
  });
}

function splitRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[index + 1] === '"') {
        field += '"';
        index += 1;
      } else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === ',') endField();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') field += letter;
  }
  if (quoted) throw new Error('The file ends inside a quoted field.');
  endRow();
  return rows;
}
