import type { LineChangeFact } from '../facts.ts';

/**
 * Line changes as the spool holds them: one array a line, with repeated words (paths, shas, names) as numbers into a list.
 * A third of the size of plain records, and as much faster to write and read.
 */
export type LineRows = { readonly words: readonly string[]; readonly rows: readonly Row[] };
type Row = readonly (number | string)[];

export type LineOwner = Pick<LineChangeFact, 'sha' | 'authoredAt' | 'aiAuthored'>;

const CHURN = 1;
const DUPLICATE = 2;
const SCORED = 4;
const NEW_FILE = 8;
const ORIGIN_AI = 16;
const NONE = -1;

export function packLines(lines: readonly LineChangeFact[]): LineRows {
  const numbers = new Map<string, number>();
  const word = (text: string | null): number => {
    if (text === null) return NONE;
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const rows = lines.map((line): Row => {
    const flags =
      (line.churn ? CHURN : 0) |
      (line.duplicate ? DUPLICATE : 0) |
      (line.scored ? SCORED : 0) |
      (line.newFile ? NEW_FILE : 0) |
      (line.originAi ? ORIGIN_AI : 0);
    return [
      word(line.path),
      word(line.pathBefore),
      line.lineBefore ?? NONE,
      line.lineAfter ?? NONE,
      word(line.operation),
      line.text,
      word(line.originSha),
      word(line.originPath),
      line.originLine ?? NONE,
      line.originAuthoredAt ?? NONE,
      line.age ?? NONE,
      word(line.provenance),
      flags,
      word(line.kind),
      word(line.functionName),
      word(line.className),
      line.blockHash,
      word(line.language),
      word(line.category),
      line.hunk,
      line.hunkLine,
      line.delta,
      line.connectives,
    ];
  });
  return { words: [...numbers.keys()], rows };
}

export function unpackLines(packed: LineRows, owner: LineOwner): LineChangeFact[] {
  const word = (value: unknown): string | null => packed.words[Number(value)] ?? null;
  return packed.rows.map((row) => {
    const flags = Number(row[12]);
    return {
      sha: owner.sha,
      authoredAt: owner.authoredAt,
      path: word(row[0]) ?? '',
      pathBefore: word(row[1]) ?? '',
      lineBefore: known(row[2]),
      lineAfter: known(row[3]),
      operation: spooled<LineChangeFact['operation']>(word(row[4])),
      text: String(row[5]),
      originSha: word(row[6]),
      originPath: word(row[7]),
      originLine: known(row[8]),
      originAuthoredAt: known(row[9]),
      originAi: (flags & ORIGIN_AI) !== 0,
      age: known(row[10]),
      provenance: spooled<LineChangeFact['provenance']>(word(row[11])),
      churn: (flags & CHURN) !== 0,
      kind: spooled<LineChangeFact['kind']>(word(row[13])),
      functionName: word(row[14]),
      className: word(row[15]),
      blockHash: Number(row[16]),
      duplicate: (flags & DUPLICATE) !== 0,
      connectives: Number(row[22]),
      aiAuthored: owner.aiAuthored,
      language: word(row[17]),
      category: spooled<LineChangeFact['category']>(word(row[18])),
      scored: (flags & SCORED) !== 0,
      newFile: (flags & NEW_FILE) !== 0,
      hunk: Number(row[19]),
      hunkLine: Number(row[20]),
      delta: Number(row[21]),
    };
  });
}

function known(value: unknown): number | null {
  return value === NONE ? null : Number(value);
}

/** The spool is our own file, written a moment ago by `packLines`: its words are those of the type. */
export function spooled<Word>(value: unknown): Word {
  return value as Word;
}
