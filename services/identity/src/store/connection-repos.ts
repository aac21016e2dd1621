import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { HostRepository } from '@linescope/providers/code-hosts/code-host';

/** What a connection reaches, as the host has just listed it, in place of what was stored. */
export async function replaceConnectionRepos(
  db: Queryable,
  connection: { id: number; entity_id: number; version: number },
  repos: HostRepository[],
): Promise<void> {
  await db.run('DELETE FROM connection_repos WHERE connection_id = $1', [connection.id]);
  const rows = repos.map((repo) => ({
    external_id: repo.hostId,
    organization_slug: repo.organizationSlug,
    slug: repo.slug,
    path: repo.path,
    default_branch: repo.defaultBranch,
    private: repo.private,
    archived: repo.archived,
    html_url: repo.webUrl,
    last_activity_at: repo.lastActivityAt,
  }));
  await db.run(
    `INSERT INTO connection_repos (connection_id, entity_id, cached_version, external_id, organization_slug, slug, path,
       default_branch, private, archived, html_url, last_activity_at)
     SELECT $1, $2, $3, r.external_id, r.organization_slug, r.slug, r.path, r.default_branch, r.private, r.archived,
       r.html_url, r.last_activity_at
     FROM jsonb_to_recordset($4) AS r(external_id text, organization_slug text, slug text, path text,
       default_branch text, private boolean, archived boolean, html_url text, last_activity_at timestamptz)
     ON CONFLICT DO NOTHING`,
    [connection.id, connection.entity_id, connection.version, JSON.stringify(rows)],
  );
  await db.run('UPDATE connections SET repos_cached_at = now() WHERE id = $1', [connection.id]);
}
