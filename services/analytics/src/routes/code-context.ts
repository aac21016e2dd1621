import type { Context } from '../context.ts';
import type { LineHistoryContext } from '../line-history/line-history-context.ts';
import type { ResolveRepo } from '../query-scope/resolve-repo.ts';
import type { MayReadSource } from '../query-scope/source-text.ts';

/** What the routes that read source code need. */
export interface CodeContext {
  developersTeams: Context['developersTeams'];
  lineHistory: LineHistoryContext;
  mayReadSource: MayReadSource;
  resolveRepo: ResolveRepo;
}
