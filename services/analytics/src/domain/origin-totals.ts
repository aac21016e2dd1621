/** Lines that a fix changed or deleted, by the commit that wrote them and its evidence. */
export interface OriginLines {
  repo_id: number;
  wrote_sha: string;
  fixed_at: number;
  wrote_at: number;
  tool: string;
  lines: number;
  ai_lines: number;
  line_records: boolean;
}

interface DefectLines<Row extends OriginLines> {
  defect_id: number;
  origins: readonly Row[];
}

interface Part {
  name: string;
  line_count: number;
  commit_count: number;
  defect_count: number;
}

const DAY = 86_400;
/** The ages of replaced code, as provenance has them. */
export const ORIGIN_AGES = ['under_2_weeks', 'under_1_month', 'under_1_year', 'over_1_year'] as const;

export function ageOf({ fixed_at: fixed, wrote_at: wrote }: Pick<OriginLines, 'fixed_at' | 'wrote_at'>): string {
  const days = (fixed - wrote) / DAY;
  if (days < 14) return 'under_2_weeks';
  if (days < 30) return 'under_1_month';
  return days < 365 ? 'under_1_year' : 'over_1_year';
}

/** Of all defects together, and by tool, team and age. A team counts what its members wrote while they were in it. */
export function summarizeOrigins<Row extends OriginLines>(
  defects: readonly DefectLines<Row>[],
  teamsOf: (row: Row) => readonly number[],
  teamName: (id: number) => string | undefined,
) {
  const all = defects.flatMap(({ defect_id: defectId, origins }) => origins.map((row) => ({ defectId, row })));
  const sum = (read: (row: Row) => number) => all.reduce((total, { row }) => total + read(row), 0);
  const split = (namesOf: (row: Row) => readonly string[]): Part[] => {
    const parts = new Map<string, { lines: number; commits: Set<string>; defects: Set<number> }>();
    for (const { defectId, row } of all) {
      for (const name of namesOf(row)) {
        const part = parts.get(name) ?? { lines: 0, commits: new Set<string>(), defects: new Set<number>() };
        parts.set(name, part);
        part.lines += row.lines;
        part.commits.add(`${row.repo_id} ${row.wrote_sha}`);
        part.defects.add(defectId);
      }
    }
    return [...parts]
      .map(([name, part]) => ({
        name,
        line_count: part.lines,
        commit_count: part.commits.size,
        defect_count: part.defects.size,
      }))
      .toSorted((one, other) => other.line_count - one.line_count || (one.name < other.name ? -1 : 1));
  };
  const lines = sum((row) => row.lines);
  return {
    defect_count: defects.length,
    defect_with_origins_count: defects.filter(({ origins }) => origins.length > 0).length,
    defect_with_ai_count: defects.filter(({ origins }) => origins.some((row) => row.ai_lines > 0)).length,
    line_count: lines,
    ai_line_count: sum((row) => row.ai_lines),
    coverage_percent: lines === 0 ? null : (100 * sum((row) => (row.line_records ? row.lines : 0))) / lines,
    by_tool: split((row) => [row.ai_lines > 0 ? row.tool || 'not_told' : 'unmarked']),
    by_team: split((row) => {
      const teams = teamsOf(row);
      return teams.length === 0 ? ['No team'] : teams.map((id) => teamName(id) ?? `Team ${id}`);
    }),
    by_age: split((row) => [ageOf(row)]),
  };
}
