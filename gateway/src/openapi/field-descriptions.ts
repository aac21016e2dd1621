import { FIGURE_FIELDS } from './fields/figures.ts';
import { PEOPLE_FIELDS } from './fields/people.ts';
import { RECORDED_FIELDS } from './fields/recorded.ts';
import { SHARED_FIELDS } from './fields/shared.ts';

/** What a parameter or field means wherever it stands without a sentence of its own: one name, one meaning. */
export const FIELD_DESCRIPTIONS: Record<string, string> = {
  ...SHARED_FIELDS,
  ...PEOPLE_FIELDS,
  ...FIGURE_FIELDS,
  ...RECORDED_FIELDS,
};
