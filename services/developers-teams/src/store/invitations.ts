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

/** Nobody is mailed the same more often than that, however often they are named. */
const IS_RENEWED = `excluded.expires_at >= invitations.expires_at + interval '1 hour'`;

export async function saveInvitation(tx: Transaction, invitation: NewInvitation): Promise<void> {
  await tx.run(
    `INSERT INTO invitations (entity_id, email, as_em, team_id, committer_id, invited_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (entity_id, email, as_em, team_id) WHERE accepted_at IS NULL DO UPDATE
       SET committer_id = excluded.committer_id, invited_by = excluded.invited_by,
         expires_at = CASE WHEN ${IS_RENEWED} THEN excluded.expires_at ELSE invitations.expires_at END,
         sent_at = CASE WHEN ${IS_RENEWED} THEN NULL ELSE invitations.sent_at END,
         attempts = CASE WHEN ${IS_RENEWED} THEN 0 ELSE invitations.attempts END,
         next_attempt_at = CASE WHEN ${IS_RENEWED} THEN now() ELSE invitations.next_attempt_at END`,
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

/** How many of the entity can still be accepted. */
export const countOpenInvitations = async (db: Queryable, entityId: number): Promise<number> =>
  (
    await db.one(
      z.object({ count: z.number() }),
      'SELECT count(*) AS count FROM invitations WHERE entity_id = $1 AND accepted_at IS NULL AND expires_at > now()',
      [entityId],
    )
  ).count;

/**
 * One invitation whose mail is due. It is taken for longer than a mail server may be waited for, so that no other replica sends it,
 * and is due again where this one ends before it says how that went.
 */
export const takeUnsent = (db: Queryable): Promise<Invitation | null> =>
  db.maybe(
    invitationRow,
    `UPDATE invitations SET next_attempt_at = now() + interval '2 minutes' WHERE id = (
       SELECT id FROM invitations
       WHERE accepted_at IS NULL AND sent_at IS NULL AND next_attempt_at <= now() AND expires_at > now()
       ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
  );

/** Unless it was renewed meanwhile: then another link is to be sent. */
export const markSent = (db: Queryable, { id, expiresAt }: Invitation): Promise<number> =>
  db.run('UPDATE invitations SET sent_at = now() WHERE id = $1 AND expires_at = $2', [id, expiresAt]);

/** A mail that could not be sent waits twice as long each time, an hour at most. */
export const postpone = (db: Queryable, id: number): Promise<number> =>
  db.run(
    `UPDATE invitations SET attempts = attempts + 1,
       next_attempt_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, attempts)) WHERE id = $1`,
    [id],
  );
