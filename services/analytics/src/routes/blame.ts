import { defineRoute, ok } from '@linescope/chassis/http/route';
import { WrittenList } from '@linescope/chassis/http/written-list';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter } from '@linescope/contract/fault';
import { integerInput } from '@linescope/contract/inputs';
import { count, timestamp } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { evidenceShape } from '../line-history/line-evidence.ts';
import { MAX_BLAMED, readBlame } from '../line-history/read-blame.ts';
import type { CodeContext } from './code-context.ts';
import { codeCommitShape, filePathInput, oneVersion, versionShape } from './code-inputs.ts';
import { operationEm, provenanceEm } from './line-enums.ts';

const ACTION = 'action_code_blame';

const lineSchema = z
  .object({
    line_number: count.describe('In the version that was asked for.'),
    text: z
      .string()
      .nullable()
      .describe(
        'The line, cut to 1,000 bytes; null where the caller may not read source text, or the import kept none.',
      ),
    origin_em: z
      .enum(['origin_in_window', 'origin_before_window', 'origin_not_shown'])
      .describe('Why there is an entry or none: older than the imported window, or by someone who is not processed.'),
    entry: z
      .object({
        sha: z.string().describe('The commit that wrote the line.'),
        authored_at: timestamp.describe('When it was written.'),
        authored_by_llm: z.boolean().describe('Whether there is evidence that an AI assistant wrote the line.'),
        ...evidenceShape,
        user_name: z.string().describe('Who wrote it.'),
        code_file_path: z.string().describe('The file it was written in, by the name of that time.'),
        line_number: z
          .number()
          .describe('Its number when it was written: with sha and code_file_path, where its line history begins.'),
        operation_em: operationEm.describe('How it was written: `operation_` and one of the seven operations.'),
        provenance_em: provenanceEm
          .nullable()
          .describe('How old the line was that it replaced; null where single lines are not stored.'),
      })
      .nullable()
      .describe('The entry of the line history that wrote the line; null as origin_em says.'),
  })
  .meta({ id: 'BlamedLine' });

export const blameRoute = ({ lineHistory, mayReadSource, resolveRepo }: CodeContext) =>
  defineRoute({
    method: 'GET',
    path: '/code_introspections/blame',
    action: ACTION,
    summary: 'Read who wrote each line of a file',
    description: `Every line of a version of a file in the imported window with the commit that wrote it, as git blame finds it. At most ${MAX_BLAMED.toLocaleString('en')} lines an answer: a longer file is read in parts, by from_line and to_line.`,
    role: 'member',
    costly: true,
    input: oneVersion(
      z.object({
        ...versionShape,
        file_path: filePathInput,
        from_line: integerInput({ min: 1, max: 2 ** 31 - 1 })
          .default(1)
          .describe('The first line, from 1.'),
        to_line: integerInput({ min: 1, max: 2 ** 31 - 1 })
          .optional()
          .describe('The last line; without it as many as an answer holds.'),
      }),
    ),
    output: z.object({
      ...envelopeShape,
      sha: z.string().describe('The version, by the whole hash of its commit.'),
      file_path: z.string().describe('The file.'),
      line_count: count.describe('Lines of the whole file.'),
      from_line: count.describe('The first line of the answer.'),
      to_line: count.describe('The last line of the answer.'),
      text_shown: z.boolean().describe('Whether the caller may read source text.'),
      lines: z.array(lineSchema).describe('The lines.'),
      commits: z
        .array(z.object(codeCommitShape).meta({ id: 'CodeCommit' }))
        .describe('The commits that the entries name, once each.'),
    }),
    async handle(given, { principal }) {
      const { from_line: fromLine, to_line: toLine = null, file_path: path } = given;
      if (toLine !== null && toLine < fromLine) {
        throw invalidParameter('to_line', 'to_line must not be before from_line.');
      }
      if (toLine !== null && toLine - fromLine >= MAX_BLAMED) {
        throw invalidParameter('to_line', `to_line must be at most ${MAX_BLAMED - 1} lines after from_line.`);
      }
      const { entityId, repo } = await resolveRepo(principal, given.resource_path);
      const showsText = await mayReadSource(principal, entityId, repo);
      const version = { entityId, repoId: repo.id, defaultBranch: repo.defaultBranch };
      const { sha, branch } = given;
      const blamed = await readBlame(lineHistory, { ...version, sha, branch, path, fromLine, toLine, showsText });
      const { lines, olderLines, commits, lineCount } = blamed;
      const fields = {
        sha: blamed.sha,
        file_path: path,
        line_count: lineCount,
        from_line: fromLine,
        to_line: blamed.toLine,
        text_shown: showsText,
        lines: new WrittenList(lines.length, lines.parts, lines.release),
        commits,
      };
      return ok(success(ACTION, summaryOf(lines.length, olderLines, commits.length), fields));
    },
  });

const counted = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

function summaryOf(lines: number, older: number, commits: number): string {
  const all = `${counted(lines, 'line')} by ${counted(commits, 'commit')}.`;
  if (older === 0) return all;
  return `${all} ${counted(older, 'line')} ${older === 1 ? 'is' : 'are'} older than what was imported: import the repo with window=all to know who wrote ${older === 1 ? 'it' : 'them'}.`;
}
