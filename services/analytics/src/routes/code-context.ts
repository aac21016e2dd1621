import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Context } from '../context.ts';
import type { LineHistoryContext } from '../line-history/line-history-context.ts';
import type { MayReadSource } from '../query-scope/source-text.ts';

/** What the routes that read source code need. */
export interface CodeContext {
  identity: IdentityCalls;
  developersTeams: Context['developersTeams'];
  lineHistory: LineHistoryContext;
  mayReadSource: MayReadSource;
}
