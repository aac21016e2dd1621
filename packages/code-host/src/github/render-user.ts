import type { Asked } from '../server/route.ts';
import { stableId } from '../store/data-folder.ts';
import type { OrganizationRecord, UserRecord } from '../store/records.ts';

export function nodeId(kind: string, id: number): string {
  return Buffer.from(`${kind}:${id}`).toString('base64');
}

/** Someone nobody described (a token's owner, the author of a comment) still has a stable account. */
export function userNamed(asked: Asked, login: string): UserRecord {
  return (
    asked.data.user(login) ?? {
      id: stableId(`user ${login}`),
      login,
      name: login,
      email: `${login}@users.noreply.github.com`,
      other_emails: [],
      type: login.endsWith('[bot]') ? 'Bot' : 'User',
      created_at: '2020-01-01T00:00:00Z',
    }
  );
}

export function simpleUser(asked: Asked, login: string) {
  return renderSimpleUser(asked, userNamed(asked, login));
}

export function renderSimpleUser(asked: Asked, user: UserRecord) {
  const url = `${asked.api}/users/${encodeURIComponent(user.login)}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId('User', user.id),
    avatar_url: `${asked.origin}/avatars/${user.id}`,
    gravatar_id: '',
    url,
    html_url: `${asked.origin}/${encodeURIComponent(user.login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

export function publicUser(asked: Asked, login: string) {
  const user = userNamed(asked, login);
  return {
    ...renderSimpleUser(asked, user),
    name: user.name,
    company: null,
    blog: '',
    location: null,
    email: user.email,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.created_at,
    updated_at: user.created_at,
  };
}

export function privateUser(asked: Asked, login: string) {
  return {
    ...publicUser(asked, login),
    user_view_type: 'private',
    private_gists: 0,
    total_private_repos: 0,
    owned_private_repos: 0,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
  };
}

const byEmail = new WeakMap<OrganizationRecord, Map<string, UserRecord>>();

/** The account behind a commit's address, as GitHub links it; null where no account has that address. */
export function userOfEmail(asked: Asked, org: string, email: string) {
  const record = asked.data.organization(org);
  if (!record) return null;
  let index = byEmail.get(record);
  if (!index) {
    index = new Map();
    for (const user of record.users)
      for (const address of [user.email, ...user.other_emails, `${user.id}+${user.login}@users.noreply.github.com`])
        index.set(address.toLowerCase(), user);
    byEmail.set(record, index);
  }
  const user = index.get(email.toLowerCase());
  return user ? renderSimpleUser(asked, user) : null;
}
