import { UsageError } from '@linescope/command-line/command';
import { gitProviderInput } from '@linescope/contract/vendors';
import { newWebhookSecret, readWebhookSecret, setWebhookSecret } from '../../actions/webhook-secret.ts';
import { webhookAtHost } from '../../domain/webhook-at-host.ts';
import { findConnection } from '../../store/connections.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { readId } from './token.ts';

const LEAST = 16;

export const connectionWebhook: AdminCommand = {
  summary: 'Show the address and the secret of a connection’s webhook, to enter at the code host',
  args: ['id'],
  options: {
    rotate: { help: 'make a new secret; the old one proves nothing from now on' },
    set: { help: `take the secret from WEBHOOK_SECRET, ${LEAST} characters or more` },
    'token-stdin': { help: 'with --set: read the secret from standard input' },
  },
  async run(context, { args, flag }) {
    const id = readId(args[0] ?? '');
    const connection = await findConnection(context.postgres, id);
    if (!connection) throw new UsageError(`There is no connection ${id}: "connection list" shows them.`);
    if (flag('rotate') && flag('set')) throw new UsageError('Give --rotate or --set, not both.');
    if (flag('rotate')) await setWebhookSecret(context, connection, newWebhookSecret(), OPERATOR);
    if (flag('set')) {
      const given = await context.readSecret('WEBHOOK_SECRET', flag('token-stdin'));
      if (given.length < LEAST) throw new UsageError(`The secret must have ${LEAST} characters or more.`);
      await setWebhookSecret(context, connection, given, OPERATOR);
    }
    const now = (await findConnection(context.postgres, id)) ?? connection;
    const provider = gitProviderInput.parse(now.git_provider_em);
    const url = `${context.publicBaseUrl}/hooks/${provider}/${id}`;
    const secret = readWebhookSecret(context, now);
    const how = webhookAtHost(provider);
    return {
      json: { id, git_provider_em: provider, url, secret, secret_goes: how.secret, events: how.events },
      text: `URL     ${url}\nSecret  ${secret}\n        ${how.secret}\nEvents  ${how.events}`,
    };
  },
};
