/**
 * The lines of GitHub's Copilot usage reports, by its reference "Data available in Copilot usage metrics" and its example schema:
 * the OpenAPI description ends at the links to the files. Fields that they do not name are refused.
 */
import { z } from 'zod';

const count = z.int().min(0);
const activity = {
  code_generation_activity_count: count,
  code_acceptance_activity_count: count,
  loc_suggested_to_add_sum: count,
  loc_suggested_to_delete_sum: count,
  loc_added_sum: count,
  loc_deleted_sum: count,
};
const asked = { user_initiated_interaction_count: count };
const version = z.record(z.string(), z.string());

export const copilotUserLine = z.strictObject({
  day: z.iso.date(),
  report_start_day: z.iso.date().optional(),
  report_end_day: z.iso.date().optional(),
  enterprise_id: z.string().optional(),
  organization_id: z.string().optional(),
  user_id: z.int(),
  user_login: z.string(),
  ...activity,
  ...asked,
  ai_credits_used: z.number().optional(),
  used_agent: z.boolean(),
  used_chat: z.boolean(),
  used_cli: z.boolean().optional(),
  totals_by_cli: z.record(z.string(), z.unknown()).optional(),
  totals_by_ide: z.array(
    z.strictObject({
      ide: z.string(),
      ...activity,
      ...asked,
      last_known_ide_version: version.optional(),
      last_known_plugin_version: version.optional(),
    }),
  ),
  totals_by_feature: z.array(z.strictObject({ feature: z.string(), ...activity, ...asked })),
  totals_by_language_feature: z.array(z.strictObject({ language: z.string(), feature: z.string(), ...activity })),
  totals_by_language_model: z.array(z.strictObject({ language: z.string(), model: z.string(), ...activity })),
  totals_by_model_feature: z.array(z.strictObject({ model: z.string(), feature: z.string(), ...activity, ...asked })),
});

export const copilotUserTeamLine = z.strictObject({
  day: z.iso.date(),
  user_id: z.int(),
  user_login: z.string(),
  enterprise_id: z.string().optional(),
  organization_id: z.string().optional(),
  team_id: z.int(),
  slug: z.string(),
});
