import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { readCookie, setCookie } from '@linescope/chassis/principal/session-cookie';
import { envelopeSchema } from '@linescope/contract/envelope';
import { revokeToken } from '../../actions/revoke-token.ts';
import type { Context } from '../../context.ts';
import { hashToken } from '../../domain/token.ts';
import { findSession } from '../../store/sessions.ts';
import { cookieNameOf, refuseForeign } from './session-answer.ts';

export const signOut = ({ postgres, outbox }: Context) =>
  defineOpenRoute({
    method: 'POST',
    path: '/auth/sign_out',
    action: 'action_session_end',
    summary: 'Sign out of the console',
    description: 'Ends the session everywhere at once.',
    output: envelopeSchema,
    setsCookies: 'Takes the session of the console from the browser.',
    failures: ['response_forbidden'],
    async handle(request) {
      const site = refuseForeign(request);
      const name = cookieNameOf(site);
      const secret = readCookie(request.headers.get('cookie'), name);
      const session = secret && (await findSession(postgres, hashToken(secret)));
      if (session)
        await postgres.transaction((tx) =>
          revokeToken(tx, outbox, { tokenId: session.id, actor: `user:${session.userId}` }),
        );
      return { status: 200, detail: 'You are signed out.', fields: {}, cookies: [setCookie(name, '', site, 0)] };
    },
  });
