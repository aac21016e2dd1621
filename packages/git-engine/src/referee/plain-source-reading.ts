import type { LineKind } from '../facts.ts';
import type { SourceReading } from '../source-reading.ts';

const readLine = (text: string): LineKind =>
  /^\s*$/.test(text) ? 'blank' : /^[\s{}()[\];,]*$/.test(text) ? 'punctuation' : 'code';

/** The least that can be read without knowing languages: every file is code and all of it counts. */
export const plainSourceReading: SourceReading = {
  readFileKind: () => ({ language: null, category: 'code', generated: false, vendored: false, lock: false }),
  readLine,
  createLineReader: () => ({ next: readLine }),
  createScopeReader: () => ({ functionOf: (header) => ({ functionName: header, className: null }) }),
  documentedScopesOf: () => [],
  definitionsOf: (text) => text.match(/(?<=function )\w+/g) ?? [],
  callsOf: (text) => text.match(/(?<!function )\b\w+(?=\()/g) ?? [],
  readAiEvidence: () => ({ authored: false, confidence: 0, tool: null, model: null, evidence: null }),
  gitAttributes: () => '',
  gitConfiguration: () => [],
};
