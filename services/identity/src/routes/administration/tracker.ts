import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { stringArrayInput } from '@linescope/contract/inputs';
import { link, timestamp } from '@linescope/contract/output-fields';
import { providerErrorCodes } from '@linescope/providers/errors';
import { z } from 'zod';
import { checkAddress } from '../../actions/check-address.ts';
import { setTracker as set } from '../../actions/set-tracker.ts';
import { type OpenTracker, verifyTracker } from '../../actions/verify-tracker.ts';
import type { Context } from '../../context.ts';
import { providerErrorEm } from '../../domain/provider-error.ts';
import { trackerContext } from '../../domain/sealed-contexts.ts';
import { findTracker, type TrackerRecord } from '../../store/trackers.ts';
import { emailInput, providerTokenInput, urlInput } from '../inputs.ts';

const unreadPart = z.object({
  part_em: z
    .enum(['board', 'project'])
    .describe('What could not be read: the sprints of a board, or the people of a project.'),
  part_id: z
    .string()
    .nullable()
    .describe('The id of the board, or the key of the project. Null: the list of projects.'),
  error_em: z.enum(providerErrorCodes).describe('Why it could not be read.'),
  error_detail: z.string().describe('The same, in a sentence.'),
});

const trackerRecord = z
  .object({
    endpoint_url: link.describe('The address of the site.'),
    email: z.string().nullable().describe("Whose token it is, at the vendor's cloud. Null: a server of your own."),
    board_ids: z.array(z.string()).describe('Boards whose sprints are read, beside those of teams.'),
    created_at: timestamp,
    last_read_at: timestamp.nullable().describe('Null: it has not been read yet.'),
    last_error_em: z
      .enum(providerErrorCodes)
      .nullable()
      .describe('Why it could not be read when that was tried last. Null: it could.'),
    last_error_detail: z.string().nullable(),
    unread_parts: z
      .array(unreadPart)
      .describe(
        'What of it could not be read when the rest was, at most 100: the sprints of these boards are as they were read before. ' +
          'While a project is among them, teams of the tracker stay as they were.',
      ),
  })
  .meta({ id: 'Tracker', description: 'The token is never shown.' });

const output = z.object({
  ...envelopeShape,
  tracker: trackerRecord.nullable().describe('Null: the entity has no issue tracker.'),
});

const describeTracker = (tracker: TrackerRecord): z.input<typeof trackerRecord> => ({
  endpoint_url: tracker.endpoint_url,
  email: tracker.email,
  board_ids: tracker.board_ids,
  created_at: isoTimestamp(tracker.created_at),
  last_read_at: tracker.last_read_at && isoTimestamp(tracker.last_read_at),
  last_error_em: providerErrorEm(tracker.last_error_em),
  last_error_detail: tracker.last_error_detail,
  unread_parts: tracker.unread_parts.flatMap(({ part, id, error_em, error_detail }) => {
    const part_em = unreadPart.shape.part_em.safeParse(part);
    // One of another version's kinds has no name here.
    if (!part_em.success) return [];
    return [{ part_em: part_em.data, part_id: id, error_em: providerErrorEm(error_em) ?? 'host_failed', error_detail }];
  }),
});

export const showTracker = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/settings/tracker',
    action: 'action_tracker_show',
    summary: 'Show the issue tracker of the entity',
    description:
      'With when it was read last, why it could not be since, and which boards and projects could not. Its token is never shown.',
    role: 'admin',
    input: z.object({}),
    output,
    async handle(_, { principal }) {
      const tracker = await findTracker(postgres, principal.entityId);
      const detail = tracker
        ? `Issues and sprints are read from ${tracker.endpoint_url}.`
        : 'There is no issue tracker.';
      return ok(success('action_tracker_show', detail, { tracker: tracker && describeTracker(tracker) }));
    },
  });

export const setTracker = (context: Context, openTracker: OpenTracker, allowPrivateAddresses: boolean): Route =>
  defineRoute({
    method: 'PUT',
    path: '/settings/tracker',
    action: 'action_tracker_set',
    summary: 'Connect the entity to its issue tracker',
    description:
      'The tracker is asked first whose the token is, and nothing is changed where it refuses. Issues, sprints and teams are then ' +
      'read with the token at once, and again from time to time. An entity has one tracker: given again, it is replaced.',
    role: 'admin',
    failures: ['response_provider_rejected', 'response_provider_unreachable'],
    input: z.object({
      endpoint_url: urlInput.describe('The address of the site, such as https://acme.atlassian.net.'),
      email: emailInput
        .optional()
        .describe("Whose token it is, at the vendor's cloud; without it the site is a server of your own."),
      token: providerTokenInput
        .optional()
        .describe(
          'Kept encrypted, never shown. Without it the kept one stays, which needs the same address and email.',
        ),
      board_ids: stringArrayInput({ maxItems: 200 })
        .default([])
        .describe('Boards whose sprints are read, beside those of teams.'),
    }),
    output,
    async handle(given, { principal }) {
      const { entityId } = principal;
      checkAddress('endpoint_url', given.endpoint_url, allowPrivateAddresses);
      const wish = { endpointUrl: given.endpoint_url, email: given.email ?? null, boardIds: given.board_ids };
      const token = given.token ?? (await keptToken(context, entityId, wish));
      await verifyTracker(openTracker, entityId, { ...wish, token });
      await set(context, entityId, { ...wish, token }, `token:${principal.tokenId}`);
      const tracker = await findTracker(context.postgres, entityId);
      return ok(
        success('action_tracker_set', `Issues and sprints are read from ${wish.endpointUrl} from now on.`, {
          tracker: tracker && describeTracker(tracker),
        }),
      );
    },
  });

/** A kept token goes only to the site, and with the name, that it was given for. */
async function keptToken(
  { postgres, secretBox }: Context,
  entityId: number,
  { endpointUrl, email }: { endpointUrl: string; email: string | null },
): Promise<string> {
  const kept = await findTracker(postgres, entityId);
  if (kept?.endpoint_url !== endpointUrl || kept.email !== email)
    throw invalidParameter('token', 'token is required for this address and email.', 'missing');
  return secretBox.open(kept.sealed_token, trackerContext(kept.id));
}

export const removeTracker = (context: Context): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/settings/tracker',
    action: 'action_tracker_remove',
    summary: 'Disconnect the entity from its issue tracker',
    description: 'Its token is erased. What was read stays.',
    role: 'admin',
    input: z.object({}),
    output,
    async handle(_, { principal }) {
      if (!(await set(context, principal.entityId, null, `token:${principal.tokenId}`)))
        throw notFound('There is no issue tracker here.');
      return ok(success('action_tracker_remove', 'The issue tracker is disconnected.', { tracker: null }));
    },
  });
