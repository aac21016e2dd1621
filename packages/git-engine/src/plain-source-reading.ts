import type { SourceReading } from './source-reading.ts';

/** The least that can be read without knowing languages; for tests of the engine alone. */
export const plainSourceReading: SourceReading = {
  readFileKind: () => ({ language: null, category: 'code', generated: false, vendored: false, lock: false }),
  createLineReader: () => ({
    next: (text) => (/^\s*$/.test(text) ? 'blank' : /^[\s{}()[\];,]*$/.test(text) ? 'punctuation' : 'code'),
  }),
  createScopeReader: () => ({ functionOf: (header) => ({ functionName: header, className: null }) }),
  scopesOf: () => [],
  readAiEvidence: () => ({ authored: false, confidence: 0, tool: null, evidence: null }),
};
