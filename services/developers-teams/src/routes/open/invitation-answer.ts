import { envelopeShape } from '@linescope/contract/envelope';
import { z } from 'zod';
import type { OpenInvitation } from '../../actions/invitations/accept-invitation.ts';

export const INVITATION_PAGE = { title: 'Invitation' };

export const invitationOutput = z.object({ ...envelopeShape, email: z.string(), team_name: z.string().nullable() });

export const invitationFields = ({ invitation, teamName }: OpenInvitation) => ({
  email: invitation.email,
  team_name: teamName,
});

/** `as a manager of the team Core`: what the invited becomes. */
export function describePart({ invitation, teamName }: OpenInvitation): string {
  if (teamName === null) return 'as a user of Linescope';
  return invitation.asEm === 'manager' ? `as a manager of the team ${teamName}` : `in the team ${teamName}`;
}
