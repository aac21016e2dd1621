import { z } from 'zod';
import type { Reader } from './small-query.ts';

const writtenRow = z.object({
  path: z.string(),
  sha: z.string(),
  line_after: z.number(),
  operation: z.string(),
  provenance: z.string(),
  text: z.string(),
});
export type WrittenLineRow = z.infer<typeof writtenRow>;

/** The lines that some commits wrote in some files. */
export const readWrittenLines = (
  read: Reader,
  { shas, paths }: { shas: readonly string[]; paths: readonly string[] },
): Promise<WrittenLineRow[]> =>
  read({
    name: 'written_lines',
    select: 'path, sha, assumeNotNull(line_after) AS line_after, operation, provenance, text',
    from: 'line_changes',
    where: 'path IN {paths:Array(String)} AND sha IN {shas:Array(String)} AND line_after IS NOT NULL',
    params: { paths, shas },
    row: writtenRow,
  });
