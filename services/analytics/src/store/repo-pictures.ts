import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CommitGraph, createCommitGraph } from '../domain/commit-graph.ts';
import { createRenames, type Renames } from '../domain/line-history/file-history.ts';
import { firstReleases } from '../domain/line-history/first-releases.ts';
import type { People } from '../domain/line-history/people.ts';
import { commitGraph } from './commits.ts';
import { readPeople } from './people.ts';
import { type RepoState, readRepoState } from './repo-state.ts';

const KEPT = 50;

/** While facts keep coming, a picture that was looked at within this time answers a request at once. */
const RECENT_MS = 5000;
/** Those who used such a picture look again after it has stood for this long. */
const STANDS_MS = 1000;

/** What is kept of a repo in memory, and the state of the tables it was made of. */
export interface RepoPicture extends RepoState {
  entityId: number;
  repoId: number;
  graph: CommitGraph;
  renames: Renames;
  firstReleases: ReadonlyMap<number, Date>;
  people: People;
  /** Another one for other facts of the repo. */
  generation: string;
  /** Another one for anything else that was stored for the entity. */
  stamp: string;
}

export interface RepoPictures {
  /** As the tables are now. */
  current(entityId: number, repoId: number): Promise<RepoPicture>;
  /** As the tables are now; while something is being stored, as they were a moment ago. */
  recent(entityId: number, repoId: number): Promise<RepoPicture>;
  /** To be called behind a request that used the recent one, so that the next finds it as the tables are. */
  lookAgain(entityId: number, repoId: number): Promise<RepoPicture>;
  /** Whether nothing was stored for the entity since the picture was made. */
  isCurrent(picture: RepoPicture): Promise<boolean>;
}

const stampOf = (entityId: number, repoId: number, stamp: number): string => `${entityId}:${repoId}:${stamp}`;

interface Kept {
  stamp: number;
  checkedAt: number;
  picture: Promise<RepoPicture>;
}

/**
 * Pictures of the repos asked for lately. The entity's stamp grows behind every fact that is stored, so as long as it is the same
 * a picture is good, and no table is asked; when it has grown, what changed is loaded again.
 */
export function createRepoPictures(
  clickHouse: ClickHouse,
  readStamp: (entityId: number) => Promise<number>,
  now: () => Date,
): RepoPictures {
  const kept = new Map<string, Kept>();

  async function check(entityId: number, repoId: number, stamp: number, known?: Promise<RepoPicture>) {
    const before = await known?.catch(() => undefined);
    const state = await readRepoState(clickHouse, entityId, repoId);
    return renewPicture(clickHouse, { entityId, repoId, stamp: stampOf(entityId, repoId, stamp) }, state, before);
  }

  async function look(entityId: number, repoId: number, maxAge: number): Promise<RepoPicture> {
    const stamp = await readStamp(entityId);
    const key = `${entityId}:${repoId}`;
    const known = kept.get(key);
    kept.delete(key);
    const checkedAt = now().getTime();
    const isGood = known && (known.stamp >= stamp || checkedAt - known.checkedAt < maxAge);
    const entry = isGood ? known : { stamp, checkedAt, picture: check(entityId, repoId, stamp, known?.picture) };
    kept.set(key, entry);
    entry.picture.catch(() => kept.get(key) === entry && kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return entry.picture;
  }

  return {
    current: (entityId, repoId) => look(entityId, repoId, 0),
    recent: (entityId, repoId) => look(entityId, repoId, RECENT_MS),
    lookAgain: (entityId, repoId) => look(entityId, repoId, STANDS_MS),
    isCurrent: async ({ entityId, repoId, stamp }) => stamp === stampOf(entityId, repoId, await readStamp(entityId)),
  };
}

/**
 * Loads what changed since the picture before. The state was read first, so what is stored while loading is noticed by the
 * next check.
 */
async function renewPicture(
  clickHouse: ClickHouse,
  of: { entityId: number; repoId: number; stamp: string },
  state: RepoState,
  before: RepoPicture | undefined,
): Promise<RepoPicture> {
  const { entityId, repoId } = of;
  const known = before?.facts === state.facts ? before : null;
  const graph = known?.graph ?? (await readGraph(clickHouse, entityId, repoId));
  return {
    ...of,
    ...state,
    graph,
    renames: known?.renames ?? createRenames(await readRenames(clickHouse, entityId, repoId)),
    firstReleases:
      known?.releases === state.releases
        ? known.firstReleases
        : firstReleases(graph, await readReleases(clickHouse, entityId, repoId)),
    generation: known?.generation ?? crypto.randomUUID(),
    people: before?.committers === state.committers ? before.people : await readPeople(clickHouse, entityId),
  };
}

async function readGraph(clickHouse: ClickHouse, entityId: number, repoId: number): Promise<CommitGraph> {
  const rows = await commitGraph(clickHouse, entityId, repoId);
  return createCommitGraph(
    rows.map((row) => ({
      sha: row.sha,
      parents: row.parents,
      isMerge: row.is_merge,
      issueKeys: row.issue_keys,
      authoredAt: row.authored,
      committerId: row.committer_id,
      existent: row.existent,
    })),
  );
}

const renameRow = z
  .object({ sha: z.string(), path: z.string(), path_before: z.string() })
  .transform((row) => ({ sha: row.sha, path: row.path, pathBefore: row.path_before }));

const readRenames = (clickHouse: ClickHouse, entityId: number, repoId: number) =>
  clickHouse.query({
    name: 'renames',
    sql: `SELECT sha, path, path_before FROM file_changes
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND status = 'renamed'
          UNION ALL
          SELECT '' AS sha, path, arrayJoin(parent_paths) AS path_before FROM merge_routes
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND path_before != path`,
    params: { entity_id: entityId, repo_id: repoId },
    row: renameRow,
  });

const releaseRow = z
  .object({ sha: z.string(), released: z.number() })
  .transform((row) => ({ sha: row.sha, releasedAt: new Date(row.released) }));

const readReleases = (clickHouse: ClickHouse, entityId: number, repoId: number) =>
  clickHouse.query({
    name: 'releases_of_repo',
    sql: `SELECT sha, toUnixTimestamp64Milli(released_at) AS released FROM releases FINAL
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND NOT removed`,
    params: { entity_id: entityId, repo_id: repoId },
    row: releaseRow,
  });
