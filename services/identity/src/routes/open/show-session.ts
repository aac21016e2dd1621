import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { readCookie, SESSION_PREFIX, sessionCookieName } from '@linescope/chassis/principal/session-cookie';
import { unauthenticated } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import { siteOf } from '../../domain/site-of.ts';
import { hashToken } from '../../domain/token.ts';
import { findSession } from '../../store/sessions.ts';
import { sessionFields, sessionOutput } from './session-answer.ts';

export const showSession = ({ postgres }: Context, methods: readonly string[]) =>
  defineOpenRoute({
    method: 'GET',
    path: '/auth/session',
    action: 'action_session_show',
    summary: 'Who is signed in to the console',
    description: 'By the session cookie. A 401 says in `sign_in_methods` how one can sign in.',
    output: sessionOutput,
    failures: ['response_unauthenticated'],
    failureFields: { sign_in_methods: methods },
    async handle({ headers }) {
      const name = sessionCookieName(siteOf(headers));
      const secret = name && readCookie(headers.get('cookie'), name);
      const session = secret?.startsWith(SESSION_PREFIX) ? await findSession(postgres, hashToken(secret)) : null;
      if (!session) throw unauthenticated('Nobody is signed in.');
      return { status: 200, detail: `${session.email} is signed in.`, fields: sessionFields(session, methods) };
    },
  });
