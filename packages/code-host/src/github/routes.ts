import type { Route } from '../server/route.ts';
import { commitRoutes } from './commits.ts';
import { graphqlRoutes } from './graphql/route.ts';
import { issueRoutes } from './issues.ts';
import { organizationRoutes } from './organizations.ts';
import { pullRequestRoutes } from './pull-requests.ts';
import { repositoryRoutes } from './repositories.ts';
import { userRoutes } from './users.ts';

export const githubRoutes: Route[] = [
  ...userRoutes,
  ...organizationRoutes,
  ...repositoryRoutes,
  ...commitRoutes,
  ...pullRequestRoutes,
  ...issueRoutes,
  ...graphqlRoutes,
];
