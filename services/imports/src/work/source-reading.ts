import type { SourceReading } from '@linescope/git-engine/source-reading';
import { readAiEvidence } from '@linescope/source-reading/ai-evidence';
import { readFileKind } from '@linescope/source-reading/file-reading';
import { createLineReader } from '@linescope/source-reading/line-reading';
import { createScopeReader, scopesOf } from '@linescope/source-reading/scope-reading';

/** What the engine asks of whoever can read source code. */
export const sourceReading: SourceReading = {
  readFileKind,
  createLineReader,
  createScopeReader,
  scopesOf,
  readAiEvidence,
};
