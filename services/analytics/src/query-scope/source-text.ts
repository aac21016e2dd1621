import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { hasTeamWithRepo } from '../store/team-repos.ts';
import { createSettingsReader } from './entity-settings.ts';

export type MayReadSource = (principal: Principal, entityId: number, repo: ScopedRepo) => Promise<boolean>;

/** Whether the caller may read the text of a repo's source code, as the entity's settings say. */
export function createSourceTextRule(context: Pick<Context, 'identity' | 'clickHouse' | 'now'>): MayReadSource {
  const readSettings = createSettingsReader(context.identity, context.now);
  return async (principal, entityId, repo) => {
    if (principal.role === 'admin' || principal.role === 'super_admin') return true;
    const { source_text_em: readers } = await readSettings(entityId);
    if (readers !== 'source_text_teams') return readers === 'source_text_everyone';
    const today = context.now().toISOString().slice(0, 10);
    return hasTeamWithRepo(context.clickHouse, { entityId, userId: principal.userId, repoPath: repo.path, today });
  };
}
