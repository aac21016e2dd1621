import type { Route } from '@linescope/chassis/http/route';
import type { OpenDirectory } from '../../actions/verify-code-host.ts';
import type { Context } from '../../context.ts';
import { auditTrail } from './audit-trail.ts';
import { connectionWebhook, listConnections, removeConnection, testConnection } from './connections.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';
import { addUser, changeUser, listUsers, removeUser } from './users.ts';

/** What the console and scripts need to administrate an entity. */
export const administrationRoutes = (
  context: Context,
  openDirectory: OpenDirectory,
  publicBaseUrl: string,
): Route[] => [
  listUsers(context),
  addUser(context),
  changeUser(context),
  removeUser(context),
  listTokens(context),
  createToken(context),
  revokeToken(context),
  listConnections(context),
  testConnection(context, openDirectory),
  connectionWebhook(context, publicBaseUrl),
  removeConnection(context),
  auditTrail(context),
];
