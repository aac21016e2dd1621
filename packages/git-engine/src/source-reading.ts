import type { FileCategory, LineKind } from './facts.ts';

export type FileKind = {
  language: string | null;
  category: FileCategory;
  generated: boolean;
  vendored: boolean;
  lock: boolean;
};

export type Scope = { functionName: string | null; className: string | null };

export type AiEvidence = { authored: boolean; confidence: number; tool: string | null; evidence: string | null };

export type CommitWords = {
  message: string;
  authorName: string;
  authorEmail: string;
  committerName: string;
  committerEmail: string;
};

/** What the engine asks of whoever can read source code. */
export type SourceReading = {
  readFileKind(path: string, head?: Uint8Array): FileKind;
  createLineReader(language: string | null): { next(text: string): LineKind };
  createScopeReader(language: string | null): { functionOf(hunkHeader: string): Scope };
  scopesOf(lines: string[], language: string | null): Array<Scope | null>;
  readAiEvidence(words: CommitWords): AiEvidence;
};
