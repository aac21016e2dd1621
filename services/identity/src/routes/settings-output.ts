import { diffDeltaWeightsSchema } from '@linescope/contract/diff-delta-weights';
import { type EntitySettings, SOURCE_TEXT_READERS } from '@linescope/contract/entity-settings';
import { envelopeShape } from '@linescope/contract/envelope';
import { day, integer } from '@linescope/contract/output-fields';
import { z } from 'zod';

const settingsSchema = z
  .object({
    time_zone: z.string(),
    business_day_start: z.string(),
    business_day_end: z.string(),
    holidays: z.array(z.string()),
    seat_limit: z.number().nullable(),
    import_window: z.union([z.number(), z.string()]).nullable(),
    subscription_starts_on: day.nullable(),
    allowed_origins: z
      .array(z.string())
      .describe('Origins of web pages that may call the API with a token of the entity.'),
    source_text_em: z
      .enum(SOURCE_TEXT_READERS)
      .describe(
        'Who may read the text of source code: everyone of the entity, people whose teams have the repo, or admins.',
      ),
    critical_defect_rule: z.object({ types: z.array(z.string()), priorities: z.array(z.string()) }),
    release_rules: z.object({
      tag_pattern: z.string().nullable(),
      push_branch: z.string().nullable(),
      merge_message_pattern: z.string().nullable(),
    }),
    diff_delta_weights: diffDeltaWeightsSchema.nullable(),
    diff_delta_version: integer,
  })
  .meta({ id: 'Settings', description: 'seat_limit and diff_delta_version are read only.' });

export const settingsOutput = z.object({ ...envelopeShape, settings: settingsSchema });

export const describeSettings = (settings: EntitySettings): z.input<typeof settingsSchema> => settings;
