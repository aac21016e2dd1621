import { z } from 'zod';
import { diffDeltaWeightsSchema } from './diff-delta-weights.ts';

const TIME = 'must be a time such as 09:00';
const clock = z.string({ error: TIME }).regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, TIME);

const WINDOW = 'must be a number of days, a day as YYYY-MM-DD, or all';
const day = z.iso.date({ error: 'must be a day that exists, as YYYY-MM-DD' });
const positive = z.number({ error: 'must be a number' }).int('must be an integer').positive('must be 1 or more');
const text = z.string({ error: 'must be text' });
const texts = z.array(text, { error: 'must be a list of texts' });

const isOrigin = (given: string): boolean => URL.canParse(given) && new URL(given).origin === given;
const ORIGIN = 'must be an origin such as https://reports.example.com';
const originSchema = z
  .string({ error: ORIGIN })
  .max(300, 'must have at most 300 characters')
  .refine((given) => /^https?:/.test(given) && isOrigin(given), ORIGIN);

/** Who of an entity may read the text of its source code. */
export const SOURCE_TEXT_READERS = ['source_text_everyone', 'source_text_teams', 'source_text_admins'] as const;

/** What an entity may set for itself. Every field has a default, so an old row always reads as a whole. */
export const entitySettingsSchema = z.object({
  time_zone: text.default('UTC'),
  business_day_start: clock.default('09:00'),
  business_day_end: clock.default('17:00'),
  holidays: z.array(day, { error: 'must be a list of days' }).default([]),
  seat_limit: positive.nullable().default(null),
  /** `null`: the operator's setting; a number of days, a day, or `all`. */
  import_window: z
    .union([z.number().int(WINDOW).positive(WINDOW), z.iso.date(WINDOW), z.literal('all')], { error: WINDOW })
    .nullable()
    .default(null),
  subscription_starts_on: day.nullable().default(null),
  /** Null: the first formula. Nonsense that an earlier version took and ignored reads as that. */
  diff_delta_weights: diffDeltaWeightsSchema.nullable().catch(null).default(null),
  /** Grows with every change of the weights. */
  diff_delta_version: positive.default(1),
  /** Everyone of the entity, people whose teams have the repo, or admins. */
  source_text_em: z
    .enum(SOURCE_TEXT_READERS, { error: `must be one of ${SOURCE_TEXT_READERS.join(', ')}` })
    .default('source_text_everyone'),
  /** Origins of web pages that may read what a token of the entity is answered. */
  allowed_origins: z
    .array(originSchema, { error: 'must be a list of origins' })
    .max(50, 'must have at most 50 items')
    .default([]),
  critical_defect_rule: z
    .object({ types: texts, priorities: texts }, { error: 'must be an object with the lists types and priorities' })
    .default({ types: ['Bug'], priorities: ['Highest'] }),
  release_rules: z
    .object(
      {
        tag_pattern: text.nullable().default(null),
        push_branch: text.nullable().default(null),
        merge_message_pattern: text.nullable().default(null),
      },
      { error: 'must be an object with tag_pattern, push_branch and merge_message_pattern' },
    )
    .default({ tag_pattern: null, push_branch: null, merge_message_pattern: null }),
});

export type EntitySettings = z.infer<typeof entitySettingsSchema>;
export const DEFAULT_ENTITY_SETTINGS: EntitySettings = entitySettingsSchema.parse({});

/** Of the JSON that identity stores and sends. */
export const parseEntitySettings = (json: string): EntitySettings =>
  entitySettingsSchema.parse(JSON.parse(json === '' ? '{}' : json));
