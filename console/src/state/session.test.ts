import { expect, test } from 'vitest';
import { mayChangeTeam, type Session } from './session.ts';

const as = (role_em: Session['user']['role_em']): Session => ({
  user: { id: 7, name: 'Mia', email: 'mia@acme.example', role_em },
  entity: { slug: 'acme', name: 'Acme', time_zone: 'UTC' },
  sign_in_methods: [],
});
const managed = [{ user_id: 7, user_name: 'mia', full_name: null }];

test('managers change their teams and those below them, admins all, members none', () => {
  const teams = [
    { slug: 'web', parent_slug: null, managers: managed },
    { slug: 'cart', parent_slug: 'web', managers: [] },
    { slug: 'data', parent_slug: null, managers: [] },
    { slug: 'egg', parent_slug: 'hen', managers: [] },
    { slug: 'hen', parent_slug: 'egg', managers: [] },
  ];
  const changed = (role: Session['user']['role_em']) =>
    teams.filter((team) => mayChangeTeam(as(role), team, teams)).map(({ slug }) => slug);
  expect(changed('manager')).toEqual(['web', 'cart']);
  expect(changed('admin')).toEqual(['web', 'cart', 'data', 'egg', 'hen']);
  expect(changed('member')).toEqual([]);
});
