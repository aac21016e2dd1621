import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { booleanInput } from '@linescope/contract/inputs';
import { count, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import { z } from 'zod';
import { readFiles } from '../line-history/read-files.ts';
import type { CodeContext } from './code-context.ts';
import { oneVersion, pathPrefixInput, versionShape } from './code-inputs.ts';

const ACTION = 'action_code_files';

const fileSchema = z
  .object({
    path: z.string().describe('Its path from the root of the repo; a folder’s ends with a slash.'),
    kind_em: z.enum(['kind_file', 'kind_folder', 'kind_submodule']).describe('What it is.'),
    file_count: count.describe('Files below a folder; 1 for any other.'),
    last_changed_sha: z
      .string()
      .nullable()
      .describe('The last commit that changed it on the way of first parents; null: before the window.'),
    last_changed_at: timestamp.nullable().describe('When that commit was authored.'),
  })
  .meta({ id: 'CodeFile' });

export const filesRoute = ({ lineHistory, resolveRepo }: CodeContext) =>
  defineRoute({
    method: 'GET',
    path: '/code_introspections/files',
    action: ACTION,
    summary: 'List the files of a version',
    description:
      'The files of a version in the imported window by path, or with recursive=false what a folder holds: its folders first, then its files.',
    role: 'member',
    costly: true,
    input: oneVersion(
      z.object({
        ...versionShape,
        path_prefix: pathPrefixInput.default(''),
        recursive: booleanInput
          .default(true)
          .describe('Whether files of folders below are listed, or those folders in their place.'),
        ...pagedInput,
      }),
    ),
    records: { field: 'files' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      sha: z.string().describe('The version, by the whole hash of its commit.'),
      files: z.array(fileSchema).describe('The files, and folders where recursive is false.'),
    }),
    async handle(given, { principal }) {
      const { entityId, repo } = await resolveRepo(principal, given.resource_path);
      const { sha, branch, path_prefix: prefix, recursive } = given;
      const version = { entityId, repoId: repo.id, defaultBranch: repo.defaultBranch, sha, branch };
      const tree = await readFiles(lineHistory, { ...version, prefix, recursive });
      const { items, fields: page } = slicePage(tree.entries, given, ({ kind, path }) => [
        kind === 'folder' ? 0 : 1,
        path,
      ]);
      const total = tree.entries.length;
      const fields = { ...page, sha: tree.sha, files: items.map(tree.describe) };
      return ok(success(ACTION, `${total} ${total === 1 ? 'entry' : 'entries'} found.`, fields));
    },
  });
