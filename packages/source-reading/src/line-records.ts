import { z } from 'zod';
import { toolNamed } from './evidence/tool-names.ts';

/** Who wrote lines, as a record of them tells: an assistant, or a person whose typing was observed. */
export type RecordedAuthor = { readonly ai: boolean; readonly tool: string; readonly model: string };

/** Lines `from` to `to` of the file after the commit, by the number of their author. A later range counts before an earlier one. */
export type RecordedRange = {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly author: number;
};

export type LineRecord = { readonly authors: readonly RecordedAuthor[]; readonly ranges: readonly RecordedRange[] };

/** Past these a record is not read: nobody writes such a commit, and it is told by whoever can push. */
const MAX_RANGES = 200_000;
const MAX_AUTHORS = 5_000;
const LAST_LINE = 2 ** 31 - 1;
const WORD = 100;

const word = z.string().transform((text) => text.slice(0, WORD));
const agent = z.object({ agent_id: z.object({ tool: word, model: word.optional() }) });
const authorshipSchema = z.object({
  schema_version: z.string().regex(/^authorship\/3\.\d+\.\d+$/),
  prompts: z.record(z.string(), agent).optional(),
  sessions: z.record(z.string(), agent).optional(),
  humans: z.record(z.string(), z.unknown()).optional(),
});

/**
 * A note of `refs/notes/ai` (Git AI's standard 3): per path the keys of sessions, prompts or persons with their lines, then `---`,
 * then JSON that tells whose keys they are. Null where it is not such a note.
 */
export function readAuthorshipNote(text: string): LineRecord | null {
  const divider = /^---\r?$/m.exec(text);
  if (!divider) return null;
  const metadata = authorshipSchema.safeParse(parseJson(text.slice(divider.index + divider[0].length)));
  if (!metadata.success) return null;
  const { prompts = {}, sessions = {}, humans = {} } = metadata.data;
  const record = createRecord();
  const authorOf = (key: string): RecordedAuthor | null => {
    if (key.startsWith('h_')) return Object.hasOwn(humans, key) ? person : null;
    const [session = ''] = key.split('::', 1);
    const known = key.startsWith('s_') ? own(sessions, session) : own(prompts, key);
    return known ? assistant(known.agent_id.tool, known.agent_id.model ?? '') : null;
  };
  let path: string | null = null;
  for (const line of text.slice(0, divider.index).split('\n')) {
    const written = line.trimEnd();
    if (written === '') continue;
    if (!written.startsWith('  ')) {
      path = /^".+"$/.test(written) ? written.slice(1, -1) : written;
      continue;
    }
    const [key = '', ranges = '', ...rest] = written.slice(2).split(' ');
    if (path === null || ranges === '' || rest.length > 0) return null;
    const author = authorOf(key);
    for (const range of ranges.split(',')) {
      const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
      if (!record.add(path, Number(from), Number(to), author)) return null;
    }
  }
  return record.done();
}

const contributor = z.object({ type: z.enum(['human', 'ai', 'mixed', 'unknown']), model_id: word.optional() });
const traceSchema = z.object({
  version: z.string().regex(/^\d+\.\d+(?:\.\d+)?$/),
  vcs: z.object({ type: z.string(), revision: z.string() }).optional(),
  tool: z.object({ name: word.optional() }).optional(),
  files: z.array(
    z.object({
      path: z.string(),
      conversations: z.array(
        z.object({
          contributor: contributor.optional(),
          ranges: z.array(
            z.object({ start_line: z.number(), end_line: z.number(), contributor: contributor.optional() }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Agent Trace records of a commit, one JSON object a line or a single one. Its specification leaves open where records are stored;
 * only those that name this commit as their revision speak of its lines.
 */
export function readAgentTraces(text: string, sha: string): LineRecord | null {
  const whole = parseJson(text);
  const traces =
    whole === undefined
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(parseJson)
      : [whole];
  const record = createRecord();
  for (const trace of traces) {
    const parsed = traceSchema.safeParse(trace);
    if (!parsed.success) return null;
    const { vcs, tool, files } = parsed.data;
    if (vcs !== undefined && (vcs.type !== 'git' || vcs.revision !== sha)) continue;
    for (const { path, conversations } of files)
      for (const { contributor: shared, ranges } of conversations)
        for (const { start_line: from, end_line: to, contributor: own = shared } of ranges) {
          const isAi = own?.type === 'ai' || own?.type === 'mixed';
          const author = isAi ? assistant(tool?.name ?? '', own.model_id ?? '') : own?.type === 'human' ? person : null;
          if (!record.add(path, from, to, author)) return null;
        }
  }
  return record.done();
}

const person: RecordedAuthor = { ai: false, tool: '', model: '' };
const assistant = (tool: string, model: string): RecordedAuthor => ({ ai: true, tool: toolNamed(tool), model });

function createRecord() {
  const authors: RecordedAuthor[] = [];
  const numbers = new Map<string, number>();
  const ranges: RecordedRange[] = [];
  return {
    /** False where the range is none. One whose author is not told says nothing. */
    add(path: string, from: number, to: number, author: RecordedAuthor | null): boolean {
      if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || to < from || to > LAST_LINE)
        return false;
      if (author === null) return true;
      const key = `${author.ai} ${author.tool}\n${author.model}`;
      const number = numbers.get(key) ?? authors.push(author) - 1;
      numbers.set(key, number);
      return ranges.push({ path, from, to, author: number }) <= MAX_RANGES && authors.length <= MAX_AUTHORS;
    },
    done: (): LineRecord => ({ authors, ranges }),
  };
}

const own = <Value>(values: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
