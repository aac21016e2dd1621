/** What Git AI notes down on a developer's machine: which new lines of a commit an assistant typed, and which its author. */
import { createHash } from 'node:crypto';
import { models } from '../output/ai-usage.ts';
import type { Changes, Stamp } from '../output/fast-import.ts';
import type { Person } from '../plan/people.ts';
import type { Random } from '../text/random.ts';
import { type CodeFile, isCode, lineOfBlock, type SourceFile } from '../text/source-tree.ts';

export type Writer = { person: Person; byAssistant: boolean };
type Range = { from: number; to: number };
type FileRecord = { path: string; ai: Range[]; typed: Range[] };
export type LineRecord = {
  person: Person;
  session: { key: string; trace: string; tool: string; model: string } | null;
  files: FileRecord[];
};

const TOOLS = { anthropic: 'claude', cursor: 'cursor', copilot: 'github-copilot' } as const;
/** Of the runs of new lines in a commit with an assistant, so many are its own. */
const SHARE_OF_ASSISTANT = 0.85;

/** Undefined where the writer's machine notes nothing down, or nothing was added. */
export function recordLines(
  random: Random,
  { person, byAssistant }: Writer,
  at: number,
  before: ReadonlyMap<string, SourceFile | undefined>,
  changes: Changes,
): LineRecord | undefined {
  if (person.recordsSince === null || at < person.recordsSince || person.provider === null) return undefined;
  const files: FileRecord[] = [];
  const removed = [...changes].flatMap(([path, file]) => (file === null ? [before.get(path)] : []));
  for (const [path, file] of changes) {
    if (file === null || !isCode(file)) continue;
    const record: FileRecord = { path, ai: [], typed: [] };
    for (const range of newRanges([before.get(path), ...removed], file))
      (byAssistant && random.chance(SHARE_OF_ASSISTANT) ? record.ai : record.typed).push(range);
    if (record.ai.length + record.typed.length > 0) files.push(record);
  }
  if (files.length === 0) return undefined;
  if (!files.some(({ ai }) => ai.length > 0)) return { person, session: null, files };
  const model = random.pick(models[person.provider]);
  const session = { key: `s_${hex(random)}`, trace: `t_${hex(random)}`, tool: TOOLS[person.provider], model };
  return { person, session, files };
}

/** Runs of lines that neither the file had before nor those whose place it may have taken. */
function newRanges(before: readonly (SourceFile | undefined)[], after: CodeFile): Range[] {
  const known = before.flatMap((file) => (isCode(file) ? file.blocks : []));
  const texts = new Set(known.map(({ lines }) => lines.join('\n')));
  const ranges: Range[] = [];
  for (const [index, block] of after.blocks.entries()) {
    if (texts.has(block.lines.join('\n'))) continue;
    const first = lineOfBlock(after, index);
    const same = keptLines(known.find(({ name }) => name === block.name)?.lines ?? [], block.lines);
    for (const at of block.lines.keys()) {
      if (same.has(at)) continue;
      const last = ranges.at(-1);
      if (last?.to === first + at - 1) last.to = first + at;
      else ranges.push({ from: first + at, to: first + at });
    }
  }
  return ranges;
}

/** Which lines of a block stood in it before, by a longest common sequence: blocks are short. */
function keptLines(before: readonly string[], after: readonly string[]): Set<number> {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const length = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row)
        row[j] = before[i] === after[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  const kept = new Set<number>();
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) {
      kept.add(j);
      i++;
      j++;
    } else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return kept;
}

const rangesText = (ranges: readonly Range[]): string =>
  ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',');

const hex = (random: Random): string => Array.from({ length: 14 }, () => random.whole(0, 15).toString(16)).join('');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The note of `refs/notes/ai` by Git AI's standard 3.0.0. */
export function noteText({ person, session, files }: LineRecord, base: string): string {
  const author = `${person.name} <${person.email}>`;
  const human = `h_${sha256(author).slice(0, 14)}`;
  const lines: string[] = [];
  for (const { path, ai, typed } of files) {
    lines.push(path);
    if (session && ai.length > 0) lines.push(`  ${session.key}::${session.trace} ${rangesText(ai)}`);
    if (typed.length > 0) lines.push(`  ${human} ${rangesText(typed)}`);
  }
  const metadata = {
    schema_version: 'authorship/3.0.0',
    git_ai_version: '1.4.5',
    base_commit_sha: base,
    prompts: {},
    humans: { [human]: { author } },
    sessions: session
      ? {
          [session.key]: {
            agent_id: { tool: session.tool, id: sha256(session.key).slice(0, 32), model: session.model },
            human_author: author,
          },
        }
      : {},
  };
  return `${lines.join('\n')}\n---\n${JSON.stringify(metadata, null, 2)}\n`;
}

export const noteTaker = (at: number): Stamp => ({ name: 'Git AI', email: 'noreply@git-ai.invalid', at, zone: 0 });
