import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unavailable } from '@linescope/contract/fault';
import { GITHUB } from '@linescope/contract/vendors';
import { developersTeamsRpc } from '@linescope/proto/services';
import { type FakeIdentity, fakeIdentity } from '@linescope/test-kit/fake-identity';
import { fakeRpc } from '@linescope/test-kit/fake-rpc';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { importsService } from '../service.ts';

export const CONNECTION = { id: 7, entityId: 1, gitProviderEm: GITHUB, webhookSecret: 'a webhook secret' };

/** The API without workers, beside an identity of plain data: acme has the repos web/app and web/site, and a connection. */
export async function startImports() {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-imports-'));
  removeAfterFile(() => rm(dataDir, { recursive: true, force: true }));
  const removals: { entityId: number; repoId: number; repoPath: string; actor: string }[] = [];
  const notedRemovals: { entityId: number; repoPath: string; actor: string }[] = [];
  const identity: FakeIdentity = await fakeIdentity(
    [
      {
        id: 1,
        slug: 'acme',
        repos: [
          { id: 11, organizationId: 1, path: 'web/app' },
          { id: 12, organizationId: 1, path: 'web/site' },
        ],
      },
    ],
    {
      async removeRepo(request) {
        if (!identity.available) throw unavailable();
        removals.push(request);
        return { found: [11, 12].includes(request.repoId) };
      },
      async noteImportRemoval(request) {
        if (!identity.available) throw unavailable();
        notedRemovals.push(request);
        return {};
      },
      lendLlmTokens: async () => ({ tokens: [] }),
      lendConnections: async ({ connectionId, gitProviderEm }) => ({
        connections: connectionId === CONNECTION.id && gitProviderEm === CONNECTION.gitProviderEm ? [CONNECTION] : [],
      }),
    },
  );
  const service = await testService(importsService, {
    IDENTITY_GRPC: identity.address,
    DEVELOPERS_TEAMS_GRPC: await fakeRpc(developersTeamsRpc, {}),
    ANALYTICS_GRPC: '127.0.0.1:1',
    DATA_DIR: dataDir,
    IMPORT_OFFERS: 'false',
    IMPORT_REFRESH_MINUTES: '0',
  });
  return { ...service, identity, removals, notedRemovals, postgres: service.started.context.postgres };
}

export type Imports = Awaited<ReturnType<typeof startImports>>;
