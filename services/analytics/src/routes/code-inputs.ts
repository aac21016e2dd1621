import { stringInput, textInput } from '@linescope/contract/inputs';
import { count, link, timestamp } from '@linescope/contract/output-fields';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';

export const oneRepoInput = resourcePathInput.describe('One repo: `entity/organization/repo`.');

/** A path as callers write it, relative to the root of the repo. */
const repoPath = textInput({ max: 4096 }).transform((path) => path.replace(/^(?:\.?\/)+/, ''));

export const filePathInput = repoPath
  .refine((path) => path !== '', 'must name a file')
  .describe('Relative to the root of the repo.');

export const pathPrefixInput = repoPath.describe(
  'What the paths begin with: `src/` for a folder; all of them unless given.',
);

export const commitInput = stringInput({ max: 40 })
  .transform((sha) => sha.toLowerCase())
  .refine((sha) => /^[0-9a-f]{4,40}$/.test(sha), 'must be 4 to 40 hexadecimal characters of a commit hash')
  .describe('The hash of a commit, or as much of its beginning as is unique.');

/** Which version of a repo: a commit or a branch. */
export const versionShape = {
  resource_path: oneRepoInput,
  sha: commitInput.optional().describe('The version, by the hash of its commit; the default branch unless given.'),
  branch: stringInput({ max: 1000 }).optional().describe('The version, as a branch that was there at the last import.'),
};

/** A version is named once. */
export const oneVersion = <Input extends z.ZodType>(input: Input) =>
  input.refine((given) => !(isNamed(given, 'sha') && isNamed(given, 'branch')), {
    path: ['branch'],
    error: 'must not be given beside sha',
    when: () => true,
  });

const isNamed = (given: unknown, name: string): boolean =>
  typeof given === 'object' && given !== null && Object.hasOwn(given, name);

const authorSchema = z.object({
  avatar_url: link.nullable(),
  commits_in_repo: count.describe('Their commits on the default branch, merges left out.'),
  email: z.string(),
  full_name: z.string(),
  user_name: z.string(),
});

/** A commit as it is shown beside lines and files. */
export const codeCommitShape = {
  sha: z.string().describe('The hash of the commit.'),
  authored_at: timestamp.describe('When it was written.'),
  authored_by_llm: z.boolean().describe('Whether there is evidence that an AI assistant wrote it.'),
  author: authorSchema.describe('Who wrote it.'),
  commit_message: z.string().describe('Its whole message.'),
};
