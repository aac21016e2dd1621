import { defineOpenRoute, type OpenAnswer, type OpenRequest, type OpenRoute } from '@linescope/chassis/http/open-route';
import { notFound } from '@linescope/contract/fault';
import { z } from 'zod';
import { startSession } from '../../actions/start-session.ts';
import type { Context } from '../../context.ts';
import { returnPath, siteOf } from '../../domain/site-of.ts';
import { hashToken } from '../../domain/token.ts';
import { findLink, takeLink } from '../../store/sign-in-links.ts';
import {
  cookieNameOf,
  refuseForeign,
  returnTo,
  SESSION_COOKIE,
  SIGN_IN_PAGE,
  sentOn,
  sessionCookie,
  signedIn,
} from './session-answer.ts';

const shared = {
  path: '/auth/link/:secret',
  description: 'A link works once, within ten minutes.',
  query: z.object({ return_to: returnTo }),
  output: sentOn,
  redirects: true,
  setsCookies: SESSION_COOKIE,
  failures: ['response_forbidden'],
  page: SIGN_IN_PAGE,
} satisfies Partial<OpenRoute>;

const gone = () => notFound('This link was used before, or is more than ten minutes old. Ask for another one.');

/** Signs in; or shows a button that does, since mail programs open links by themselves and would use them up. */
export const followSignInLink = (context: Context) =>
  defineOpenRoute({
    ...shared,
    method: 'GET',
    action: 'action_sign_in_link_shown',
    summary: 'Open a one-time sign-in link',
    async handle(request) {
      const link = await findLink(context.postgres, hashToken(request.params['secret'] ?? ''));
      if (!link) throw gone();
      if (!link.mustConfirm) return signIn(context, request);
      return { status: 200, detail: `Sign in to Linescope as ${link.email}.`, button: 'Sign in', fields: {} };
    },
  });

export const confirmSignInLink = (context: Context) =>
  defineOpenRoute({
    ...shared,
    method: 'POST',
    action: 'action_session_start',
    summary: 'Sign in with a one-time link',
    async handle(request) {
      refuseForeign(request);
      return signIn(context, request);
    },
  });

async function signIn({ postgres }: Context, { params, headers, query }: OpenRequest): Promise<OpenAnswer> {
  const site = siteOf(headers);
  cookieNameOf(site);
  const secret = await postgres.transaction(async (tx) => {
    const link = await takeLink(tx, hashToken(params['secret'] ?? ''));
    return link && startSession(tx, { ...link, by: 'one-time link' });
  });
  if (secret === null) throw gone();
  return signedIn(sessionCookie(site, secret), returnPath(query.get('return_to')));
}
