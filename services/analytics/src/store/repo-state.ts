import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

export interface RepoState {
  /** Of commits, file changes and merge routes; a snapshot is valid while it is the same. */
  gitRows: string;
  /** The same while rows are only added; a repo that is imported again from its beginning gets another. */
  base: string;
  releases: string;
  committers: string;
  /** Empty where nobody commented on a line. */
  comments: string;
  /** Of the commits just before the window whose files are stored. */
  windowStarts: string;
  /** Of lines whose evidence is derived; empty where none is. */
  evidence: string;
  /** Of what the entity's assistants report; empty where nothing is. */
  usages: string;
}

const gitRow = z.object({ git_rows: z.string(), base: z.string(), window_starts: z.string(), evidence: z.string() });
const otherRow = z.object({ releases: z.string(), committers: z.string(), comments: z.string(), usages: z.string() });

const OF_REPO = 'WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}';
const OF_ENTITY = 'WHERE entity_id = {entity_id:UInt64}';

const GIT_STATE = `SELECT
    concat(
      (SELECT concat(toString(count()), ':', toString(max(version))) FROM commits ${OF_REPO}), ' ',
      (SELECT toString(count()) FROM file_changes ${OF_REPO}), ' ',
      (SELECT toString(count()) FROM merge_routes ${OF_REPO})
    ) AS git_rows,
    (SELECT toString(min(version)) FROM commits FINAL ${OF_REPO}) AS base,
    (SELECT toString(count()) FROM window_starts ${OF_REPO}) AS window_starts,
    (
      SELECT if(count() = 0, '', concat(toString(count()), ':', toString(max(version)))) FROM derived_evidence ${OF_REPO}
    ) AS evidence`;

/** Copied rows are compared by their newest versions, so that a row which replaces another changes the state. */
const OTHER_STATE = `SELECT
    (SELECT toString(sum(cityHash64(release_id, version))) FROM releases FINAL ${OF_REPO}) AS releases,
    (SELECT toString(sum(cityHash64(committer_id, version))) FROM committers FINAL ${OF_ENTITY}) AS committers,
    (
      SELECT if(count() = 0, '', concat(toString(count()), ':', toString(max(version)))) FROM pr_comments
      ${OF_REPO} AND line IS NOT NULL
    ) AS comments,
    (
      SELECT if(count() = 0, '', toString(sum(cityHash64(committer_id, date, version)))) FROM ai_usage ${OF_ENTITY}
    ) AS usages`;

/** In two statements, which an engine of several lanes runs at the same time, and others come between on an engine of one. */
export async function readRepoState(clickHouse: ClickHouse, entityId: number, repoId: number): Promise<RepoState> {
  const params = { entity_id: entityId, repo_id: repoId };
  const [[git], [other]] = await Promise.all([
    clickHouse.query({ name: 'repo_state', sql: GIT_STATE, params, row: gitRow }),
    clickHouse.query({ name: 'repo_surroundings', sql: OTHER_STATE, params, row: otherRow }),
  ]);
  if (!git || !other) throw new Error('ClickHouse returned no row for the state of a repo');
  const { git_rows: gitRows, window_starts: windowStarts, ...state } = git;
  return { gitRows, windowStarts, ...state, ...other };
}
