import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Invited } from '../domain/people.ts';

const invitationRow = z.object({
  id: z.number(),
  entityId: z.number(),
  email: z.string(),
  asEm: z.enum(['developer', 'manager']),
  teamId: z.number().nullable(),
  committerId: z.number().nullable(),
  expiresAt: z.date(),
  acceptedAt: z.date().nullable(),
});
export type Invitation = z.infer<typeof invitationRow>;

const COLUMNS = `id, entity_id AS "entityId", email, as_em AS "asEm", team_id AS "teamId", committer_id AS "committerId",
  expires_at AS "expiresAt", accepted_at AS "acceptedAt"`;

export interface NewInvitation extends Invited {
  entityId: number;
  teamId: number;
  invitedBy: number;
  expiresAt: Date;
}

export async function saveInvitation(tx: Transaction, invitation: NewInvitation): Promise<void> {
  await tx.run(
    `INSERT INTO invitations (entity_id, email, as_em, team_id, committer_id, invited_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (entity_id, email, as_em, team_id) WHERE accepted_at IS NULL DO UPDATE
       SET expires_at = excluded.expires_at, committer_id = excluded.committer_id, invited_by = excluded.invited_by,
         sent_at = NULL, attempts = 0, next_attempt_at = now()`,
    [
      invitation.entityId,
      invitation.email,
      invitation.asEm,
      invitation.teamId,
      invitation.committerId,
      invitation.invitedBy,
      invitation.expiresAt,
    ],
  );
}

export const findInvitation = (db: Queryable, id: number): Promise<Invitation | null> =>
  db.maybe(invitationRow, `SELECT ${COLUMNS} FROM invitations WHERE id = $1`, [id]);

export const lockInvitation = (tx: Transaction, id: number): Promise<Invitation | null> =>
  tx.maybe(invitationRow, `SELECT ${COLUMNS} FROM invitations WHERE id = $1 FOR UPDATE`, [id]);

export const markAccepted = (tx: Transaction, id: number, at: Date): Promise<number> =>
  tx.run('UPDATE invitations SET accepted_at = $2 WHERE id = $1', [id, at]);

/** One invitation whose mail is due, held until the transaction ends so that no other replica sends it. */
export const takeUnsent = (tx: Transaction): Promise<Invitation | null> =>
  tx.maybe(
    invitationRow,
    `SELECT ${COLUMNS} FROM invitations
     WHERE accepted_at IS NULL AND sent_at IS NULL AND next_attempt_at <= now() AND expires_at > now()
     ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );

export const markSent = (tx: Transaction, id: number): Promise<number> =>
  tx.run('UPDATE invitations SET sent_at = now() WHERE id = $1', [id]);

/** A mail that could not be sent waits twice as long each time, an hour at most. */
export const postpone = (tx: Transaction, id: number): Promise<number> =>
  tx.run(
    `UPDATE invitations SET attempts = attempts + 1,
       next_attempt_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, attempts)) WHERE id = $1`,
    [id],
  );
