import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { acceptInvitation } from '../../actions/invitations/accept-invitation.ts';
import type { Context } from '../../context.ts';
import { describePart, INVITATION_PAGE, invitationFields, invitationOutput } from './invitation-answer.ts';

export const acceptInvitationRoute = (context: Context) =>
  defineOpenRoute({
    method: 'POST',
    path: '/invitations/:token',
    action: 'action_invitation_accepted',
    summary: 'Accept an invitation',
    description: 'Once, before it expires: makes the user a member of the entity and of the team.',
    output: invitationOutput,
    failures: ['response_conflict'],
    page: INVITATION_PAGE,
    async handle({ params }) {
      const accepted = await acceptInvitation(context, params['token'] ?? '');
      const detail = `Welcome. ${accepted.invitation.email} has joined ${describePart(accepted)}.`;
      return { status: 200, detail, fields: invitationFields(accepted) };
    },
  });
