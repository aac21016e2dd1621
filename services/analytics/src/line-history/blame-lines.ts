import type { LineRow } from '../store/line-history/entry-rows.ts';
import type { ShownEvidence } from './line-evidence.ts';

/**
 * The lines of blame's answer as JSON. Nearly all of a line's record is what its commit says, the same for each of its lines: it
 * is written once for a run of them, which takes a third of the time of writing every record as a whole.
 */

export type Origin = 'origin_in_window' | 'origin_before_window' | 'origin_not_shown';

export const NO_ENTRY = 'null';

export const writeLine = (number: number, text: string | null, origin: Origin, entry: string): string =>
  `{"line_number":${number},"text":${JSON.stringify(text)},"origin_em":"${origin}","entry":${entry}}`;

/** What the lines of a run have in common. */
export interface RunFields {
  sha: string;
  authoredAt: string;
  userName: string;
  path: string;
}

/** Writes the entries of a run; the evidence seldom differs from that of the line before. */
export function createEntryWriter(run: RunFields) {
  let written: { evidence: ShownEvidence; text: string } | null = null;
  return (evidence: ShownEvidence, line: number, row: LineRow | undefined): string => {
    if (written?.evidence !== evidence) written = { evidence, text: writeFields(run, evidence) };
    const provenance = row ? `"provenance_${row.provenance}"` : 'null';
    return `{${written.text},"line_number":${line},"operation_em":"operation_${row?.operation ?? 'add'}","provenance_em":${provenance}}`;
  };
}

const writeFields = ({ sha, authoredAt, userName, path }: RunFields, evidence: ShownEvidence): string =>
  JSON.stringify({
    sha,
    authored_at: authoredAt,
    evidence_tier_em: evidence.evidence_tier_em,
    evidence_inherited: evidence.evidence_inherited,
    ai_tool: evidence.ai_tool,
    ai_model: evidence.ai_model,
    authored_by_llm: evidence.authored_by_llm,
    user_name: userName,
    code_file_path: path,
  }).slice(1, -1);
