import { createOutbox } from '@linescope/chassis/events/outbox';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import { fillDefects, fillReleases, REPOS } from '@linescope/defects-releases/testing/fill-lists';
import { fillDevelopers } from '@linescope/developers-teams/testing/fill-developers';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { z } from 'zod';

const idRow = z.object({ id: z.number() });

export interface BenchEntity {
  entityId: number;
  admin: string;
  /** The token of a manager of five teams. */
  manager: string;
  managedTeamIds: number[];
  defects: Postgres;
  developers: Postgres;
  close(): Promise<void>;
}

/** An entity with forty repos in four organizations, and as many defects, releases and developers as wanted. */
export async function makeBenchEntity(
  postgresUrl: string,
  counts: { defects: number; releases: number; developers: number },
): Promise<BenchEntity> {
  const inSchema = (schema: string) => {
    const url = new URL(postgresUrl);
    url.searchParams.set('options', `-c search_path=${schema}`);
    return createPostgres(url.href, 4);
  };
  const identity = inSchema('identity');
  const parts = { postgres: identity, outbox: createOutbox({ namespace: 'linescope', service: 'identity' }) };
  const admin = await makeTenant(parts, { slug: 'bench' });
  const manager = await makeTenant(parts, { slug: 'bench', role: 'manager' });
  const { entityId } = admin.principal;
  const firstOrganization = await identity.one(
    idRow,
    `WITH made AS (
       INSERT INTO organizations (entity_id, slug, git_provider_em, host_name, host_slug)
       SELECT $1, 'org-' || n, 'hostC', 'host', 'org-' || n FROM generate_series(1, 4) AS n RETURNING id
     ) SELECT min(id) AS id FROM made`,
    [entityId],
  );
  const firstRepo = await identity.one(
    idRow,
    `WITH made AS (
       INSERT INTO repos (entity_id, organization_id, slug, git_provider_em, host_name, external_id)
       SELECT $1, $2::bigint + n % 4, 'repo-' || n, 'hostC', 'host', 'repo-' || n FROM generate_series(0, ${REPOS - 1}) AS n RETURNING id
     ) SELECT min(id) AS id FROM made`,
    [entityId, firstOrganization.id],
  );
  const [defects, developers] = [inSchema('defects_releases'), inSchema('developers_teams')];
  const from = { repo: firstRepo.id, organization: firstOrganization.id };
  await fillDefects(defects, entityId, counts.defects, from);
  await fillReleases(defects, entityId, counts.releases, from);
  const teamIds = await fillDevelopers(developers, entityId, counts.developers, from.repo);
  const managedTeamIds = teamIds.slice(0, 5);
  await developers.run('INSERT INTO team_managers (entity_id, team_id, user_id) SELECT $1, unnest($2::bigint[]), $3', [
    entityId,
    managedTeamIds,
    manager.principal.userId,
  ]);
  // What a server does by itself within a minute of such a load.
  await defects.run('VACUUM ANALYZE defects, fixes, defect_places, releases');
  await developers.run('VACUUM ANALYZE committers, committer_repos, team_members');
  return {
    entityId,
    admin: admin.token,
    manager: manager.token,
    managedTeamIds,
    defects,
    developers,
    async close() {
      for (const db of [identity, defects, developers]) await db.close();
    },
  };
}
