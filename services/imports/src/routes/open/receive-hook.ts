import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import { envelopeShape } from '@linescope/contract/envelope';
import { z } from 'zod';
import { receiveHook } from '../../actions/receive-hook.ts';
import type { Context } from '../../context.ts';
import type { RecordFlusher } from '../../provider-sync/record-flusher.ts';

/** Webhooks of code hosts, without a bearer token: the signature over the raw bytes is the proof. */
export const receiveHookRoute = (context: Context, flusher: RecordFlusher) =>
  defineOpenRoute({
    method: 'POST',
    path: '/hooks/:host/:connection',
    action: 'action_hook_taken',
    summary: 'Receive a webhook of a code host',
    description: 'Signed by the host with the secret of the connection.',
    output: z.object(envelopeShape),
    undocumented: true,
    async handle({ params, headers, readBody }) {
      await receiveHook(context, flusher, {
        host: params['host'] ?? '',
        connection: params['connection'] ?? '',
        headers,
        rawBody: await readBody(),
      });
      return { status: 202, detail: 'The message was taken.', fields: {} };
    },
  });
