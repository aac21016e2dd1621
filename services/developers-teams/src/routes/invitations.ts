import { failureBody, toFault } from '@linescope/chassis/http/failure-answer';
import type { OpenRoute } from '@linescope/chassis/http/openapi';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import { envelopeShape, success } from '@linescope/contract/envelope';
import type { Express, Request, Response } from 'express';
import { z } from 'zod';
import { acceptInvitation, type OpenInvitation, readInvitation } from '../actions/accept-invitation.ts';
import type { Context } from '../context.ts';

const SHOWN = 'action_invitation_shown';
const ACCEPTED = 'action_invitation_accepted';

const output = z.object({ ...envelopeShape, email: z.string(), team_name: z.string().nullable() });

export const invitationRoutes: OpenRoute[] = [
  {
    method: 'GET',
    path: '/invitations/:token',
    action: SHOWN,
    summary: 'Show an invitation',
    description: 'The signed link of the mail. Reading it changes nothing.',
    output,
  },
  {
    method: 'POST',
    path: '/invitations/:token',
    action: ACCEPTED,
    summary: 'Accept an invitation',
    description: 'Once, before it expires: makes the user a member of the entity and of the team.',
    output,
  },
];

/** Signed links, without a bearer token. Reading one changes nothing, since mail scanners read; the button accepts. */
export const openInvitations =
  (context: Context) =>
  (app: Express): void => {
    app.get('/invitations/:token', (request, response) =>
      answer(context, request, response, SHOWN, async (token) => {
        const { invitation, teamName } = await readInvitation(context, token);
        const sentence = `${invitation.email} is invited ${partOf({ invitation, teamName })}.`;
        return { sentence, button: 'Accept', fields: { email: invitation.email, team_name: teamName } };
      }),
    );
    app.post('/invitations/:token', (request, response) =>
      answer(context, request, response, ACCEPTED, async (token) => {
        const { invitation, teamName } = await acceptInvitation(context, token);
        const sentence = `Welcome. ${invitation.email} has joined ${partOf({ invitation, teamName })}.`;
        return { sentence, fields: { email: invitation.email, team_name: teamName } };
      }),
    );
  };

interface Page {
  sentence: string;
  button?: string;
  fields: Record<string, unknown>;
}

function partOf({ invitation, teamName }: OpenInvitation): string {
  if (teamName === null) return 'as a user of Linescope';
  return invitation.asEm === 'manager' ? `as a manager of the team ${teamName}` : `in the team ${teamName}`;
}

/** A browser gets a page, anything else the envelope, failures too. */
async function answer(
  context: Context,
  request: Request,
  response: Response,
  action: string,
  work: (token: string) => Promise<Page>,
): Promise<void> {
  const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
  const wantsPage = String(request.headers.accept ?? '').includes('text/html');
  response.set({
    [TRACE_HEADER]: traceIdentifier,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
  await runInTrace({ traceIdentifier }, async () => {
    try {
      const page = await work(String(request.params['token'] ?? ''));
      if (wantsPage) response.status(200).type('html').send(html(page.sentence, page.button));
      else response.status(200).json(success(action, page.sentence, page.fields));
    } catch (error) {
      const fault = toFault(error);
      if (fault.status >= 500) context.log.error({ err: fault, action }, 'request failed');
      response.set(fault.headers);
      if (wantsPage) response.status(fault.status).type('html').send(html(fault.message));
      else response.status(fault.status).json(failureBody(fault, action, traceIdentifier));
    }
  });
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const html = (sentence: string, button?: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Invitation</title>
<body style="font: 1.1rem system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<p>${escapeHtml(sentence)}</p>
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}
</html>
`;
