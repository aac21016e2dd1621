import type { Handlers } from '@linescope/proto/calls';
import type { AnalyticsDefinition } from '@linescope/proto/services';
import type { Context } from '../context.ts';
import type { PreviewDiffDelta } from '../reports/preview-diff-delta.ts';
import type { RepoSnapshots } from '../store/repo-snapshots.ts';

export type AnalyticsHandlers = Handlers<AnalyticsDefinition>;

export interface RpcContext extends Pick<Context, 'clickHouse' | 'postgres'> {
  repoSnapshots: RepoSnapshots;
  previewDiffDelta: PreviewDiffDelta;
}
