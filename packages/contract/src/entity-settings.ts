import { z } from 'zod';
import { diffDeltaWeightsSchema } from './diff-delta-weights.ts';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 09:00');

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const originSchema = z
  .string()
  .max(300)
  .refine((text) => /^https?:/.test(text) && isOrigin(text), 'must be an origin such as https://reports.example.com');

/** Who of an entity may read the text of its source code. */
export const SOURCE_TEXT_READERS = ['source_text_everyone', 'source_text_teams', 'source_text_admins'] as const;

/** What an entity may set for itself. Every field has a default, so an old row always reads as a whole. */
export const entitySettingsSchema = z.object({
  time_zone: z.string().default('UTC'),
  business_day_start: clock.default('09:00'),
  business_day_end: clock.default('17:00'),
  holidays: z.array(z.iso.date()).default([]),
  seat_limit: z.number().int().positive().nullable().default(null),
  /** `null`: the operator's setting; a number of days, a day, or `all`. */
  import_window: z
    .union([z.number().int().positive(), z.iso.date(), z.literal('all')])
    .nullable()
    .default(null),
  subscription_starts_on: z.iso.date().nullable().default(null),
  /** Null: the first formula. Nonsense that an earlier version took and ignored reads as that. */
  diff_delta_weights: diffDeltaWeightsSchema.nullable().catch(null).default(null),
  /** Grows with every change of the weights. */
  diff_delta_version: z.number().int().positive().default(1),
  /** Everyone of the entity, people whose teams have the repo, or admins. */
  source_text_em: z.enum(SOURCE_TEXT_READERS).default('source_text_everyone'),
  /** Origins of web pages that may read what a token of the entity is answered. */
  allowed_origins: z.array(originSchema).max(50).default([]),
  critical_defect_rule: z
    .object({ types: z.array(z.string()), priorities: z.array(z.string()) })
    .default({ types: ['Bug'], priorities: ['Highest'] }),
  release_rules: z
    .object({
      tag_pattern: z.string().nullable().default(null),
      push_branch: z.string().nullable().default(null),
      merge_message_pattern: z.string().nullable().default(null),
    })
    .default({ tag_pattern: null, push_branch: null, merge_message_pattern: null }),
});

export type EntitySettings = z.infer<typeof entitySettingsSchema>;
export const DEFAULT_ENTITY_SETTINGS: EntitySettings = entitySettingsSchema.parse({});

/** Of the JSON that identity stores and sends. */
export const parseEntitySettings = (json: string): EntitySettings =>
  entitySettingsSchema.parse(JSON.parse(json === '' ? '{}' : json));
