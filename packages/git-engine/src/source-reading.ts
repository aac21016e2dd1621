import { readAiEvidence } from '@linescope/source-reading/ai-evidence';
import { callsOf, definitionsOf } from '@linescope/source-reading/connectives';
import { readFileKind } from '@linescope/source-reading/file-reading';
import { createLineReader, readLine } from '@linescope/source-reading/line-reading';
import {
  createScopeReader,
  documentedScopesOf,
  gitAttributes,
  gitConfiguration,
} from '@linescope/source-reading/scope-reading';
import type { FileCategory, LineKind } from './facts.ts';

export type FileKind = {
  readonly language: string | null;
  readonly category: FileCategory;
  readonly generated: boolean;
  readonly vendored: boolean;
  readonly lock: boolean;
};

export type Scope = { readonly functionName: string | null; readonly className: string | null };
export type DocumentedScope = Scope & { readonly documentation: string | null };

export type AiEvidence = {
  readonly authored: boolean;
  readonly confidence: number;
  readonly tool: string | null;
  readonly model: string | null;
  readonly evidence: string | null;
};

export type CommitWords = {
  readonly message: string;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly committerName: string;
  readonly committerEmail: string;
};

/** What the engine asks of whoever can read source code. */
export type SourceReading = {
  readFileKind(path: string, head?: Uint8Array): FileKind;
  /** A line by itself, as it stands in the middle of a file. */
  readLine(text: string, language: string | null): LineKind;
  /** Lines from the first of a file on. */
  createLineReader(language: string | null): { next(text: string): LineKind };
  createScopeReader(language: string | null): { functionOf(hunkHeader: string): Scope };
  documentedScopesOf(lines: readonly string[], language: string | null): (DocumentedScope | null)[];
  definitionsOf(text: string, language: string | null): string[];
  callsOf(text: string, language: string | null): string[];
  readAiEvidence(words: CommitWords): AiEvidence;
  /** How git itself finds the function a hunk stands in: an attributes file and settings for drivers. */
  gitAttributes(): string;
  gitConfiguration(): readonly (readonly [key: string, value: string])[];
};

export const sourceReading: SourceReading = {
  readFileKind,
  readLine,
  createLineReader,
  createScopeReader,
  documentedScopesOf,
  definitionsOf,
  callsOf,
  readAiEvidence,
  gitAttributes,
  gitConfiguration,
};
