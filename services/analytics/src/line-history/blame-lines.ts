import type { ShownEvidence } from './line-evidence.ts';
import type { TextBytes, WrittenLine } from './packed-lines.ts';

/**
 * The lines of blame's answer as JSON, written straight as bytes. Nearly all of a line's record is what its commit says, the same
 * for each of its lines: that is written once and copied, which takes a fifth of the time of writing every record as a text.
 *
 *   {"line_number":7,"text":"…"  ,"origin_em":…,"entry":{…,"line_number":  5  ,"operation_em":…,"provenance_em":…}}
 *                                `────────── head, by commit ──────────´       `─── tail, by how it was written ───´
 */

export type Origin = 'origin_in_window' | 'origin_before_window' | 'origin_not_shown';

/** What the lines of a commit in a file have in common. */
export interface CommitFields {
  sha: string;
  authoredAt: string;
  userName: string;
  path: string;
}

const START = Buffer.from('{"line_number":');
const TEXT = Buffer.from(',"text":');
const NO_TEXT = { bytes: Buffer.from('null'), from: 0, until: 4 };
const [OPEN, CLOSE, COMMA, ZERO] = [0x5b, 0x5d, 0x2c, 0x30];

const PART = 128 * 1024;
/** Of two numbers and what stands around the text. */
const MARGIN = 64;

export interface LineWriter {
  /** A line with an entry, or with none where there is no number of it. */
  add(number: number, text: TextBytes | null, head: Buffer, line?: number, tail?: Buffer): void;
  /** All lines as a JSON array, until it is released. */
  end(): { length: number; parts: Buffer[]; release(): void };
}

/** Written in before and free again: new ones for each answer would have the whole heap looked through every fifty answers. */
const free: Buffer[] = [];
const MOST_FREE = 64;

export function createLineWriter(): LineWriter {
  const parts: Buffer[] = [];
  const used: Buffer[] = [];
  const take = (bytes: number): Buffer => {
    const taken = (bytes <= PART ? free.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.max(PART, bytes));
    used.push(taken);
    return taken;
  };
  let part = take(0);
  let at = 0;
  let length = 0;
  const close = (): void => {
    parts.push(part.subarray(0, at));
    at = 0;
  };
  const reserve = (bytes: number): void => {
    if (part.length - at >= bytes) return;
    close();
    part = take(bytes);
  };
  const release = (): void => {
    for (const one of used.splice(0)) if (one.length === PART && free.length < MOST_FREE) free.push(one);
  };
  const put = (bytes: Buffer): void => {
    part.set(bytes, at);
    at += bytes.length;
  };
  const putNumber = (number: number): void => {
    let digits = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    at += digits;
    for (let [place, rest] = [at - 1, number]; digits > 0; place--, digits--, rest = Math.floor(rest / 10))
      part[place] = ZERO + (rest % 10);
  };
  return {
    add(number, text, head, line, tail) {
      const { bytes, from, until } = text ?? NO_TEXT;
      reserve(until - from + head.length + (tail?.length ?? 0) + MARGIN);
      part[at++] = length === 0 ? OPEN : COMMA;
      put(START);
      putNumber(number);
      put(TEXT);
      bytes.copy(part, at, from, until);
      at += until - from;
      put(head);
      if (line !== undefined) putNumber(line);
      if (tail) put(tail);
      length++;
    },
    end() {
      reserve(2);
      if (length === 0) part[at++] = OPEN;
      part[at++] = CLOSE;
      close();
      return { length, parts, release };
    },
  };
}

/** What follows the text of a line that has no entry. */
export const withoutEntry = (origin: Origin): Buffer => Buffer.from(`,"origin_em":"${origin}","entry":null}`);

/** What follows the text of a commit's lines; the evidence seldom differs from that of the line before. */
export function createHeads(fields: CommitFields): (evidence: ShownEvidence) => Buffer {
  let written: { evidence: ShownEvidence; head: Buffer } | null = null;
  return (evidence) => {
    if (written?.evidence !== evidence) written = { evidence, head: writeHead(fields, evidence) };
    return written.head;
  };
}

function writeHead({ sha, authoredAt, userName, path }: CommitFields, evidence: ShownEvidence): Buffer {
  const fields = JSON.stringify({
    sha,
    authored_at: authoredAt,
    evidence_tier_em: evidence.evidence_tier_em,
    evidence_inherited: evidence.evidence_inherited,
    ai_tool: evidence.ai_tool,
    ai_model: evidence.ai_model,
    authored_by_llm: evidence.authored_by_llm,
    user_name: userName,
    code_file_path: path,
  });
  return Buffer.from(`,"origin_em":"origin_in_window","entry":${fields.slice(0, -1)},"line_number":`);
}

/** What follows the number of a line; few are different. */
export function createTails(): (line: WrittenLine | undefined) => Buffer {
  const byWords = new Map<string, Map<string, Buffer>>();
  const unknown = writeTail('add', 'null');
  return (line) => {
    if (!line) return unknown;
    const known = byWords.get(line.operation)?.get(line.provenance);
    if (known) return known;
    const tail = writeTail(line.operation, `"provenance_${line.provenance}"`);
    const ofOperation = byWords.get(line.operation) ?? new Map<string, Buffer>();
    byWords.set(line.operation, ofOperation.set(line.provenance, tail));
    return tail;
  };
}

const writeTail = (operation: string, provenance: string): Buffer =>
  Buffer.from(`,"operation_em":"operation_${operation}","provenance_em":${provenance}}}`);
