import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CommitGraph, createCommitGraph } from '../domain/commit-graph.ts';
import { createRenames, type Renames } from '../domain/line-history/file-history.ts';
import { firstReleases } from '../domain/line-history/first-releases.ts';
import type { People } from '../domain/line-history/people.ts';
import { commitGraph } from './commits.ts';
import { createKnownFiles, type KnownFiles } from './line-history/known-files.ts';
import { readPeople } from './people.ts';
import { type RepoState, readRepoState } from './repo-state.ts';

const KEPT = 50;

/** A picture that was looked at again within this time answers a request at once. */
const RECENT_MS = 5000;
/** Those who used a picture look again after it has stood for this long. */
const STANDS_MS = 1000;

/** What is kept of a repo in memory, and the state of the tables it was made of. */
export interface RepoPicture extends RepoState {
  graph: CommitGraph;
  renames: Renames;
  firstReleases: ReadonlyMap<number, Date>;
  people: People;
  files: KnownFiles;
}

export interface RepoPictures {
  /** As the tables are now; asks them whether anything changed. */
  current(entityId: number, repoId: number): Promise<RepoPicture>;
  /** As the tables were a moment ago. */
  recent(entityId: number, repoId: number): Promise<RepoPicture>;
  /** To be called behind a request that used the recent one, so that the next finds it as the tables are. */
  lookAgain(entityId: number, repoId: number): void;
}

/** Pictures of the repos asked for lately, loaded again when something was stored since. */
export function createRepoPictures(clickHouse: ClickHouse, now: () => Date): RepoPictures {
  const kept = new Map<string, { checkedAt: number; picture: Promise<RepoPicture> }>();

  async function check(entityId: number, repoId: number, known?: Promise<RepoPicture>): Promise<RepoPicture> {
    const before = await known?.catch(() => undefined);
    const state = await readRepoState(clickHouse, entityId, repoId);
    return renewPicture(clickHouse, entityId, repoId, state, before);
  }

  function look(entityId: number, repoId: number, maxAge: number): Promise<RepoPicture> {
    const key = `${entityId}:${repoId}`;
    const known = kept.get(key);
    kept.delete(key);
    const age = known ? now().getTime() - known.checkedAt : Number.POSITIVE_INFINITY;
    const entry =
      known && age < maxAge ? known : { checkedAt: now().getTime(), picture: check(entityId, repoId, known?.picture) };
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
    // What fails here fails for the next request that waits for it.
    lookAgain: (entityId, repoId) => void look(entityId, repoId, STANDS_MS).catch(() => {}),
  };
}

/**
 * Loads what changed since the picture before. The state was read first, so what is stored while loading is noticed by the
 * next check.
 */
async function renewPicture(
  clickHouse: ClickHouse,
  entityId: number,
  repoId: number,
  state: RepoState,
  before: RepoPicture | undefined,
): Promise<RepoPicture> {
  const known = before?.facts === state.facts ? before : null;
  const graph = known?.graph ?? (await readGraph(clickHouse, entityId, repoId));
  return {
    ...state,
    graph,
    renames: known?.renames ?? createRenames(await readRenames(clickHouse, entityId, repoId)),
    firstReleases:
      known?.releases === state.releases
        ? known.firstReleases
        : firstReleases(graph, await readReleases(clickHouse, entityId, repoId)),
    files: known?.files ?? createKnownFiles(),
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
