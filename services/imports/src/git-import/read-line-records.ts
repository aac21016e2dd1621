import { readWindowFiles } from '@linescope/git-engine/git/window-files';
import { type LineRecord, readAgentTraces, readAuthorshipNote } from '@linescope/source-reading/line-records';

/** Notes that record who wrote which lines of their commit: Git AI's, and records of Agent Trace. */
export const NOTE_REFS = ['refs/notes/ai', 'refs/notes/agent-trace'] as const;

/** Notes of early versions hold whole conversations. */
const NOTE_LIMIT = 8 * 1024 * 1024;
const ABSENT = '000000';
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export interface NotedCommit {
  sha: string;
  /** Null where its note was withdrawn. */
  record: LineRecord | null;
}

export interface NotesRequest {
  gitDir: string;
  ref: string;
  /** Null where the ref is gone. */
  tip: string | null;
  /** Only notes that differ from those of this commit are read; null: all. */
  before: string | null;
  /** A note that could not be read: it counts as none. */
  onMalformed(sha: string): void;
  signal: AbortSignal;
}

/** The commits whose notes are new, changed or withdrawn. What is no note of lines is left out: anyone who may push writes there. */
export async function* readLineRecords(request: NotesRequest): AsyncGenerator<NotedCommit> {
  const { gitDir, ref, tip, before, onMalformed, signal } = request;
  if (tip === null && before === null) return;
  const files = { gitDir, sha: tip ?? EMPTY_TREE, base: before, textLimit: NOTE_LIMIT, signal };
  for await (const { path, mode, text } of readWindowFiles(files)) {
    // Git spreads many notes over folders by the first digits of their commit.
    const sha = path.replaceAll('/', '');
    if (!/^[0-9a-f]{40}$/.test(sha)) continue;
    if (mode === ABSENT) {
      yield { sha, record: null };
      continue;
    }
    const record = text === null ? null : ref === NOTE_REFS[0] ? readAuthorshipNote(text) : readAgentTraces(text, sha);
    if (record === null) onMalformed(sha);
    yield { sha, record };
  }
}
