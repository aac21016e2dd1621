import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { SESSION_PREFIX } from '@linescope/chassis/principal/session-cookie';
import { unauthenticated } from '@linescope/contract/fault';
import { z } from 'zod';
import { startSession } from '../../actions/start-session.ts';
import type { Context } from '../../context.ts';
import { hashToken } from '../../domain/token.ts';
import { findSession } from '../../store/sessions.ts';
import {
  cookieNameOf,
  readJson,
  refuseForeign,
  SESSION_COOKIE,
  sessionCookie,
  sessionFields,
  sessionOutput,
} from './session-answer.ts';

const input = z.object({
  token: z.string().min(1).max(200).describe('An API token, as it was shown when it was made.'),
});

export const signInWithToken = ({ postgres }: Context, methods: readonly string[]) =>
  defineOpenRoute({
    method: 'POST',
    path: '/auth/token',
    action: 'action_session_start',
    summary: 'Sign in to the console with an API token',
    description: 'The session does what the token may do, and ends when the token is revoked or expires.',
    body: input,
    output: sessionOutput,
    setsCookies: SESSION_COOKIE,
    failures: ['response_unauthenticated', 'response_forbidden'],
    async handle(request) {
      const site = refuseForeign(request);
      const { token } = await readJson(request, input, 'token must be an API token.');
      const owner = token.startsWith(SESSION_PREFIX) ? null : await findSession(postgres, hashToken(token.trim()));
      if (!owner) throw unauthenticated('The token is unknown, revoked or expired.');
      // The cookie first: where none can be set, no session shall be left behind.
      cookieNameOf(site);
      const secret = await postgres.transaction((tx) =>
        startSession(tx, { ...owner, by: 'API token', startedWith: owner.id }),
      );
      return {
        status: 200,
        detail: `${owner.email} is signed in.`,
        fields: sessionFields(owner, methods),
        cookies: [sessionCookie(site, secret)],
      };
    },
  });
