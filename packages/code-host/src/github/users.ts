import { paged } from '../server/paging.ts';
import { get, notFound } from '../server/route.ts';
import { renderSimpleOrganization } from './organizations.ts';
import { renderRepository } from './render-repository.ts';
import { privateUser, publicUser, userNamed } from './render-user.ts';

export const userRoutes = [
  get('/user', (asked) => ({ body: privateUser(asked, asked.caller.login) })),
  get('/user/orgs', (asked) =>
    paged(asked, asked.data.organizations(), (login) => renderSimpleOrganization(asked, login)),
  ),
  get('/user/emails', (asked) => {
    const user = userNamed(asked, asked.caller.login);
    return paged(asked, [user.email, ...user.other_emails], (email) => ({
      email,
      primary: email === user.email,
      verified: true,
      visibility: email === user.email ? 'private' : null,
    }));
  }),
  get('/user/repos', async (asked) => {
    const own = asked.query.get('affiliation') === 'owner';
    const orgs = asked.data.organizations().filter((org) => !own || org === asked.caller.login);
    const repos = orgs.flatMap((org) => asked.data.repositories(org));
    const answer = paged(asked, repos, (repo) => renderRepository(asked, repo));
    return { ...answer, body: await Promise.all(Array.isArray(answer.body) ? answer.body : []) };
  }),
  get('/users/{login}', (asked) => {
    const login = asked.params.login ?? '';
    if (!asked.data.user(login) && login !== asked.caller.login) throw notFound();
    return { body: publicUser(asked, login) };
  }),
];
