import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { checkSignInProvider } from '../../actions/check-sign-in-provider.ts';
import { makeSignInLink } from '../../actions/make-sign-in-link.ts';
import { setOidcClient } from '../../actions/set-oidc-client.ts';
import { isEmailDomain, toEmailDomain } from '../../domain/email-domain.ts';
import { openSignInProviders } from '../../sign-in-provider.ts';
import { type AdminCommand, OPERATOR } from '../admin-context.ts';
import { needEntity, needMember } from '../find-entity.ts';

export const signInLink: AdminCommand = {
  summary: 'Make a link that signs a member in to the console; it works once, within ten minutes',
  args: ['email'],
  options: ENTITY_OPTION,
  async run({ postgres, publicBaseUrl }, { args, need }) {
    const entity = await needEntity(postgres, need('entity'));
    const member = await needMember(postgres, entity, args[0] ?? '');
    const url = await makeSignInLink(postgres, publicBaseUrl, {
      entityId: entity.id,
      userId: member.id,
      mustConfirm: false,
    });
    return { json: { url }, text: url };
  },
};

export const oidcSet: AdminCommand = {
  summary:
    'Let people of an entity sign in with OpenID Connect; the client secret is read from standard input, or from OIDC_CLIENT_SECRET.\nThe provider must allow the redirect address <public base URL>/auth/oidc/callback.',
  options: {
    ...ENTITY_OPTION,
    issuer: { value: 'url', help: "the provider's address, such as https://login.example.com" },
    'client-id': { value: 'id', help: 'as the provider names this service' },
    domains: { value: 'domains', help: 'whose verified email addresses may sign in, comma-delimited' },
    'create-members': { help: 'make a member of who is not one yet' },
    'token-stdin': { help: 'read the client secret from standard input' },
  },
  async run(context, { need, flag }) {
    const entity = await needEntity(context.postgres, need('entity'));
    const issuer = need('issuer');
    if (!/^https?:$/.test(URL.parse(issuer)?.protocol ?? '')) throw new UsageError('--issuer is not a URL.');
    const allowedDomains = need('domains').split(',').map(toEmailDomain);
    if (!allowedDomains.every(isEmailDomain))
      throw new UsageError('--domains must name domains, such as acme.example,acme.test.');
    const clientSecret = await context.readSecret('OIDC_CLIENT_SECRET', flag('token-stdin'));
    const client = { issuer, clientId: need('client-id'), clientSecret };
    const providers = openSignInProviders(context.egress);
    await checkSignInProvider(providers, client).finally(() => providers.close());
    await setOidcClient(
      context,
      entity.id,
      { ...client, allowedDomains, createsMembers: flag('create-members') },
      OPERATOR,
    );
    return {
      json: { entity: entity.slug, issuer, domains: allowedDomains },
      text: `People of ${allowedDomains.join(', ')} sign in to ${entity.slug} at ${issuer} from now on.`,
    };
  },
};

export const oidcRemove: AdminCommand = {
  summary: 'End signing in with OpenID Connect for an entity; sessions that began so go on until they end',
  options: ENTITY_OPTION,
  async run(context, { need }) {
    const entity = await needEntity(context.postgres, need('entity'));
    if (!(await setOidcClient(context, entity.id, null, OPERATOR)))
      throw new UsageError(`Nobody signs in to ${entity.slug} with OpenID Connect.`);
    return { json: { entity: entity.slug, removed: true }, text: `OpenID Connect is off for ${entity.slug}.` };
  },
};
