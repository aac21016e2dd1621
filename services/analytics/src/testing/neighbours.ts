import { processSettings, rpcSettings } from '@linescope/chassis/config/settings';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { defineService, startService } from '@linescope/chassis/service/run-service';
import type { Handlers } from '@linescope/proto/calls';
import {
  type DevelopersTeamsDefinition,
  developersTeamsRpc,
  type IdentityDefinition,
  identityRpc,
  type RpcService,
} from '@linescope/proto/services';
import { z } from 'zod';

export interface TestRepo {
  id: number;
  organizationId: number;
  /** `<organization>/<repo>` */
  path: string;
}

export interface TestPerson {
  id: number;
  primaryId: number;
  userName: string;
  email: string;
}

/** The data of identity and developers-teams, which a test may change. */
export interface Neighbourhood {
  entities: { id: number; slug: string; settings: Record<string, unknown>; repos: TestRepo[] }[];
  people: TestPerson[];
  teams: {
    id: number;
    slug: string;
    name: string;
    repoPaths: string[];
    workedRepoPaths?: string[];
    committerIds: number[];
  }[];
  /** By user id; other users see all. */
  access: Map<number, { committerIds: number[]; managedTeamIds: number[]; ownCommitterId: number }>;
  /** Statuses that were just set. */
  changedStatuses?: { committerId: number; processingStatusEm: string; hasSeat: boolean; version: number }[];
}

const notServed = async (): Promise<never> => {
  throw new Error('not served here');
};

/** All the service's methods, of which only those given are served. */
const partly = <Definition>(service: RpcService<Definition>, handlers: Partial<Handlers<Definition>>) =>
  ({
    ...Object.fromEntries(
      Object.keys(service.definition).map((name) => [name.charAt(0).toLowerCase() + name.slice(1), notServed]),
    ),
    ...handlers,
  }) as Handlers<Definition>;

/** Serves identity and developers-teams as gRPC over the given data; returns their addresses. */
export async function startNeighbours(data: Neighbourhood, rpcToken: string) {
  const definition = defineService({
    name: 'neighbours',
    config: z.object({ ...processSettings, ...rpcSettings }),
    async start(runtime) {
      const identity = await serveRpc(
        runtime,
        identityRpc,
        partly<IdentityDefinition>(identityRpc, {
          getEntitySettings: async ({ entityId }) => {
            const entity = data.entities.find(({ id }) => id === entityId);
            return { found: entity !== undefined, settingsJson: JSON.stringify(entity?.settings ?? {}) };
          },
          findUsers: async ({ userIds }) => ({
            users: userIds.map((id) => ({ id, userName: `user-${id}`, fullName: '' })),
          }),
          resolveResourcePath: async ({ resourcePath, callerEntityId }) =>
            resolvePath(data, resourcePath, callerEntityId),
        }),
      );
      const developersTeams = await serveRpc(
        runtime,
        developersTeamsRpc,
        partly<DevelopersTeamsDefinition>(developersTeamsRpc, {
          findCommitters: async ({ identifiers, committerIds }) => ({
            committers: data.people
              .map((person) => ({
                ...person,
                matchedIdentifiers: identifiers.filter((name) => name === person.userName || name === person.email),
              }))
              .filter((person) => person.matchedIdentifiers.length > 0 || committerIds.includes(person.id)),
          }),
          resolveTeam: async ({ teamSlug }) => {
            const team = data.teams.find(({ slug }) => slug === teamSlug);
            if (!team) return { found: false };
            const knowsWorkedRepos = team.workedRepoPaths !== undefined;
            return { found: true, teamId: team.id, knowsWorkedRepos, ...team };
          },
          statsAccess: async ({ userId }) => ({
            all: !data.access.has(userId),
            ...data.access.get(userId),
            changedStatuses: data.changedStatuses ?? [],
          }),
        }),
      );
      return { identity: identity.port, developersTeams: developersTeams.port };
    },
  });
  const running = await startService(definition, {
    LOG_LEVEL: 'silent',
    BIND_HOST: '127.0.0.1',
    INTERNAL_PORT: '0',
    GRPC_PORT: '0',
    RPC_TOKEN: rpcToken,
  });
  return {
    addresses: {
      IDENTITY_GRPC: `127.0.0.1:${running.started.identity}`,
      DEVELOPERS_TEAMS_GRPC: `127.0.0.1:${running.started.developersTeams}`,
    },
    stop: () => running.stop(),
  };
}

function resolvePath(data: Neighbourhood, resourcePath: string, callerEntityId: number) {
  const caller = data.entities.find(({ id }) => id === callerEntityId);
  const paths = (resourcePath || (caller?.slug ?? '')).split(',').map((path) => path.trim());
  const resources: { kind: string; id: number; path: string }[] = [];
  const repos = new Set<TestRepo>();
  for (const path of paths) {
    const [slug, ...rest] = path.split('/');
    if (!caller || slug !== caller.slug) return { found: false };
    const inside = caller.repos.filter((repo) =>
      `${repo.path}/`.startsWith(rest.length > 0 ? `${rest.join('/')}/` : ''),
    );
    if (rest.length > 0 && inside.length === 0) return { found: false };
    const kind = rest.length === 0 ? 'entity' : rest.length === 1 ? 'organization' : 'repo';
    const id =
      kind === 'entity' ? caller.id : kind === 'organization' ? (inside[0]?.organizationId ?? 0) : (inside[0]?.id ?? 0);
    resources.push({ kind, id, path });
    for (const repo of inside) repos.add(repo);
  }
  return {
    found: true,
    entityId: callerEntityId,
    entitySlug: caller?.slug ?? '',
    resources,
    repos: [...repos].map((repo) => {
      const [organizationSlug = '', slug = ''] = repo.path.split('/');
      return { ...repo, organizationSlug, slug };
    }),
  };
}
