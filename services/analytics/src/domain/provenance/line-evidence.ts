/** What is known of who wrote a line. `probable` is decided when it is shown: it never counts. */
export interface Evidence {
  tier: 'recorded' | 'declared' | 'unknown';
  /** Whether that names an assistant; a record may name a person. */
  ai: boolean;
  /** It has its evidence from the line that it was squashed, rebased, picked or restored from. */
  inherited: boolean;
  tool: string;
  model: string;
}

export const NO_EVIDENCE: Evidence = { tier: 'unknown', ai: false, inherited: false, tool: '', model: '' };

/** What a commit's trailers, bots or host say of all its lines. */
export interface Declaration {
  tool: string;
  model: string;
}

export const declaredBy = ({ tool, model }: Declaration): Evidence => ({
  tier: 'declared',
  ai: true,
  inherited: false,
  tool,
  model,
});

/** A record of a commit's lines: `[path, first line, last line, author, …]`; a later range counts before an earlier one. */
export interface StoredRecord {
  paths: readonly string[];
  ranges: readonly number[];
  authors: readonly { ai: boolean; tool: string; model: string }[];
}

/** Looks up what the record tells of a line of the commit; null where it is silent. */
export function recordedLines(record: StoredRecord): (path: string, line: number) => Evidence | null {
  const ofPath = new Map<string, number[]>();
  for (let at = record.ranges.length - 4; at >= 0; at -= 4) {
    const path = record.paths[record.ranges[at] ?? 0] ?? '';
    const own = ofPath.get(path);
    if (own) own.push(at);
    else ofPath.set(path, [at]);
  }
  return (path, line) => {
    for (const at of ofPath.get(path) ?? []) {
      if (line < (record.ranges[at + 1] ?? 0) || line > (record.ranges[at + 2] ?? 0)) continue;
      const author = record.authors[record.ranges[at + 3] ?? 0];
      if (author) return { tier: 'recorded', inherited: false, ...author };
    }
    return null;
  };
}

export const sameEvidence = (one: Evidence, other: Evidence): boolean =>
  one.tier === other.tier &&
  one.ai === other.ai &&
  one.inherited === other.inherited &&
  one.tool === other.tool &&
  one.model === other.model;
