import type { FileChangeFact } from '../facts.ts';
import type { ReadHunk } from './read-hunks.ts';

export type Documentation = Pick<FileChangeFact, 'documentedFunctions' | 'documentation'>;

const LONGEST = 1000;
const MOST_FUNCTIONS = 500;

/** The documentation of functions that a file's hunks wrote together with it. */
export function documentationIn(hunks: readonly ReadHunk[]): Documentation {
  const found = new Map<string, string>();
  for (const hunk of hunks) {
    for (const scope of hunk.fresh.scopes) {
      if (!scope?.documentation || scope.functionName === null || found.size >= MOST_FUNCTIONS) continue;
      if (!found.has(scope.functionName)) found.set(scope.functionName, scope.documentation.slice(0, LONGEST));
    }
  }
  return { documentedFunctions: [...found.keys()], documentation: [...found.values()] };
}
