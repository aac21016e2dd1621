import { created, defineRoute, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { forbidden, notFound } from '@linescope/contract/fault';
import { integerInput } from '@linescope/contract/inputs';
import { link, timestamp } from '@linescope/contract/output-fields';
import { roleAllows } from '@linescope/contract/roles';
import { z } from 'zod';
import { makeSignInLink } from '../../actions/make-sign-in-link.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../store/audit-log.ts';
import { findMember } from '../../store/members.ts';
import { LINK_MINUTES } from '../../store/sign-in-links.ts';

const ACTION = 'action_sign_in_link_create';

export const createSignInLink = ({ postgres }: Context, publicBaseUrl: string): Route =>
  defineRoute({
    method: 'POST',
    path: '/users/:id/sign_in_link',
    statuses: [201],
    action: ACTION,
    summary: 'Make a link that signs a user in to the console',
    description: 'It works once, within ten minutes, and is shown this once. Whoever has it signs in as that user.',
    role: 'admin',
    input: z.object({ id: integerInput({ min: 1 }).describe('The user, by its id in GET /users.') }),
    output: z.object({ ...envelopeShape, url: link, expires_at: timestamp }),
    async handle({ id: userId }, { principal }) {
      const { entityId, tokenId } = principal;
      const url = await postgres.transaction(async (tx) => {
        const member = await findMember(tx, entityId, userId);
        if (!member) throw notFound('There is no such user here.', 'id');
        if (!roleAllows(principal.role, member.role)) throw forbidden(`${member.email} has a role above your own.`);
        const detail = { user_id: userId, email: member.email };
        await writeAudit(tx, { entityId, actor: `token:${tokenId}`, action: 'sign_in_link_made', detail });
        // Programs that look at links in messages must not use it up.
        return makeSignInLink(tx, publicBaseUrl, { entityId, userId, mustConfirm: true });
      });
      const expires_at = isoTimestamp(new Date(Date.now() + LINK_MINUTES * 60_000));
      return created(success(ACTION, `The link works once, within ${LINK_MINUTES} minutes.`, { url, expires_at }));
    },
  });
