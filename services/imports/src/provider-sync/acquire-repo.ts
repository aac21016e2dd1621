import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import { DEFAULT_ENTITY_SETTINGS } from '@linescope/contract/entity-settings';
import { vendorName } from '@linescope/contract/vendor-tokens';
import type { CloneAccess, CodeHost, HostConnection, HostRepository } from '@linescope/providers/code-hosts/code-host';
import { openCodeHost } from '@linescope/providers/code-hosts/open-code-host';
import type { Runtime } from '@linescope/providers/pacing/runtime';
import type { Context } from '../context.ts';
import { ImportFailure } from '../domain/import-status.ts';
import { parseRepoPath } from '../domain/repo-path.ts';
import { windowStart } from '../domain/window.ts';
import type { Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { forgetRepo } from '../store/snapshots.ts';
import { hostConnection } from './host-connection.ts';
import { readProviderFailure } from './provider-failure.ts';
import { openRuntime } from './provider-runtime.ts';

export interface AcquiredRepo {
  /** Knows nothing of another repo that had the name before. */
  job: Import;
  repoId: number;
  repoPath: string;
  host: CodeHost;
  hostPath: string;
  gitProviderEm: string;
  access: CloneAccess;
  connections: { connectionId: number }[];
  defaultBranch: string | null;
  window: Date;
}

/** From a queued path to a repo that can be fetched: a connection, the host's own record, and our place for it. */
export async function acquireRepo(context: Context, job: Import, lease: Lease): Promise<AcquiredRepo> {
  const path = parseRepoPath(job.repo_path);
  if (!path) throw new ImportFailure('unable_to_import_no_repo', 'invalid_repo_path', 'The repo path is not valid.');
  await lease.write({ import_status: 'import_started', error_em: null, error_detail: '' });

  const { connections } = await context.identity.lendConnections({
    entityId: job.entity_id,
    organizationSlug: path.organizationSlug,
    repoSlug: path.repoSlug,
  });
  await lease.write({ available_provider_connection_count: connections.length });
  if (connections.length === 0) {
    throw new ImportFailure(
      'unable_to_acquire_connection',
      'no_connection',
      `No valid connection reaches the organization ${path.organizationSlug}. Check its spelling, or connect an account that can read it, then queue the repo again.`,
    );
  }
  await lease.write({ import_status: 'acquired_connection' });

  const runtime = openRuntime(context, job.entity_id, {
    signal: lease.signal,
    onQuotaExceeded: () => {
      lease.write({ last_provider_quota_exceeded_at: context.now() }).catch(() => {});
    },
  });
  const found = await findRepository(context, connections.map(hostConnection), path, runtime);
  await lease.write({ import_status: 'acquired_external_repo', git_provider_em: found.host.host });

  const { repo } = await context.identity.registerRepo({
    entityId: job.entity_id,
    gitProviderEm: found.host.host,
    organizationSlug: found.repository.organizationSlug,
    repoSlug: found.repository.slug,
    externalId: found.repository.hostId,
    defaultBranch: found.repository.defaultBranch ?? '',
    htmlUrl: found.repository.webUrl,
  });
  if (!repo) throw new Error('identity returned no repo');
  const window = await windowOf(context, job);
  let own = job;
  const forgetFormer = async (tx: Transaction): Promise<void> => {
    own = await forgetRepo(tx, job, repo.id);
  };
  const isReplaced = job.repo_id !== null && job.repo_id !== repo.id;
  await lease.write(
    {
      import_status: 'created_repo',
      repo_id: repo.id,
      host_path: found.repository.path,
      window_start: window,
      subscription_earliest_processing_at: window,
    },
    isReplaced ? forgetFormer : undefined,
  );
  if (isReplaced)
    context.log.info(
      { importId: job.id, repoPath: job.repo_path, repoId: repo.id, formerRepoId: job.repo_id },
      'another repo has the name now, its whole window is read',
    );
  return {
    job: own,
    repoId: repo.id,
    repoPath: repo.path,
    host: found.host,
    hostPath: found.repository.path,
    gitProviderEm: found.host.host,
    access: await found.host.cloneAccess(found.repository).catch(async (error: unknown) => {
      throw await readProviderFailure(context, error, found.connections);
    }),
    connections: found.connections,
    defaultBranch: found.repository.defaultBranch,
    window,
  };
}

/** Connections of one host and endpoint share the load; the first host that knows the repo is taken. */
async function findRepository(
  context: Context,
  connections: (HostConnection & { connectionId: number })[],
  path: { organizationSlug: string; repoSlug: string },
  runtime: Runtime,
): Promise<{ host: CodeHost; repository: HostRepository; connections: { connectionId: number }[] }> {
  const byHost = Map.groupBy(
    connections,
    (connection) => `${connection.host} ${connection.endpoint ?? ''} ${connection.organization ?? ''}`,
  );
  let refusal: ImportFailure | null = null;
  for (const group of byHost.values()) {
    const host = openCodeHost(group, runtime);
    try {
      const repository = await host.findRepository(path.organizationSlug, path.repoSlug);
      if (repository) return { host, repository, connections: group };
    } catch (error) {
      refusal = await readProviderFailure(context, error, group);
    }
  }
  throw refusal ?? new ImportFailure('unable_to_import_no_repo', 'repo_not_found', noRepoDetail(path, connections));
}

function noRepoDetail(
  { organizationSlug, repoSlug }: { organizationSlug: string; repoSlug: string },
  connections: { connectionId: number; host: string }[],
): string {
  const tried = connections.map(({ connectionId, host }) => `${connectionId} (${vendorName(host)})`);
  const [noun, token] = tried.length === 1 ? ['connection', 'its token'] : ['connections', 'the token of one of them'];
  return `No repo ${organizationSlug}/${repoSlug} is visible to ${noun} ${tried.join(', ')}. Check the spelling, or give ${token} read access to the repo, then queue it again.`;
}

async function windowOf(context: Context, job: Import): Promise<Date> {
  const settings = (await readEntitySettings(context.identity, job.entity_id)) ?? DEFAULT_ENTITY_SETTINGS;
  return windowStart(
    {
      requested: job.window_setting,
      entity: settings.import_window === null ? null : String(settings.import_window),
      operator: context.config.IMPORT_WINDOW,
      subscriptionStartsOn: settings.subscription_starts_on,
    },
    job.run_queued_at,
  );
}
