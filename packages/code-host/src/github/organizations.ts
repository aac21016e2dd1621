import { paged } from '../server/paging.ts';
import { type Asked, get, notFound } from '../server/route.ts';
import type { OrganizationRecord, TeamRecord } from '../store/records.ts';
import { renderRepository } from './render-repository.ts';
import { nodeId, simpleUser } from './render-user.ts';

function organizationAsked(asked: Asked): OrganizationRecord {
  const found = asked.data.organization(asked.params.org ?? '');
  if (!found) throw notFound();
  return found;
}

export function renderSimpleOrganization(asked: Asked, login: string) {
  const org = asked.data.organization(login);
  if (!org) throw notFound();
  const url = `${asked.api}/orgs/${login}`;
  return {
    login,
    id: org.id,
    node_id: nodeId('Organization', org.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${asked.origin}/avatars/${org.id}`,
    description: org.description,
  };
}

function renderTeam(asked: Asked, org: OrganizationRecord, team: TeamRecord) {
  const url = `${asked.api}/organizations/${org.id}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId('Team', team.id),
    url,
    html_url: `${asked.origin}/orgs/${org.login}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    name: team.name,
    slug: team.slug,
    description: team.description,
    privacy: 'closed',
    notification_setting: 'notifications_enabled',
    permission: 'pull',
    type: 'organization',
    organization_id: org.id,
    parent: null,
  };
}

export const organizationRoutes = [
  get('/orgs/{org}', (asked) => {
    const org = organizationAsked(asked);
    return {
      body: {
        ...renderSimpleOrganization(asked, org.login),
        name: org.name,
        html_url: `${asked.origin}/${org.login}`,
        type: 'Organization',
        has_organization_projects: false,
        has_repository_projects: false,
        public_repos: asked.data.repositories(org.login).length,
        ...{ public_gists: 0, followers: 0, following: 0 },
        created_at: org.created_at,
        updated_at: org.created_at,
        archived_at: null,
      },
    };
  }),
  get('/orgs/{org}/repos', async (asked) => {
    const repos = asked.data.repositories(organizationAsked(asked).login);
    const answer = paged(asked, repos, (repo) => renderRepository(asked, repo));
    return { ...answer, body: await Promise.all(Array.isArray(answer.body) ? answer.body : []) };
  }),
  get('/orgs/{org}/members', (asked) => {
    const members = organizationAsked(asked).users.filter((user) => user.type === 'User');
    return paged(asked, members, (user) => simpleUser(asked, user.login));
  }),
  get('/orgs/{org}/teams', (asked) => {
    const org = organizationAsked(asked);
    return paged(asked, org.teams, (team) => renderTeam(asked, org, team));
  }),
  get('/orgs/{org}/teams/{team}/members', (asked) => {
    const team = organizationAsked(asked).teams.find((candidate) => candidate.slug === asked.params.team);
    if (!team) throw notFound();
    const role = asked.query.get('role');
    const listed =
      role === 'maintainer'
        ? team.maintainers
        : role === 'member'
          ? team.members.filter((login) => !team.maintainers.includes(login))
          : team.members;
    return paged(asked, listed, (login) => simpleUser(asked, login));
  }),
];
