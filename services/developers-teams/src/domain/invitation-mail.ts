/** Plain words; nothing in it but the link depends on who wrote the team's name. */
export function invitationMail(
  invitation: { asEm: string; expiresAt: Date },
  entitySlug: string,
  teamName: string | null,
  link: string,
): { subject: string; text: string } {
  const team = teamName === null ? entitySlug : `the team ${oneLine(teamName)} of ${entitySlug}`;
  const part = invitation.asEm === 'manager' ? `as a manager of ${team}` : `to ${team}`;
  return {
    subject: `You are invited ${part}`,
    text: [
      `You are invited ${part} on Linescope, which shows how code is made and delivered.`,
      '',
      'To accept, open this link and press the button:',
      link,
      '',
      `The link works once, until ${invitation.expiresAt.toISOString().slice(0, 10)}.`,
      'If you did not expect this, ignore it: nothing happens.',
      '',
    ].join('\n'),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
