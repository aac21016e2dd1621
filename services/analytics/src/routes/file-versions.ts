import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import { z } from 'zod';
import { readVersions } from '../line-history/read-versions.ts';
import type { CodeContext } from './code-context.ts';
import { codeCommitShape, filePathInput, oneVersion, versionShape } from './code-inputs.ts';
import { fileStatusEm } from './line-enums.ts';

const ACTION = 'action_code_versions';

const versionSchema = z
  .object({
    ...codeCommitShape,
    code_file_path: z.string().describe('The path of the file after the commit.'),
    code_file_path_before: z.string().nullable().describe('The path before it; null where the commit added the file.'),
    status_em: fileStatusEm.describe(
      'What the commit did to the file: `status_added`, `status_modified`, `status_renamed`, `status_merged` and others.',
    ),
    lines_added: count.describe('Lines that it added.'),
    lines_deleted: count.describe('Lines that it deleted.'),
  })
  .meta({ id: 'FileVersion' });

export const fileVersionsRoute = ({ lineHistory, resolveRepo }: CodeContext) =>
  defineRoute({
    method: 'GET',
    path: '/code_introspections/versions',
    action: ACTION,
    summary: 'List the versions of a file',
    description:
      'The commits in the imported window that changed a file up to a version, newest first, across renames. Merges are listed where they put the file together line by line.',
    role: 'member',
    costly: true,
    input: oneVersion(z.object({ ...versionShape, file_path: filePathInput, ...pagedInput })),
    records: { field: 'versions' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      sha: z.string().describe('The version, by the whole hash of its commit.'),
      versions: z.array(versionSchema).describe('The versions.'),
    }),
    async handle(given, { principal }) {
      const { entityId, repo } = await resolveRepo(principal, given.resource_path);
      const { sha, branch, file_path: path } = given;
      const version = { entityId, repoId: repo.id, defaultBranch: repo.defaultBranch, sha, branch };
      const found = await readVersions(lineHistory, { ...version, path });
      const total = found.steps.length;
      const { items, fields: page } = slicePage(found.steps, given, found.placeOf);
      const fields = { ...page, sha: found.sha, versions: await found.describe(items) };
      return ok(success(ACTION, `${total} ${total === 1 ? 'version' : 'versions'} of the file found.`, fields));
    },
  });
