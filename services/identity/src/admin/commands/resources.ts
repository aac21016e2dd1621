import { ENTITY_OPTION } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { listConnections } from '../../store/connections.ts';
import { listOrganizations, listRepos } from '../../store/resource-tree.ts';
import type { AdminCommand } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';
import { sayWord } from '../say-word.ts';

const options = ENTITY_OPTION;

export const organizationList: AdminCommand = {
  summary: 'List the organizations of an entity',
  options,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    return listing(await listOrganizations(postgres, entity.id));
  },
};

export const repoList: AdminCommand = {
  summary: 'List the repos of an entity',
  options,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    const rows = (await listRepos(postgres, entity.id)).map((repo) => ({
      id: repo.id,
      path: `${repo.organizationSlug}/${repo.slug}`,
      git_provider_em: repo.gitProviderEm,
      default_branch: repo.defaultBranch,
      html_url: repo.htmlUrl,
    }));
    return listing(rows, rows.map(sayVendor));
  },
};

export const connectionList: AdminCommand = {
  summary: 'List the code-host connections of an entity; tokens are never shown',
  options,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    const rows = (await listConnections(postgres, entity.id)).map((connection) => ({
      id: connection.id,
      git_provider_em: connection.git_provider_em,
      account: connection.host_user_name,
      endpoint: connection.endpoint_url,
      status: connection.status_em,
      expires_at: connection.expires_at?.toISOString() ?? null,
      repos_cached_at: connection.repos_cached_at?.toISOString() ?? null,
      last_error: connection.last_error_detail,
    }));
    return listing(
      rows,
      rows.map((row) => ({ ...sayVendor(row), status: sayWord(row.status, 'connection_') })),
    );
  },
};

/** The wire's token of the code host by the name that people know. */
const sayVendor = <Row extends { git_provider_em: string }>(row: Row): Row => ({
  ...row,
  git_provider_em: vendorName(row.git_provider_em),
});
