import { defineRoute, ok } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { stringArrayInput } from '@linescope/contract/inputs';
import { id, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { GIT_PROVIDERS } from '@linescope/contract/vendors';
import { z } from 'zod';
import { joinCommitters, splitCommitter } from '../actions/committers/join-committers.ts';
import type { Context } from '../context.ts';
import { committersByIdentifier } from '../store/committers.ts';
import { type ListedIdentity, listIdentities } from '../store/identity-lists.ts';
import { committerIdentifierInput } from './inputs.ts';

const MOST = 1000;

const identitySchema = z
  .object({
    id,
    committer_user_name: z.string().describe('The user name of this identity.'),
    full_name: z.string().describe('The name that git or the code host gives.'),
    email: z.string().nullable().describe('The address that git gives.'),
    git_provider_em: z.enum(GIT_PROVIDERS).nullable().describe('The code host that knows it.'),
    git_provider_id: z.string().nullable().describe('Its id at the code host.'),
    primary_id: id.describe('The identity that the person is shown as.'),
    primary_user_name: z.string().describe('The user name that the person is shown by.'),
    is_primary: z.boolean().describe('Whether it is the one that the person is shown as.'),
    split_by_hand: z.boolean().describe('Whether somebody split it off; what git proves later does not join it again.'),
    processing_status_em: z.enum(PROCESSING_STATUSES).describe('Of the person.'),
    last_commit_authored_at: timestamp.nullable().describe('When its last commit was authored.'),
  })
  .meta({ id: 'CommitterIdentity' });

const oneIdentity = z.object({
  ...envelopeShape,
  identities: z.array(identitySchema).describe('Every identity of the person, the primary first.'),
});

export const listIdentitiesRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/identities',
    action: 'action_identity_list',
    summary: 'List the identities of developers',
    description: 'Each name and address that somebody commits under, those of one person together, the primary first.',
    role: 'admin',
    input: z.object({
      committer_identifier: committerIdentifierInput.optional().describe('One person, by any of their identities.'),
      ...pagedInput,
    }),
    records: { field: 'identities' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      identities: z.array(identitySchema).describe('The identities.'),
    }),
    async handle({ committer_identifier: identifier, ...request }, { principal: { entityId } }) {
      const personId = identifier === undefined ? null : await personNamed(context, entityId, identifier);
      const { identities, ...page } = await listIdentities(context.postgres, { entityId, personId }, request);
      return ok(
        success('action_identity_list', `${page.total} ${page.total === 1 ? 'identity' : 'identities'} found.`, {
          ...pageFields(request, page),
          identities: identities.map(describeIdentity),
        }),
      );
    },
  });

export const joinIdentitiesRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    path: '/identities/join',
    statuses: [200],
    action: 'action_identity_join',
    summary: 'Say that identities are one person',
    description:
      'The person is shown as primary_identifier. All that the named have done counts as theirs at once, backwards too; what git proves later does not undo it.',
    role: 'admin',
    input: z.object({
      primary_identifier: committerIdentifierInput.describe('Who they are: a user name, code-host id or email.'),
      identifiers: stringArrayInput({ maxItems: 100, maxLength: 320 }).describe('Who else they are, each as above.'),
    }),
    output: oneIdentity,
    async handle({ primary_identifier: primary, identifiers }, { principal: { entityId, tokenId } }) {
      const [first] = await joinCommitters(context, entityId, primary, identifiers, `token:${tokenId}`);
      return answerPerson(context, entityId, first?.primaryId ?? 0, 'action_identity_join', 'are one person now.');
    },
  });

export const splitIdentityRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    path: '/identities/split',
    statuses: [200],
    action: 'action_identity_split',
    summary: 'Say that an identity is a person of its own',
    description: 'Git does not join it again. It is processed as before while there is a seat.',
    role: 'admin',
    input: z.object({ identifier: committerIdentifierInput.describe('The identity, which is not the primary.') }),
    output: oneIdentity,
    async handle({ identifier }, { principal: { entityId, tokenId } }) {
      const { id } = await splitCommitter(context, entityId, identifier, `token:${tokenId}`);
      return answerPerson(context, entityId, id, 'action_identity_split', 'is a person of its own now.');
    },
  });

async function personNamed({ postgres }: Context, entityId: number, identifier: string): Promise<number> {
  const [match] = await committersByIdentifier(postgres, entityId, [identifier]);
  if (!match) throw notFound(`There is no developer ${identifier}.`, 'committer_identifier');
  return match.committer.primaryId;
}

async function answerPerson({ postgres }: Context, entityId: number, personId: number, action: string, what: string) {
  const { identities } = await listIdentities(postgres, { entityId, personId }, { page: 1, per_page: MOST });
  const names = identities.map(({ userName }) => userName).join(', ');
  return ok(success(action, `${names} ${what}`, { identities: identities.map(describeIdentity) }));
}

const describeIdentity = (identity: ListedIdentity) => ({
  id: identity.id,
  committer_user_name: identity.userName,
  full_name: identity.fullName,
  email: identity.email,
  git_provider_em: identity.gitProviderEm,
  git_provider_id: identity.gitProviderId,
  primary_id: identity.primaryId,
  primary_user_name: identity.primaryUserName,
  is_primary: identity.id === identity.primaryId,
  split_by_hand: identity.splitByHand,
  processing_status_em: identity.status,
  last_commit_authored_at: identity.authoredAt && isoTimestamp(identity.authoredAt),
});
