import type { Route } from '@linescope/chassis/http/route';
import type { OpenDirectory } from '../../actions/verify-code-host.ts';
import type { OpenTracker } from '../../actions/verify-tracker.ts';
import type { Context } from '../../context.ts';
import type { SignInProviders } from '../../sign-in-provider.ts';
import { auditTrail } from './audit-trail.ts';
import { connectionWebhook, listConnections, removeConnection, testConnection } from './connections.ts';
import { listRepoRemovals } from './repo-removals.ts';
import { createSignInLink } from './sign-in-links.ts';
import { removeSingleSignOn, setSingleSignOn, showSingleSignOn } from './single-sign-on.ts';
import { changeToken, createToken, listTokens, revokeToken } from './tokens.ts';
import { removeTracker, setTracker, showTracker } from './tracker.ts';
import { addUser, changeUser, listUsers, removeUser } from './users.ts';

interface Parts {
  openDirectory: OpenDirectory;
  openTracker: OpenTracker;
  signInProviders: SignInProviders;
  publicBaseUrl: string;
  allowPrivateAddresses: boolean;
}

/** What the console and scripts need to administrate an entity. */
export const administrationRoutes = (
  context: Context,
  { openDirectory, openTracker, signInProviders, publicBaseUrl, allowPrivateAddresses }: Parts,
): Route[] => [
  listUsers(context),
  addUser(context),
  changeUser(context),
  createSignInLink(context, publicBaseUrl),
  removeUser(context),
  listTokens(context),
  createToken(context),
  changeToken(context),
  revokeToken(context),
  listConnections(context),
  testConnection(context, openDirectory),
  connectionWebhook(context, publicBaseUrl),
  removeConnection(context),
  showSingleSignOn(context, publicBaseUrl),
  setSingleSignOn(context, signInProviders, publicBaseUrl),
  removeSingleSignOn(context, publicBaseUrl),
  showTracker(context),
  setTracker(context, openTracker, allowPrivateAddresses),
  removeTracker(context),
  listRepoRemovals(context),
  auditTrail(context),
];
