import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { type CommitGraph, createCommitGraph } from '../domain/commit-graph.ts';
import { commitGraph, graphVersion } from './commits.ts';

const KEPT = 50;

export interface Graphs {
  of(entityId: number, repoId: number): Promise<CommitGraph>;
}

/** Graphs of the repos asked for lately, loaded again when a commit was stored since. */
export function createGraphs(clickHouse: ClickHouse): Graphs {
  const kept = new Map<string, { version: string; graph: CommitGraph }>();
  return {
    async of(entityId, repoId) {
      const key = `${entityId}:${repoId}`;
      const version = await graphVersion(clickHouse, entityId, repoId);
      const known = kept.get(key);
      kept.delete(key);
      if (known?.version === version) {
        kept.set(key, known);
        return known.graph;
      }
      const rows = await commitGraph(clickHouse, entityId, repoId);
      const graph = createCommitGraph(
        rows.map((row) => ({ sha: row.sha, parents: row.parents, isMerge: row.is_merge, issueKeys: row.issue_keys })),
      );
      kept.set(key, { version, graph });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
      }
      return graph;
    },
  };
}
