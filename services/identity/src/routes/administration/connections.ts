import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { DAY_MS } from '@linescope/contract/days';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { booleanInput, integerInput, stringInput } from '@linescope/contract/inputs';
import { count, id, link, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import type { Principal } from '@linescope/contract/principal';
import { GIT_PROVIDERS, gitProviderInput } from '@linescope/contract/vendors';
import { z } from 'zod';
import { checkConnection } from '../../actions/check-connection.ts';
import { removeConnection as remove } from '../../actions/remove-connection.ts';
import type { OpenDirectory } from '../../actions/verify-code-host.ts';
import { newWebhookSecret, readWebhookSecret, setWebhookSecret } from '../../actions/webhook-secret.ts';
import type { Context } from '../../context.ts';
import { webhookAtHost } from '../../domain/webhook-at-host.ts';
import { type ConnectionRecord, findConnection, listConnections as list } from '../../store/connections.ts';

const connectionRecord = z.object({
  id,
  git_provider_em: z.enum(GIT_PROVIDERS),
  account: z.string().describe('The account of the code host whose token this is.'),
  endpoint_url: link.nullable().describe("Null: the vendor's own address."),
  status_em: z.enum(['connection_valid', 'connection_invalid', 'connection_quota_exceeded']),
  last_error_detail: z.string().nullable(),
  organizations: z.array(z.string()).describe('What the token sees.'),
  repos_cached_at: timestamp.nullable(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  expires_in_days: count.nullable(),
});

const time = (at: Date | null): string | null => at && isoTimestamp(at);

const describeConnection = (connection: ConnectionRecord): z.input<typeof connectionRecord> => ({
  id: connection.id,
  git_provider_em: connection.git_provider_em,
  account: connection.host_user_name,
  endpoint_url: connection.endpoint_url || null,
  status_em: connection.status_em,
  last_error_detail: connection.last_error_detail,
  organizations: connection.organizations.map(({ slug }) => slug),
  repos_cached_at: time(connection.repos_cached_at),
  created_at: isoTimestamp(connection.created_at),
  expires_at: time(connection.expires_at),
  expires_in_days: connection.expires_at && Math.floor((connection.expires_at.getTime() - Date.now()) / DAY_MS),
});

const idInput = z.object({ id: integerInput({ min: 1 }) });

async function ownConnection({ postgres }: Context, { entityId }: Principal, id: number): Promise<ConnectionRecord> {
  const connection = await findConnection(postgres, id);
  if (connection?.entity_id !== entityId) throw notFound('There is no such connection.', 'id');
  return connection;
}

export const listConnections = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/connections',
    action: 'action_connection_list',
    summary: 'List the code-host connections',
    description: 'With the state each was in when it was last used. Tokens are never shown.',
    role: 'admin',
    input: z.object(pagedInput),
    records: { field: 'connections' },
    output: z.object({ ...envelopeShape, ...pageShape, connections: z.array(connectionRecord) }),
    async handle(given, { principal }) {
      const connections = await list(postgres, principal.entityId);
      const total = connections.length;
      const { items, fields } = slicePage(connections, given, (connection) => [connection.id]);
      return ok(
        success('action_connection_list', `${total} ${total === 1 ? 'connection' : 'connections'} found.`, {
          ...fields,
          connections: items.map(describeConnection),
        }),
      );
    },
  });

export const testConnection = (context: Context, openDirectory: OpenDirectory): Route =>
  defineRoute({
    method: 'POST',
    path: '/connections/:id/test',
    statuses: [200],
    failures: ['response_provider_unreachable'],
    action: 'action_connection_test',
    summary: 'Ask the code host whether a connection works',
    description: 'The answer is kept as the state of the connection.',
    role: 'admin',
    input: idInput,
    output: z.object({ ...envelopeShape, connection: connectionRecord }),
    async handle({ id }, { principal }) {
      const { detail } = await checkConnection(context, openDirectory, await ownConnection(context, principal, id));
      const connection = describeConnection(await ownConnection(context, principal, id));
      return ok(success('action_connection_test', detail, { connection }));
    },
  });

export const connectionWebhook = (context: Context, publicBaseUrl: string): Route =>
  defineRoute({
    method: 'POST',
    path: '/connections/:id/webhook',
    statuses: [200],
    action: 'action_connection_webhook',
    summary: "Show what to enter at the code host for a connection's webhook",
    description:
      'With `rotate`, a new secret is made first, with `secret` yours is kept; messages signed with the old one are refused from then on.',
    role: 'admin',
    input: idInput.extend({
      rotate: booleanInput.default(false).describe('Make a new secret.'),
      secret: stringInput({ min: 16, max: 200 })
        .optional()
        .describe('The secret to keep, where the code host already has one; 16 characters or more.'),
    }),
    output: z.object({
      ...envelopeShape,
      url: z.string(),
      secret: z.string(),
      secret_goes: z.string(),
      events: z.string(),
    }),
    async handle({ id, rotate, secret: given }, { principal }) {
      if (rotate && given) throw invalidParameter('rotate', 'Give rotate or secret, not both.', 'contradiction');
      const before = await ownConnection(context, principal, id);
      const changed = rotate ? newWebhookSecret() : given;
      if (changed) await setWebhookSecret(context, before, changed, `token:${principal.tokenId}`);
      const connection = changed ? await ownConnection(context, principal, id) : before;
      const provider = gitProviderInput.parse(connection.git_provider_em);
      const { secret, events } = webhookAtHost(provider);
      return ok(
        success('action_connection_webhook', 'Enter these at the code host.', {
          url: `${publicBaseUrl.replace(/(?<!\/)\/+$/, '')}/hooks/${provider}/${id}`,
          secret: readWebhookSecret(context, connection),
          secret_goes: secret,
          events,
        }),
      );
    },
  });

export const removeConnection = (context: Context): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/connections/:id',
    action: 'action_connection_remove',
    summary: 'Remove a code-host connection',
    description:
      'Its token and webhook secret are erased. What was read stays; repos that no other connection sees are read no more.',
    role: 'admin',
    input: idInput,
    output: z.object({ ...envelopeShape, id }),
    async handle({ id }, { principal }) {
      const connection = await ownConnection(context, principal, id);
      await remove(context, connection, `token:${principal.tokenId}`);
      return ok(
        success('action_connection_remove', `The connection of ${connection.host_user_name} is removed.`, { id }),
      );
    },
  });
