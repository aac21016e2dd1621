const DAYS_OF_A_REPO = 1_000_000;

/** A day of a repo, counted from 1970, as one number, which a list of them can hold. */
export const repoDayKey = ({ repoId, day }: { repoId: number; day: number }): number => repoId * DAYS_OF_A_REPO + day;

/** The same of a row. */
export const repoDayOf = (day: string): string => `toInt64(repo_id) * ${DAYS_OF_A_REPO} + toInt32(${day})`;
