import type { OpenRoute } from '@linescope/chassis/http/open-route';
import { createMailer } from '@linescope/chassis/mail/mailer';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { SignInProviders } from '../../sign-in-provider.ts';
import { confirmSignInLink, followSignInLink } from './follow-sign-in-link.ts';
import { finishOidcSignIn, startOidcSignIn } from './openid-connect.ts';
import { requestSignInLink } from './request-sign-in-link.ts';
import { showSession } from './show-session.ts';
import { signInWithToken } from './sign-in-with-token.ts';
import { signOut } from './sign-out.ts';

/** The ways to sign in, as `sign_in_methods` names them. */
const METHODS = ['token', 'link', 'oidc'];

export function signInRoutes(runtime: Runtime<Config>, context: Context, providers: SignInProviders): OpenRoute[] {
  const { config } = runtime;
  const mail = { send: createMailer(config), publicBaseUrl: config.PUBLIC_BASE_URL };
  return [
    showSession(context, METHODS),
    signInWithToken(context, METHODS),
    requestSignInLink(context, runtime, mail),
    followSignInLink(context),
    confirmSignInLink(context),
    startOidcSignIn(context, providers),
    finishOidcSignIn(context, providers),
    signOut(context),
  ];
}
