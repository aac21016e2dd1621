import { createKeyFinder } from '../domain/named-keys.ts';
import { commitsThatMayName } from '../store/commits-naming.ts';
import { readMergeTimes } from '../store/merge-times.ts';
import { commitMessage } from './commit-message.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

/** A key that more commits name is an everyday word; the first of them are given. */
const COMMITS_A_KEY = 500;

/** For each key, the commits that name it in their message, in their branch or in their pull request's title. */
export const commitsNaming =
  ({ clickHouse }: Pick<RpcContext, 'clickHouse' | 'repoSnapshots'>): AnalyticsHandlers['commitsNaming'] =>
  async ({ entityId, keys, since, repoId, shas }) => {
    const seconds = since ? Math.floor(Date.parse(since) / 1000) : 0;
    const of = shas.length > 0 ? { repoId, shas } : null;
    const candidates =
      keys.length === 0 ? [] : await commitsThatMayName(clickHouse, { entityId, keys, since: seconds, of });
    const wanted = new Set(keys);
    const findKeys = createKeyFinder(wanted);
    const counts = new Map<string, number>();
    const found: { key: string; candidate: (typeof candidates)[number] }[] = [];
    const seen = new Set<string>();
    for (const candidate of candidates) {
      // The import knows that `#12` in a message is the issue of that repo.
      const named = new Set(candidate.issue_keys.filter((key) => wanted.has(key)));
      for (const text of [candidate.message, ...candidate.pull_texts]) for (const key of findKeys(text)) named.add(key);
      for (const key of named) {
        const name = `${key} ${candidate.repo_id} ${candidate.sha}`;
        const count = counts.get(key) ?? 0;
        if (count >= COMMITS_A_KEY || seen.has(name)) continue;
        seen.add(name);
        counts.set(key, count + 1);
        found.push({ key, candidate });
      }
    }
    const mergedAt = await readMergeTimes(
      clickHouse,
      entityId,
      found.map(({ candidate }) => candidate.sha),
    );
    const commits = found.map(({ key, candidate }) => ({
      key,
      commit: { ...commitMessage(candidate, mergedAt(candidate)), message: '' },
    }));
    return { commits };
  };
