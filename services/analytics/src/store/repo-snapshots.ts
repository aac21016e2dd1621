import { type ClickHouse, inBackground } from '@linescope/chassis/clickhouse/clickhouse';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type CommitGraph, createCommitGraph } from '../domain/commit-graph.ts';
import { createRenames, type Renames } from '../domain/line-history/file-history.ts';
import { firstReleases } from '../domain/line-history/first-releases.ts';
import type { People } from '../domain/line-history/people.ts';
import { commitGraph } from './commits.ts';
import type { Stamp } from './fact-stamps.ts';
import { readWindowStarts } from './line-history/window-files.ts';
import { readPeople } from './people.ts';
import { type RepoState, readRepoState } from './repo-state.ts';

const MAX_SNAPSHOTS = 50;

/** While rows keep coming in, a snapshot that was checked within this time is used without a new check. */
const RECENT_MS = 5000;
/** The shortest time between two checks by `refresh`, which follow requests: in time for whoever asks on to find it current. */
const REFRESH_MS = 500;
/** While rows keep coming in, `refresh` leaves a snapshot alone that was checked within this time. */
const REFRESHED_MS = 1000;
/** For so long a snapshot that was current is used without asking whether it still is: as long as a repo's path is. */
const CURRENT_MS = 1000;

/** A repo's commits, renames, releases and people in memory, with the state of the tables they were read at. */
export interface RepoSnapshot extends RepoState {
  entityId: number;
  repoId: number;
  graph: CommitGraph;
  renames: Renames;
  firstReleases: ReadonlyMap<number, Date>;
  people: People;
  /** The commits just before the window whose files are stored, and the one that each is stored by the difference from. */
  beforeWindow: ReadonlyMap<string, string | null>;
  /** Changes with the repo's git rows. */
  generation: string;
  /** Changes with anything stored for the entity. */
  stamp: string;
}

export interface RepoSnapshots {
  /** As the tables are now. */
  current(entityId: number, repoId: number): Promise<RepoSnapshot>;
  /** The same where no request waits for it. */
  currentInBackground(entityId: number, repoId: number): Promise<RepoSnapshot>;
  /** As the tables are now; during an import, as they were at most five seconds ago. */
  recent(entityId: number, repoId: number): Promise<RepoSnapshot>;
  /** As the tables were at some moment of the last second, without a query; null where that is not known. */
  held(entityId: number, repoId: number): RepoSnapshot | null;
  /**
   * Finds out which of the entity's snapshots are current, by one query for all of them: for a request that does not know its repo
   * yet.
   */
  confirm(entityId: number): Promise<void>;
  /**
   * Called after a request used the recent snapshot, so that the next request finds a newer one. Null where rows came in while it
   * was taken, or where it was checked a moment ago.
   */
  refresh(entityId: number, repoId: number): Promise<RepoSnapshot | null>;
  /** The commits alone, as the tables are now, where no request waits for them: read again only where commits were stored since. */
  commits(entityId: number, repoId: number): Promise<CommitGraph>;
  /** The same for one who can do with less; null where they would have to be read. */
  heldCommits(entityId: number, repoId: number): Promise<CommitGraph | null>;
}

const stampOf = (entityId: number, repoId: number, stamp: number): string => `${entityId}:${repoId}:${stamp}`;

interface CachedSnapshot {
  stamp: number;
  /** The entity's stamp of its commits. */
  commits: number;
  checkedAt: number;
  /** When it was last found to be current. */
  currentAt: number;
  refreshedAt: number;
  snapshot: Promise<RepoSnapshot>;
  loaded: RepoSnapshot | null;
}

/**
 * Snapshots of the repos used last. The entity's stamp grows with every row stored, so a snapshot with the current stamp is
 * valid without a query; when the stamp has grown, only what changed is loaded again.
 */
export function createRepoSnapshots(
  clickHouse: ClickHouse,
  readStamp: (entityId: number) => Promise<Pick<Stamp, 'stamp' | 'commits'>>,
  now: () => Date,
): RepoSnapshots {
  const cache = new LRUCache<string, CachedSnapshot>({ max: MAX_SNAPSHOTS });

  const background = inBackground(clickHouse);

  async function load(
    store: ClickHouse,
    entityId: number,
    repoId: number,
    stamp: number,
    known?: Promise<RepoSnapshot>,
  ) {
    const before = await known?.catch(() => undefined);
    const state = await readRepoState(store, entityId, repoId);
    return updateSnapshot(store, { entityId, repoId, stamp: stampOf(entityId, repoId, stamp) }, state, before);
  }

  async function get(store: ClickHouse, entityId: number, repoId: number, maxAge: number): Promise<RepoSnapshot> {
    const checkedAt = now().getTime();
    const { stamp, commits } = await readStamp(entityId);
    const key = `${entityId}:${repoId}`;
    const known = cache.get(key);
    if (known && known.stamp >= stamp) known.currentAt = checkedAt;
    if (known && (known.stamp >= stamp || checkedAt - known.checkedAt < maxAge)) return known.snapshot;
    const refreshedAt = known?.refreshedAt ?? 0;
    const snapshot = load(store, entityId, repoId, stamp, known?.snapshot);
    const entry: CachedSnapshot = {
      ...{ stamp, commits, checkedAt, currentAt: checkedAt, refreshedAt },
      ...{ snapshot, loaded: null },
    };
    cache.set(key, entry);
    snapshot.then(
      (loaded) => {
        entry.loaded = loaded;
      },
      () => cache.peek(key) === entry && cache.delete(key),
    );
    return snapshot;
  }

  async function heldCommits(entityId: number, repoId: number): Promise<CommitGraph | null> {
    const { commits } = await readStamp(entityId);
    const known = cache.get(`${entityId}:${repoId}`);
    return known?.loaded && known.commits >= commits ? known.loaded.graph : null;
  }

  return {
    current: (entityId, repoId) => get(clickHouse, entityId, repoId, 0),
    currentInBackground: (entityId, repoId) => get(background, entityId, repoId, 0),
    recent: (entityId, repoId) => get(clickHouse, entityId, repoId, RECENT_MS),
    held(entityId, repoId) {
      const known = cache.get(`${entityId}:${repoId}`);
      return known && now().getTime() - known.currentAt < CURRENT_MS ? known.loaded : null;
    },
    async confirm(entityId) {
      const checkedAt = now().getTime();
      const { stamp } = await readStamp(entityId);
      for (const [key, known] of cache.entries())
        if (key.startsWith(`${entityId}:`) && known.stamp >= stamp)
          known.currentAt = Math.max(known.currentAt, checkedAt);
    },
    async refresh(entityId, repoId) {
      const known = cache.get(`${entityId}:${repoId}`);
      const refreshedAt = now().getTime();
      if (known && refreshedAt - known.refreshedAt < REFRESH_MS) return null;
      if (known) known.refreshedAt = refreshedAt;
      const snapshot = await get(background, entityId, repoId, REFRESHED_MS);
      return snapshot.stamp === stampOf(entityId, repoId, (await readStamp(entityId)).stamp) ? snapshot : null;
    },
    commits: async (entityId, repoId) =>
      (await heldCommits(entityId, repoId)) ?? (await get(background, entityId, repoId, 0)).graph,
    heldCommits,
  };
}

/** Loads what changed since the snapshot before. The state is read first, so the next check notices rows stored meanwhile. */
async function updateSnapshot(
  clickHouse: ClickHouse,
  of: { entityId: number; repoId: number; stamp: string },
  state: RepoState,
  before: RepoSnapshot | undefined,
): Promise<RepoSnapshot> {
  const { entityId, repoId } = of;
  const known = before?.gitRows === state.gitRows ? before : null;
  const knownPeople = before?.committers === state.committers ? before.people : null;
  const knownStarts = before?.windowStarts === state.windowStarts ? before.beforeWindow : null;
  const knownReleases = known?.releases === state.releases ? known.firstReleases : null;
  const [graph, renames, releases, beforeWindow, people] = await Promise.all([
    known?.graph ?? readGraph(clickHouse, entityId, repoId),
    known?.renames ?? readRenames(clickHouse, entityId, repoId).then(createRenames),
    knownReleases ? [] : readReleases(clickHouse, entityId, repoId),
    knownStarts ?? readWindowStarts(clickHouse, { entityId, repoId }),
    knownPeople ?? readPeople(clickHouse, entityId),
  ]);
  return {
    ...of,
    ...state,
    graph,
    renames,
    firstReleases: knownReleases ?? firstReleases(graph, releases),
    generation: known?.generation ?? crypto.randomUUID(),
    beforeWindow,
    people,
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
      committedAt: row.committed,
      committerId: row.committer_id,
      existent: row.existent,
      onDefaultBranch: row.on_default_branch,
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
