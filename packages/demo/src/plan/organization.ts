import type { OrganizationInput } from '@linescope/code-host/store/records';
import { iso } from './calendar.ts';
import { bots, organizationLogin, type Person, teams } from './people.ts';

export function demoOrganization(people: readonly Person[], begin: number): OrganizationInput {
  return {
    id: 88_001,
    login: organizationLogin,
    name: 'Aurora Retail',
    description: 'A made-up shop with real commits',
    created_at: iso(begin),
    users: [
      ...people.map((person) => ({
        id: person.id,
        login: person.login,
        name: person.name,
        email: person.email,
        other_emails: person.otherEmails,
        created_at: iso(Math.max(begin, person.joinedAt)),
      })),
      ...Object.values(bots).map(({ id, login, name, email }) => ({ id, login, name, email, type: 'Bot' as const })),
    ],
    teams: teams.map((team) => {
      const members = people.filter((person) => person.team === team.slug).map((person) => person.login);
      return {
        id: team.id,
        name: team.name,
        slug: team.slug,
        description: `Owns ${team.repo}`,
        members,
        maintainers: members.slice(0, 1),
      };
    }),
  };
}
