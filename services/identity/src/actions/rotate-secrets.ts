import type { Context } from '../context.ts';
import { lockSealed, SEALED_COLUMNS, saveSealed } from '../store/sealed-columns.ts';

const BATCH = 100;

/** Seals again, with the newest key, what an older one sealed; afterwards the older key can be dropped. */
export async function rotateSecrets({ postgres, secretBox }: Context): Promise<number> {
  let resealed = 0;
  for (const column of SEALED_COLUMNS) {
    for (let afterId = 0, more = true; more; ) {
      await postgres.transaction(async (tx) => {
        const rows = await lockSealed(tx, column, afterId, BATCH);
        for (const { id, sealed } of rows.filter((row) => secretBox.isStale(row.sealed))) {
          const context = column.context(id);
          await saveSealed(tx, column, id, secretBox.seal(secretBox.open(sealed, context), context));
          resealed += 1;
        }
        afterId = rows.at(-1)?.id ?? afterId;
        more = rows.length === BATCH;
      });
    }
  }
  return resealed;
}
