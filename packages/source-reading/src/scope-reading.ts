import { readDocumentation } from './scopes/read-documentation.ts';
import { readHeader } from './scopes/read-header.ts';
import { type ScopeGrammar, scopeGrammars } from './scopes/scope-grammars.ts';
import { type Scope, traceScopes } from './scopes/trace-scopes.ts';

export { gitAttributes, gitConfiguration } from './scopes/git-drivers.ts';

export type LineScope = { readonly functionName: string | null; readonly className: string | null };

export type ScopeReader = {
  /** The function or class that git's hunk header (`@@ … @@ text`) names. */
  functionOf(hunkHeader: string): LineScope;
};

const nothing: LineScope = { functionName: null, className: null };
const hunkMarks = /^@@+ [-+,\d ]{1,200} @@+ ?/;

export function createScopeReader(language: string | null): ScopeReader {
  const grammar = language === null ? undefined : scopeGrammars[language];
  if (grammar === undefined) return { functionOf: () => nothing };
  const known = knownScopes.get(grammar) ?? new Map<string, LineScope>();
  knownScopes.set(grammar, known);
  return {
    functionOf(hunkHeader) {
      const text = hunkHeader.slice(0, longestHeader);
      const found = known.get(text);
      if (found !== undefined) return found;
      if (known.size >= mostKnown) known.clear();
      const scope = scopeNamedBy(grammar, text);
      known.set(text, scope);
      return scope;
    },
  };
}

const longestHeader = 600;
/** A function is mostly changed in several places, and again by later commits: what its header says is remembered. */
const knownScopes = new Map<ScopeGrammar, Map<string, LineScope>>();
const mostKnown = 2_000;

function scopeNamedBy(grammar: ScopeGrammar, text: string): LineScope {
  const header = readHeader(grammar, text.replace(hunkMarks, ''), true);
  if (header === null) return nothing;
  return header.kind === 'function'
    ? { functionName: header.name, className: header.owner }
    : { functionName: null, className: header.name };
}

/** The function and class that each line of a file stands in; null outside of both. */
export function scopesOf(lines: readonly string[], language: string | null): (LineScope | null)[] {
  const trace = traceScopes(lines, language);
  if (trace === null) return new Array<LineScope | null>(lines.length).fill(null);
  const known = new Map<Scope, LineScope>();
  return trace.scopes.map((scope) => {
    if (scope === null) return null;
    const found = known.get(scope) ?? { functionName: scope.functionName, className: scope.className };
    known.set(scope, found);
    return found;
  });
}

/** The documentation of the function that encloses a line (counted from 0), where the source has it. */
export function documentationOf(lines: readonly string[], lineIndex: number, language: string | null): string | null {
  const trace = traceScopes(lines, language);
  const scope = trace?.scopes[lineIndex] ?? null;
  if (trace === null || scope === null || scope.kind !== 'function') return null;
  return readDocumentation(lines, trace, scope);
}

export type DocumentedScope = LineScope & { readonly documentation: string | null };

/** Whether a scope may begin on one of the lines. */
function mayAnnounce(lines: readonly string[], language: string | null): boolean {
  const sign = language === null ? undefined : scopeGrammars[language]?.sign;
  return sign === undefined || lines.some((line) => sign.test(line));
}

/** Scopes and documentation of a whole file in one pass. */
export function documentedScopesOf(lines: readonly string[], language: string | null): (DocumentedScope | null)[] {
  const trace = mayAnnounce(lines, language) ? traceScopes(lines, language) : null;
  if (trace === null) return new Array<DocumentedScope | null>(lines.length).fill(null);
  const known = new Map<Scope, DocumentedScope>();
  return trace.scopes.map((scope) => {
    if (scope === null) return null;
    const { functionName, className, kind } = scope;
    const found = known.get(scope) ?? {
      functionName,
      className,
      documentation: kind === 'function' ? readDocumentation(lines, trace, scope) : null,
    };
    known.set(scope, found);
    return found;
  });
}
