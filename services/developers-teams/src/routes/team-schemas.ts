import { PROCESSING_STATUSES, TEAM_SOURCES } from '@linescope/contract/enums';
import { envelopeShape } from '@linescope/contract/envelope';
import { booleanInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { count, id } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { CONTROL } from '../domain/one-line.ts';
import { wellFormedInput } from './inputs.ts';

/** A team that is there, whatever its name. */
export const teamNameInput = wellFormedInput({ max: 200 });

/** It stands in lists, mails and charts. */
export const newTeamNameInput = teamNameInput.refine(
  (name) => !CONTROL.test(name),
  'must be one line without control characters',
);

/** What creating and updating have in common. */
export const teamShape = {
  developer_members: stringArrayInput().default([]),
  invite_developers: booleanInput.default(false),
  manager_members: stringArrayInput().default([]),
  invite_managers: booleanInput.default(false),
  project_board_id: wellFormedInput({ max: 200 }).optional(),
  repo_paths: stringArrayInput().default([]),
  parent_slug: stringInput({ max: 100 }).optional(),
};

export const teamSchema = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    parent_slug: z.string().nullable(),
    external_source_em: z.enum(TEAM_SOURCES).nullable(),
    project_board_id: z.string().nullable(),
    people_count: count,
    people_seated_count: count,
    committers_total_count: count,
    committers_active_count: count,
    committers_seated: z.array(z.string()),
    developers: z.array(
      z.object({
        id,
        committer_user_name: z.string(),
        full_name: z.string(),
        processing_status_em: z.enum(PROCESSING_STATUSES),
        user_id: id.nullable(),
      }),
    ),
    managers: z.array(z.object({ user_id: id, user_name: z.string(), full_name: z.string().nullable() })),
    repo_paths: z.array(z.string()),
  })
  .meta({ id: 'Team' });

export const teamAnswer = z.object({ ...envelopeShape, team: teamSchema });
