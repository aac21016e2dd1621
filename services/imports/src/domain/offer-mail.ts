import { dayOf } from '@linescope/contract/days';

export interface MailedOffer {
  repoPath: string;
  link: string;
  expiresAt: Date;
}

/** The mail that offers repos to the user whose connection sees them. */
export function offerMail(offers: readonly MailedOffer[]): { subject: string; text: string } {
  const [first] = offers;
  const subject = offers.length === 1 ? `Import ${first?.repoPath}?` : `Import ${offers.length} repos?`;
  const text = [
    'Your code-host connection can see repos that Linescope does not import yet.',
    'To import one, open its link and press the button:',
    '',
    ...offers.flatMap(({ repoPath, link }) => [repoPath, `  ${link}`, '']),
    `Each link works once, until ${first ? dayOf(first.expiresAt) : ''}. What you do not open is not imported.`,
    '',
  ].join('\n');
  return { subject, text };
}
