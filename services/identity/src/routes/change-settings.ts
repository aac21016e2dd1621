import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { SOURCE_TEXT_READERS } from '@linescope/contract/entity-settings';
import { success } from '@linescope/contract/envelope';
import { dateInput, jsonInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { changeSettings } from '../actions/change-settings.ts';
import type { Context } from '../context.ts';
import { describeSettings, settingsOutput } from './settings-output.ts';

const ACTION = 'action_change_settings';

/** A number of days, a day, or `all`. */
const jsonOrText = z.unknown().transform((value): unknown => {
  if (typeof value !== 'string') return value;
  return value === 'null' ? null : /^\d+$/.test(value) ? Number(value) : value;
});

export const changeSettingsRoute = ({ postgres, outbox }: Pick<Context, 'postgres' | 'outbox'>): Route =>
  defineRoute({
    method: 'PUT',
    path: '/settings',
    action: ACTION,
    summary: 'Change settings of the entity',
    description:
      'What is not given stays. The text null unsets import_window and diff_delta_weights. Changed weights of Diff Delta raise diff_delta_version: stored commits are scored again, ' +
      'GET /derivations shows how far, and answers follow the old scores until the new are whole (their diff_delta_version says which). POST /diff_delta_previews shows beforehand what a change does.',
    role: 'admin',
    input: z.object({
      time_zone: stringInput({ max: 100 }).optional(),
      business_day_start: stringInput({ max: 5 }).optional(),
      business_day_end: stringInput({ max: 5 }).optional(),
      holidays: stringArrayInput().optional(),
      import_window: jsonOrText.optional(),
      subscription_starts_on: dateInput.optional(),
      allowed_origins: stringArrayInput()
        .optional()
        .describe(
          'Origins of web pages that may call the API with a token of the entity, such as https://reports.example.com.',
        ),
      source_text_em: z
        .enum(SOURCE_TEXT_READERS)
        .optional()
        .describe(
          'Who may read the text of source code: everyone of the entity, people whose teams have the repo, or admins. To the others lines come without text.',
        ),
      critical_defect_rule: jsonInput.optional(),
      release_rules: jsonInput.optional(),
      diff_delta_weights: jsonInput.optional(),
    }),
    output: settingsOutput,
    async handle(input, { principal }) {
      const settings = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const change = { entitySlug: principal.entitySlug, settings, actor: `user:${principal.userId}` };
      const entity = await postgres.transaction((tx) => changeSettings(tx, outbox, change));
      return ok(success(ACTION, 'The settings were changed.', { settings: describeSettings(entity.settings) }));
    },
  });
