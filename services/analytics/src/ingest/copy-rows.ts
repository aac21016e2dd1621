import type { defectChanged, releaseChanged } from '@linescope/contract/events/defects-releases-events';
import type { EventDefinition, EventEnvelope } from '@linescope/contract/events/define-event';
import type { committerChanged, teamChanged, timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import type { repoRegistered } from '@linescope/contract/events/identity-events';
import type {
  committersTable,
  defectsTable,
  releasesTable,
  reposTable,
  teamsTable,
  timeOffTable,
} from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { z } from 'zod';

type EventOf<D> = D extends EventDefinition<infer Data extends z.ZodType> ? EventEnvelope<z.output<Data>> : never;

const FOREVER = '2199-12-31';
const dayOf = (time: string): string => time.slice(0, 10);

export const copyCommitter = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof committerChanged>): FactRow<typeof committersTable> => ({
  entity_id: entityId,
  committer_id: data.committerId,
  primary_id: data.primaryId,
  user_id: data.userId ?? 0,
  user_name: data.userName,
  full_name: data.fullName,
  email: data.email ?? '',
  git_provider_id: data.gitProviderId ?? '',
  avatar_url: data.avatarUrl ?? '',
  processing_status: data.processingStatusEm,
  bot: data.bot,
  has_seat: data.hasSeat,
  version: aggregateVersion,
});

export const copyTeam = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof teamChanged>): FactRow<typeof teamsTable> => ({
  entity_id: entityId,
  team_id: data.teamId,
  name: data.name,
  slug: data.slug,
  parent_team_id: data.parentTeamId ?? 0,
  board_id: data.projectBoardId ?? '',
  repo_paths: data.repoPaths,
  member_ids: data.members.map((member) => member.committerId),
  member_from: data.members.map((member) => dayOf(member.from)),
  member_until: data.members.map((member) => (member.until ? dayOf(member.until) : FOREVER)),
  manager_user_ids: data.managerUserIds,
  external_source: data.externalSourceEm ?? '',
  removed: data.removed,
  version: aggregateVersion,
});

export const copyTimeOff = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof timeOffChanged>): FactRow<typeof timeOffTable> => ({
  entity_id: entityId,
  committer_id: data.committerId,
  starts: data.ranges.map((range) => range.startDate),
  ends: data.ranges.map((range) => range.endDate),
  version: aggregateVersion,
});

export const copyRepo = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof repoRegistered>): FactRow<typeof reposTable> => ({
  entity_id: entityId,
  repo_id: data.repoId,
  organization_id: data.organizationId,
  path: `${data.organizationSlug}/${data.repoSlug}`,
  version: aggregateVersion,
});

export const copyRelease = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof releaseChanged>): FactRow<typeof releasesTable> => ({
  entity_id: entityId,
  repo_id: data.repoId,
  release_id: data.releaseId,
  name: data.name ?? '',
  sha: data.sha ?? '',
  previous_sha: data.previousSha ?? '',
  released_at: data.releasedAt,
  triggered_by: data.triggeredBy,
  deployed_by_committer_id: data.deployedByCommitterId ?? 0,
  defect_keys: data.defectKeys,
  issue_keys: data.issueKeys,
  removed: data.removed,
  version: aggregateVersion,
});

export const copyDefect = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof defectChanged>): FactRow<typeof defectsTable> => ({
  entity_id: entityId,
  defect_id: data.defectId,
  defect_key: data.defectKey,
  category: data.category ?? '',
  severity: data.severity,
  organization_id: data.organizationId ?? 0,
  repo_id: data.repoId ?? 0,
  repo_ids: [...new Set(data.fixes.map((fix) => fix.repoId))],
  detected_at: data.detectedAt,
  first_fix_activity_at: data.firstFixActivityAt,
  first_fix_merged_at: data.firstFixMergedAt,
  first_fix_released_at: data.firstFixReleasedAt,
  resolved_at: data.resolvedAt,
  fix_shas: data.fixes.map((fix) => fix.sha).filter((sha) => sha !== null),
  removed: data.removed,
  version: aggregateVersion,
});
