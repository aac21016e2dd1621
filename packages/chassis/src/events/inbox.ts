import type { Queryable, Transaction } from '../postgres/postgres.ts';

/** True the first time this consumer sees the message; in the effect's own transaction it makes the effect happen once. */
export async function firstTime(tx: Transaction, consumer: string, messageId: string): Promise<boolean> {
  return (
    (await tx.run('INSERT INTO inbox (consumer, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      consumer,
      messageId,
    ])) === 1
  );
}

/** Longer than any stream keeps its messages. */
export const forgetInbox = (postgres: Queryable): Promise<number> =>
  postgres.run("DELETE FROM inbox WHERE handled_at < now() - interval '30 days'");
