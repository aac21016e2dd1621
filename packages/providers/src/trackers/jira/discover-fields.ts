import type { z } from 'zod';
import type { fieldsSchema } from './schemas.ts';

/** Which of a site's custom fields hold what every site calls otherwise. */
export type FieldIds = { storyPoints: string[]; sprint: string | null; epicLink: string | null };

const kinds = 'com.pyxis.greenhopper.jira:';
const pointNames = /^story points?( estimate)?$/i;

/** By the field's kind where the vendor gave it one, else by its name, which sites rarely change. */
export function discoverFields(fields: z.output<typeof fieldsSchema>): FieldIds {
  const ofKind = (kind: string) => fields.find((field) => field.schema?.custom === `${kinds}${kind}`)?.id ?? null;
  const named = fields.filter((field) => pointNames.test(field.name)).map((field) => field.id);
  const typed = ofKind('jsw-story-points');
  return {
    storyPoints: [...new Set([...(typed ? [typed] : []), ...named])],
    sprint: ofKind('gh-sprint'),
    epicLink: ofKind('gh-epic-link'),
  };
}

/** The board's own estimation field is the truth for its issues. */
export function preferField(ids: FieldIds, estimation: string | null): FieldIds {
  if (estimation === null || !estimation.startsWith('customfield_')) return ids;
  return { ...ids, storyPoints: [...new Set([estimation, ...ids.storyPoints])] };
}

export const fieldContext = (ids: FieldIds): Record<string, string> => ({
  storyPoints: ids.storyPoints.join(','),
  sprint: ids.sprint ?? '',
  epicLink: ids.epicLink ?? '',
});
