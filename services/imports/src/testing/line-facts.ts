import { columnsIn, packLines } from '@linescope/git-engine/delivery/line-columns';
import type { CommitLines } from '@linescope/git-engine/delivery/spool';
import type { CommitFact, LineChangeFact } from '@linescope/git-engine/facts';

export const commitFact = (over: Partial<CommitFact> = {}): CommitFact => ({
  sha: 'a'.repeat(40),
  parents: [],
  authorName: 'Ann',
  authorEmail: 'ann@example.com',
  authoredAt: 1_700_000_000,
  committerName: 'Ann',
  committerEmail: 'ann@example.com',
  committedAt: 1_700_000_000,
  message: '',
  isMerge: false,
  onDefaultBranch: true,
  patchId: '',
  aiAuthored: false,
  aiConfidence: 0,
  aiTool: null,
  aiModel: null,
  aiEvidence: null,
  filesChanged: 1,
  linesAdded: 1,
  linesDeleted: 0,
  ...over,
});

/** A line with everything that a test does not speak of at rest. */
export const lineFact = (commit: CommitFact, over: Partial<LineChangeFact> = {}): LineChangeFact => ({
  sha: commit.sha,
  authoredAt: commit.authoredAt,
  aiAuthored: commit.aiAuthored,
  path: 'a.c',
  pathBefore: 'a.c',
  lineBefore: null,
  lineAfter: 1,
  operation: 'add',
  text: '',
  originSha: null,
  originPath: null,
  originLine: null,
  originAuthoredAt: null,
  bornSha: null,
  bornPath: null,
  bornLine: null,
  originAi: false,
  age: null,
  provenance: 'new_code',
  churn: false,
  kind: 'code',
  functionName: null,
  className: null,
  blockHash: 0,
  duplicate: false,
  connectives: 0,
  language: 'C',
  category: 'code',
  scored: true,
  newFile: false,
  hunk: 0,
  hunkLine: 0,
  delta: 0,
  ...over,
});

/** Lines as they come out of the spool. */
export function commitLines(commit: CommitFact, lines: readonly LineChangeFact[]): CommitLines {
  const { bytes, words } = packLines(lines);
  const buffer = new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return { commit, columns: columnsIn({ buffer, start: 0, end: bytes.length }, lines.length, words) };
}
