import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const committerRow = z.object({
  committer_id: z.coerce.number(),
  primary_id: z.coerce.number(),
  user_name: z.string(),
  full_name: z.string(),
  processing_status: z.string(),
  has_seat: z.coerce.boolean(),
  version: z.coerce.number(),
});
const teamRow = z.object({
  team_id: z.coerce.number(),
  name: z.string(),
  slug: z.string(),
  parent_team_id: z.coerce.number(),
  board_id: z.string(),
  repo_paths: z.array(z.string()),
  member_ids: z.array(z.coerce.number()),
  /** Days since 1970; the second is the day after the last. */
  member_from: z.array(z.number()),
  member_until: z.array(z.number()),
});
/** Days since 1970, both ends included. */
const timeOffRow = z.object({
  committer_id: z.coerce.number(),
  starts: z.array(z.number()),
  ends: z.array(z.number()),
});

const repoRow = z.object({ repo_id: z.coerce.number(), organization_id: z.coerce.number(), path: z.string() });

export type Committer = z.infer<typeof committerRow>;
export type Team = z.infer<typeof teamRow>;
export type TimeOff = z.infer<typeof timeOffRow>;

export type Repo = z.infer<typeof repoRow>;

/** Committers, teams, time off and repos of an entity: small, and needed by every query. */
export interface EntityCopies {
  committers: Committer[];
  teams: Team[];
  timeOff: TimeOff[];
  repos: Repo[];
}

const DAYS = (column: string) => `arrayMap(day -> toInt32(day), ${column}) AS ${column}`;

export async function readCopies(clickHouse: ClickHouse, entityId: number): Promise<EntityCopies> {
  const params = { entity_id: entityId };
  const [committers, teams, timeOff, repos] = await Promise.all([
    clickHouse.query({
      name: 'committers',
      sql: `SELECT committer_id, primary_id, user_name, full_name, processing_status, has_seat, version
            FROM committers FINAL WHERE entity_id = {entity_id:UInt64} ORDER BY committer_id`,
      params,
      row: committerRow,
    }),
    clickHouse.query({
      name: 'teams',
      sql: `SELECT team_id, name, slug, parent_team_id, board_id, repo_paths, member_ids, ${DAYS('member_from')}, ${DAYS('member_until')}
            FROM teams FINAL WHERE entity_id = {entity_id:UInt64} AND NOT removed ORDER BY team_id`,
      params,
      row: teamRow,
    }),
    clickHouse.query({
      name: 'time_off',
      sql: `SELECT committer_id, ${DAYS('starts')}, ${DAYS('ends')}
            FROM time_off FINAL WHERE entity_id = {entity_id:UInt64} AND notEmpty(starts) ORDER BY committer_id`,
      params,
      row: timeOffRow,
    }),
    clickHouse.query({
      name: 'repos',
      sql: `SELECT repo_id, organization_id, path FROM repos FINAL WHERE entity_id = {entity_id:UInt64} ORDER BY repo_id`,
      params,
      row: repoRow,
    }),
  ]);
  return { committers, teams, timeOff, repos };
}
