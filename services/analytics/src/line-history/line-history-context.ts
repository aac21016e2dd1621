import type { Context } from '../context.ts';
import type { RepoSnapshots } from '../store/repo-snapshots.ts';
import type { ScoreVersion } from '../store/score-versions.ts';
import type { LineCache } from './line-cache.ts';

export interface LineHistoryContext extends Pick<Context, 'clickHouse' | 'postgres' | 'log' | 'identity'> {
  repoSnapshots: RepoSnapshots;
  lineCache: LineCache;
  /** The scores that answers follow; null where these are as imported. */
  scoresFollowed(entityId: number): Promise<ScoreVersion | null>;
}
