import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';

/** Only what is read, so that a field the vendor adds or drops elsewhere breaks nothing. */
export const viewerSchema = z.object({
  id: hostId,
  login: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

export const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export const organizationsSchema = z.array(
  z.object({ id: hostId, login: z.string(), avatar_url: z.string().nullish() }),
);

export const repositorySchema = z.object({
  id: hostId,
  name: z.string(),
  full_name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string().nullish(),
  private: z.boolean(),
  archived: z.boolean().nullish(),
  fork: z.boolean(),
  html_url: z.string(),
  clone_url: z.string().nullish(),
  pushed_at: z.string().nullish(),
});

export const repositoriesSchema = z.array(repositorySchema);
