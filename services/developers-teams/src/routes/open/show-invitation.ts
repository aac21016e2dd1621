import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { readInvitation } from '../../actions/invitations/accept-invitation.ts';
import type { Context } from '../../context.ts';
import { describePart, INVITATION_PAGE, invitationFields, invitationOutput } from './invitation-answer.ts';

/** Reading a signed link changes nothing, since mail scanners read it; the page's button accepts. */
export const showInvitationRoute = (context: Context) =>
  defineOpenRoute({
    method: 'GET',
    path: '/invitations/:token',
    action: 'action_invitation_shown',
    summary: 'Show an invitation',
    description: 'The signed link of the mail. Reading it changes nothing.',
    output: invitationOutput,
    failures: ['response_conflict'],
    page: INVITATION_PAGE,
    async handle({ params }) {
      const open = await readInvitation(context, params['token'] ?? '');
      const detail = `${open.invitation.email} is invited ${describePart(open)}.`;
      return { status: 200, detail, button: 'Accept', fields: invitationFields(open) };
    },
  });
