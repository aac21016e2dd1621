import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import type { Context } from '../context.ts';
import { lockTrackerTokens, saveTrackerToken, trackerContext } from '../store/trackers.ts';

/** Seals again with the newest key what an older one sealed, at every start: the older key can be dropped at the next. */
export function resealTrackerTokens({ config, log, postgres }: Context): Promise<number> {
  const box = createSecretBox(config.SECRET_KEYS);
  return postgres.transaction(async (tx) => {
    const stale = (await lockTrackerTokens(tx)).filter((row) => box.isStale(row.sealed_token));
    for (const { id, entity_id, sealed_token } of stale) {
      const context = trackerContext(entity_id);
      await saveTrackerToken(tx, id, box.seal(box.open(sealed_token, context), context));
    }
    if (stale.length > 0) log.info({ trackers: stale.length }, 'tokens of trackers were sealed with the newest key');
    return stale.length;
  });
}
