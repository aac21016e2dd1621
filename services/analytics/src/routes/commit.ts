import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count, integer } from '@linescope/contract/output-fields';
import { pagedInput, pageFields, pageOffset, pageShape, readCursor } from '@linescope/contract/pages';
import { z } from 'zod';
import { evidenceShape } from '../line-history/line-evidence.ts';
import { readCommit } from '../line-history/read-commit.ts';
import { findVisiblePeople } from '../query-scope/visible-people.ts';
import type { CodeContext } from './code-context.ts';
import { codeCommitShape, commitInput, oneRepoInput } from './code-inputs.ts';
import { categoryEm, fileStatusEm, operationEm, provenanceEm } from './line-enums.ts';

const ACTION = 'action_code_commit';

const fileSchema = z
  .object({
    code_file_path_after: z.string().nullable().describe('The path after the commit; null where it deleted the file.'),
    code_file_path_before: z.string().nullable().describe('The path before it; null where it added the file.'),
    status_em: fileStatusEm.describe(
      'What the commit did to the file: `status_added`, `status_modified`, `status_renamed` and others.',
    ),
    language: z.string().nullable().describe('The language of the file.'),
    category_em: categoryEm.describe('The category of the file: `category_code`, `category_test` and others.'),
    lines_added: count.describe('Lines that it added.'),
    lines_deleted: count.describe('Lines that it deleted.'),
    is_binary: z.boolean().describe('Whether the file has no lines.'),
    is_scored: z.boolean().describe('Whether its lines count for Diff Delta.'),
    has_lines: z.boolean().describe('Whether its changed lines are stored one by one.'),
  })
  .meta({ id: 'CommitFile' });

const lineSchema = z
  .object({
    code_file_path: z
      .string()
      .describe('The file that the line stands in after the commit; of a deleted line, stood in.'),
    hunk: z.number().describe('Which hunk of the file, from 0.'),
    line_number_before: count.nullable().describe('Its number before; null for an added or copied line.'),
    line_number_after: count.nullable().describe('Its number after; null for a deleted line.'),
    operation_em: operationEm.describe('`operation_` and one of the seven operations.'),
    provenance_em: provenanceEm.describe('How old the line was that it replaced.'),
    authored_by_llm: z.boolean().describe('Whether there is evidence that an AI assistant wrote the line.'),
    ...evidenceShape,
    is_churn: z.boolean().describe('Whether it changed or deleted a line younger than 14 days.'),
    line_value: z
      .number()
      .nullable()
      .describe('Its Diff Delta; null where the caller may not see what its author scored.'),
    text: z
      .string()
      .nullable()
      .describe(
        'The line after the commit (of a deleted line, before), cut to 1,000 bytes; null where the caller may not read source text.',
      ),
  })
  .meta({ id: 'CommitLine' });

/** Of its lines that come before the page. */
const lineNumber = z.tuple([z.number().int().min(0).max(1e12)]);

export const commitRoute = ({ developersTeams, lineHistory, mayReadSource, resolveRepo }: CodeContext) =>
  defineRoute({
    method: 'GET',
    path: '/code_introspections/commit',
    action: ACTION,
    summary: 'Read the changed lines of a commit',
    description:
      'A commit with its files (at most 1,000) and, in pages, the lines that it changed, each with its operation and Diff Delta.',
    role: 'member',
    costly: true,
    input: z.object({
      resource_path: oneRepoInput,
      sha: commitInput,
      ...pagedInput,
    }),
    records: { field: 'lines' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      diff_delta_version: integer.describe('Of the weights that the lines are scored by.'),
      text_shown: z.boolean().describe('Whether the caller may read source text.'),
      commit: z
        .object({
          ...codeCommitShape,
          parents: z.array(z.string()).describe('Its parents, first parent first.'),
          is_merge: z.boolean().describe('Whether it is a merge.'),
          on_default_branch: z.boolean().describe('Whether the default branch has it.'),
          diff_delta: z.number().nullable().describe('The sum over its lines; null where the caller may not see it.'),
        })
        .meta({ id: 'ScoredCommit' })
        .describe('The commit.'),
      files: z.array(fileSchema).describe('Its files.'),
      lines: z.array(lineSchema).describe('A page of its changed lines, in the order of a diff.'),
    }),
    async handle({ resource_path: resourcePath, sha, ...request }, { principal }) {
      const { entityId, repo } = await resolveRepo(principal, resourcePath);
      const [showsText, people] = await Promise.all([
        mayReadSource(principal, entityId, repo),
        findVisiblePeople({ developersTeams }, principal, entityId, {}),
      ]);
      const visible = new Set(people.committerIds);
      // A commit's lines never change, so where the page before ended is all there is to know.
      const [offset] = readCursor(request, lineNumber) ?? [pageOffset(request)];
      const found = await readCommit(lineHistory, {
        entityId,
        repoId: repo.id,
        sha,
        offset,
        limit: request.per_page,
        showsText,
        seesScoresOf: (committerId) => people.every || visible.has(committerId),
      });
      const { commit, files, lines, total, diffDeltaVersion } = found;
      const end = offset + lines.length;
      const fields = {
        ...pageFields(request, { total, offset, last: lines.length > 0 && end < total ? [end] : null }),
        diff_delta_version: diffDeltaVersion,
        text_shown: showsText,
        commit,
        files,
        lines,
      };
      return ok(success(ACTION, `${total} changed ${total === 1 ? 'line' : 'lines'}.`, fields));
    },
  });
