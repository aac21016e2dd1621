/** Who works on a project, and how they are reached: what a sync of teams needs of Jira Cloud. */
import { type Asked, get, HostError } from '../server/route.ts';
import { trackerAsked } from './read-tracker.ts';
import { renderPerson, restUrl } from './render-issue.ts';

/** Every project has the one role. */
const ROLE = { id: 10_002, name: 'Developers' };

function projectAsked(asked: Asked) {
  const found = trackerAsked(asked).projects.find(({ id, key }) =>
    [String(id), key].includes(asked.params['id'] ?? ''),
  );
  if (!found) throw new HostError(404, `No project could be found with key or id '${asked.params['id']}'.`);
  return found;
}

const roleUrl = (asked: Asked, project: { id: number }) => `${restUrl(asked)}/project/${project.id}/role/${ROLE.id}`;

export const projectRoleRoutes = [
  get('/tracker/rest/api/3/project/{id}/role', (asked) => ({
    body: { [ROLE.name]: roleUrl(asked, projectAsked(asked)) },
  })),
  get('/tracker/rest/api/3/project/{id}/role/{role}', (asked) => {
    const project = projectAsked(asked);
    if (asked.params['role'] !== String(ROLE.id)) throw new HostError(404, 'Project role does not exist.');
    const { people } = trackerAsked(asked);
    const actors = people
      .filter(({ accountId }) => project.members.includes(accountId))
      .map(({ accountId, displayName }, index) => ({
        id: index + 1,
        displayName,
        type: 'atlassian-user-role-actor',
        actorUser: { accountId },
      }));
    return { body: { self: roleUrl(asked, project), ...ROLE, actors } };
  }),
  get('/tracker/rest/api/3/user', (asked) => {
    const person = renderPerson(asked, trackerAsked(asked), asked.query.get('accountId'));
    if (!person) throw new HostError(404, 'Specified user does not exist or you do not have required permissions');
    return { body: person };
  }),
];
