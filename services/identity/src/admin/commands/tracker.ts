import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { setTracker } from '../../actions/set-tracker.ts';
import { verifyTracker } from '../../actions/verify-tracker.ts';
import { isEmail, normaliseEmail } from '../../domain/email.ts';
import { isProviderToken } from '../../domain/provider-token.ts';
import { openProviderClients } from '../../provider-clients.ts';
import { listTrackers } from '../../store/trackers.ts';
import { type AdminCommand, type AdminContext, OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

export const trackerSet: AdminCommand = {
  summary: 'Connect an entity to its issue tracker; the token is read from standard input, or from TRACKER_TOKEN',
  options: {
    ...ENTITY_OPTION,
    endpoint: { value: 'url', help: 'the address of the site' },
    email: {
      value: 'email',
      help: "whose token it is, at the vendor's cloud; without it the site is a server of your own",
    },
    boards: { value: 'ids', help: 'boards whose sprints are read, comma-delimited, beside those of teams' },
    'token-stdin': { help: 'read the token from standard input' },
  },
  async run(context, { need, option, flag }) {
    const entity = await needEntity(context.postgres, need('entity'));
    const endpointUrl = need('endpoint').replace(/(?<!\/)\/+$/, '');
    if (!/^https?:$/.test(URL.parse(endpointUrl)?.protocol ?? '')) throw new UsageError('--endpoint is not a URL.');
    const given = option('email');
    const email = given === undefined ? null : normaliseEmail(given);
    if (email !== null && !isEmail(email)) throw new UsageError('--email is not an email address.');
    const boardIds = (option('boards') ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]));
    const token = await context.readSecret('TRACKER_TOKEN', flag('token-stdin'));
    if (!isProviderToken(token)) throw new UsageError('The token holds spaces, or signs that are not ASCII.');
    const wish = { endpointUrl, email, token, boardIds };
    await verify(context, entity.id, wish);
    await setTracker(context, entity.id, wish, OPERATOR);
    return {
      json: { entity: entity.slug, endpoint: endpointUrl, boards: boardIds },
      text: `The tracker of ${entity.slug} is kept, its token encrypted, and read from now on.`,
    };
  },
};

async function verify(
  { egress }: AdminContext,
  entityId: number,
  wish: Parameters<typeof verifyTracker>[2],
): Promise<void> {
  const clients = openProviderClients(egress);
  try {
    await verifyTracker(clients.openTracker, entityId, wish);
  } finally {
    await clients.close();
  }
}

export const trackerList: AdminCommand = {
  summary: 'List the issue trackers of an entity; tokens are never shown',
  options: ENTITY_OPTION,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    const rows = (await listTrackers(postgres, entity.id)).map((tracker) => ({
      id: tracker.id,
      endpoint: tracker.endpoint_url,
      email: tracker.email,
      boards: tracker.board_ids.join(','),
      created_at: tracker.created_at.toISOString(),
      last_read_at: tracker.last_read_at?.toISOString() ?? null,
      error: tracker.last_error_detail,
      unread: tracker.unread_parts
        .map(({ part, id, error_detail }) => `${part} ${id ?? 'list'}: ${error_detail}`)
        .join(' '),
    }));
    return listing(rows);
  },
};

export const trackerRemove: AdminCommand = {
  summary: 'Disconnect an entity from its issue tracker; what was read stays',
  options: ENTITY_OPTION,
  async run(context, { need }) {
    const entity = await needEntity(context.postgres, need('entity'));
    if (!(await setTracker(context, entity.id, null, OPERATOR))) throw new UsageError(`${entity.slug} has no tracker.`);
    return { json: { entity: entity.slug, removed: true }, text: `The tracker of ${entity.slug} is removed.` };
  },
};
