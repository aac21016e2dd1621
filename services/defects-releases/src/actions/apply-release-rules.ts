import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import type { Context } from '../context.ts';
import { matchesGlob, type ReleaseTrigger } from '../domain/release.ts';
import { wasRemoved } from '../store/removed-releases.ts';
import { recordRelease } from './record-release.ts';

export interface GitChanges {
  tags: { name: string; sha: string; taggedAt: string }[];
  tips: { branch: string; sha: string; committedAt: string }[];
  merges: { sha: string; subject: string; committedAt: string }[];
}

/** Records releases by tags, pushes to a branch or merge messages, as the entity's settings say. */
export async function applyReleaseRules(
  context: Context,
  entityId: number,
  repoId: number,
  changes: GitChanges,
): Promise<void> {
  if (changes.tags.length + changes.tips.length + changes.merges.length === 0) return;
  const settings = await readEntitySettings(context.identity, entityId);
  if (!settings) return;
  const rules = settings.release_rules;
  const releases: { name: string; sha: string; at: string; trigger: ReleaseTrigger }[] = [
    ...changes.tags
      .filter((tag) => matches(rules.tag_pattern, tag.name))
      .map((tag) => ({ name: tag.name, sha: tag.sha, at: tag.taggedAt, trigger: 'tag' as const })),
    ...changes.tips
      .filter((tip) => matches(rules.push_branch, tip.branch))
      .map((tip) => ({ name: '', sha: tip.sha, at: tip.committedAt, trigger: 'push' as const })),
    ...changes.merges
      .filter((merge) => matches(rules.merge_message_pattern, merge.subject))
      .map((merge) => ({ name: '', sha: merge.sha, at: merge.committedAt, trigger: 'merge' as const })),
  ];
  if (releases.length === 0) return;
  const { repos } = await context.identity.listRepos({ entityId });
  const repo = repos.find((candidate) => candidate.id === repoId);
  if (!repo) return;
  for (const release of releases) {
    if (await wasRemoved(context.postgres, { repoId, ...release })) continue;
    await recordRelease(context, {
      entityId,
      repo,
      name: release.name,
      sha: release.sha,
      releasedAt: new Date(release.at),
      triggeredBy: release.trigger,
      deployedByUserName: null,
      defectKeys: [],
      issueKeys: [],
    });
  }
}

const matches = (pattern: string | null, text: string): boolean => pattern !== null && matchesGlob(pattern, text);
