import { readSqlPage, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
import { z } from 'zod';
import { DEFAULT_TEAM, type Team } from '../domain/team.ts';

const teamRow = z
  .object({
    id: z.number(),
    entity_id: z.number(),
    name: z.string(),
    slug: z.string(),
    parent_id: z.number().nullable(),
    is_default: z.boolean(),
    external_source_em: z.string().nullable(),
    external_id: z.string().nullable(),
    project_board_id: z.string().nullable(),
    created_on: z.string(),
    version: z.number(),
  })
  .transform(
    (row): Team => ({
      id: row.id,
      entityId: row.entity_id,
      name: row.name,
      slug: row.slug,
      parentId: row.parent_id,
      isDefault: row.is_default,
      externalSourceEm: row.external_source_em,
      externalId: row.external_id,
      projectBoardId: row.project_board_id,
      createdOn: row.created_on,
      version: row.version,
    }),
  );

/** One writer of an entity's teams at a time: names, slugs and the tree must not change meanwhile. */
export const lockEntityTeams = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run("SELECT pg_advisory_xact_lock(hashtext('teams'), $1::int)", [entityId % 2_147_483_647]);

/** By name in any case, else by slug. */
export const findTeam = (db: Queryable, entityId: number, nameOrSlug: string): Promise<Team | null> =>
  db.maybe(
    teamRow,
    `SELECT * FROM teams WHERE entity_id = $1 AND (lower(name) = lower($2) OR slug = $2)
     ORDER BY lower(name) = lower($2) DESC LIMIT 1`,
    [entityId, nameOrSlug],
  );

export const teamBySlug = (db: Queryable, entityId: number, slug: string): Promise<Team | null> =>
  db.maybe(teamRow, 'SELECT * FROM teams WHERE entity_id = $1 AND slug = $2', [entityId, slug]);

export const teamById = (db: Queryable, id: number): Promise<Team | null> =>
  db.maybe(teamRow, 'SELECT * FROM teams WHERE id = $1', [id]);

export const teamsOfSource = (db: Queryable, entityId: number, externalSourceEm: string): Promise<Team[]> =>
  db.many(teamRow, 'SELECT * FROM teams WHERE entity_id = $1 AND external_source_em = $2 ORDER BY id', [
    entityId,
    externalSourceEm,
  ]);

/** By name; the team of everybody is not among them. */
export const listTeams = async (
  db: Queryable,
  entityId: number,
  request: PageRequest,
): Promise<SqlPage & { teams: Team[] }> => {
  const page = await readSqlPage(
    db,
    {
      from: 'teams',
      where: 'entity_id = $1 AND NOT is_default',
      params: [entityId],
      order: [
        ['lower(name)', 'text'],
        ['id', 'bigint'],
      ],
    },
    request,
  );
  const teams = await db.many(teamRow, 'SELECT * FROM teams WHERE id = ANY($1) ORDER BY lower(name), id', [page.ids]);
  return { ...page, teams };
};

const slugRow = z.object({ slug: z.string() });

export async function freeSlug(tx: Transaction, entityId: number, wanted: string): Promise<string> {
  const rows = await tx.many(slugRow, `SELECT slug FROM teams WHERE entity_id = $1 AND slug ~ $2`, [
    entityId,
    `^${wanted}(-[0-9]+)?$`,
  ]);
  const taken = new Set(rows.map((row) => row.slug).concat(DEFAULT_TEAM.slug));
  for (let suffix = 1; ; suffix += 1) {
    const candidate = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

export type NewTeam = Omit<Team, 'id' | 'version' | 'isDefault'>;

export const insertTeam = (tx: Transaction, team: NewTeam): Promise<Team> =>
  tx.one(
    teamRow,
    `INSERT INTO teams (entity_id, name, slug, parent_id, external_source_em, external_id, project_board_id, created_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
    [
      team.entityId,
      team.name,
      team.slug,
      team.parentId,
      team.externalSourceEm,
      team.externalId,
      team.projectBoardId,
      team.createdOn,
    ],
  );

/** Writes what may change and increments the version, whatever else changed with it. */
export const updateTeam = (
  tx: Transaction,
  team: Pick<Team, 'id' | 'name' | 'parentId' | 'projectBoardId'>,
): Promise<Team> =>
  tx.one(
    teamRow,
    'UPDATE teams SET name = $2, parent_id = $3, project_board_id = $4, version = version + 1 WHERE id = $1 RETURNING *',
    [team.id, team.name, team.parentId, team.projectBoardId],
  );

export const markPublished = (tx: Transaction, { id, version }: Pick<Team, 'id' | 'version'>): Promise<unknown> =>
  tx.run('UPDATE teams SET told_version = $2 WHERE id = $1', [id, version]);

/** Teams whose current version was not published in full, each at a new version; those locked by others are skipped. */
export const takeUnpublished = (tx: Transaction, limit: number): Promise<Team[]> =>
  tx.many(
    teamRow,
    `UPDATE teams SET version = version + 1 WHERE id IN (
       SELECT id FROM teams WHERE told_version < version AND NOT is_default ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING *`,
    [limit],
  );

/** Child teams move up to where their parent was. */
export async function deleteTeam(tx: Transaction, id: number): Promise<{ removed: Team; moved: Team[] }> {
  const moved = await tx.many(
    teamRow,
    `UPDATE teams SET parent_id = (SELECT parent_id FROM teams WHERE id = $1), version = version + 1
     WHERE parent_id = $1 RETURNING *`,
    [id],
  );
  return { removed: await tx.one(teamRow, 'DELETE FROM teams WHERE id = $1 RETURNING *', [id]), moved };
}

const idRow = z.object({ id: z.number() });

/** The team and every team below it. */
export const subtreeOf = async (db: Queryable, teamId: number): Promise<number[]> =>
  (
    await db.many(
      idRow,
      `WITH RECURSIVE below AS (
         SELECT $1::bigint AS id UNION SELECT teams.id FROM teams JOIN below ON teams.parent_id = below.id
       ) SELECT id FROM below ORDER BY id`,
      [teamId],
    )
  ).map((row) => row.id);

/** The default team is created when it is first needed. */
export async function ensureDefaultTeam(db: Queryable, entityId: number, today: string): Promise<Team> {
  const known = await teamBySlug(db, entityId, DEFAULT_TEAM.slug);
  if (known) return known;
  await db.run(
    `INSERT INTO teams (entity_id, name, slug, is_default, created_on) VALUES ($1, $2, $3, true, $4) ON CONFLICT DO NOTHING`,
    [entityId, DEFAULT_TEAM.name, DEFAULT_TEAM.slug, today],
  );
  const created = await teamBySlug(db, entityId, DEFAULT_TEAM.slug);
  if (!created) throw new Error('creating the default team failed');
  return created;
}
