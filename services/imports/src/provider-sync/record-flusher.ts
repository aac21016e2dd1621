import type { Context } from '../context.ts';
import { notePullRequestCounts } from '../store/imports.ts';
import { forgetOldPayloads } from '../store/provider-payloads.ts';
import { countRecords, reposWithUnstored } from '../store/provider-records.ts';
import { type RepoScope, storeRecords } from './store-records.ts';

const LOOK_EVERY_MS = 15_000;
const LEFT_AFTER_SECONDS = 20;
const FORGET_EVERY_MS = 60 * 60 * 1000;
const BATCH = 50;

export interface Storekeeper {
  /** Stores what is believed of the repo soon; many wishes at once are one. */
  wake(repo: RepoScope): void;
  stop(): Promise<void>;
}

/** Stores at once what webhooks brought, and now and then what another replica or a worker left. */
export function startStorekeeper(context: Context): Storekeeper {
  const stopping = new AbortController();
  const underWay = new Map<string, { again: boolean; done: Promise<void> }>();

  async function keep(repo: RepoScope, round: { again: boolean }): Promise<void> {
    do {
      round.again = false;
      await storeRecords(context, repo, { signal: stopping.signal });
      await notePullRequestCounts(context.postgres, repo, await countRecords(context.postgres, repo, 'pull_request'));
    } while (round.again && !stopping.signal.aborted);
  }

  function wake(repo: RepoScope): void {
    const key = `${repo.entityId}:${repo.repoId}`;
    const running = underWay.get(key);
    if (running) {
      running.again = true;
      return;
    }
    const round = { again: false, done: Promise.resolve() };
    underWay.set(key, round);
    round.done = keep(repo, round)
      .catch((err: unknown) => context.log.warn({ err, repoId: repo.repoId }, 'facts wait: they will be stored later'))
      .finally(() => underWay.delete(key));
  }

  async function look(): Promise<void> {
    for (const left of await reposWithUnstored(context.postgres, LEFT_AFTER_SECONDS, BATCH)) {
      wake({
        entityId: left.entity_id,
        repoId: left.repo_id,
        repoPath: left.repo_path,
        gitProviderEm: left.git_provider_em,
      });
    }
  }

  const warn = (err: unknown) => context.log.warn({ err }, 'a look at what is left to store did not finish');
  const looking = setInterval(() => void look().catch(warn), LOOK_EVERY_MS);
  const forgetting = setInterval(
    () => void forgetOldPayloads(context.postgres, context.config.PAYLOAD_DAYS).catch(warn),
    FORGET_EVERY_MS,
  );
  return {
    wake,
    async stop() {
      clearInterval(looking);
      clearInterval(forgetting);
      stopping.abort(new Error('the service stops'));
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}
