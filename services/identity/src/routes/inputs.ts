import { stringInput } from '@linescope/contract/inputs';
import { isEmail, normaliseEmail } from '../domain/email.ts';
import { ENTITY_SLUG_RULE, isEntitySlug, normaliseEntitySlug } from '../domain/entity-slug.ts';

export const entitySlugInput = stringInput({ max: 63 })
  .transform(normaliseEntitySlug)
  .refine(isEntitySlug, ENTITY_SLUG_RULE)
  .meta({ type: 'string', maxLength: 63 });

export const emailInput = stringInput({ max: 254 })
  .transform(normaliseEmail)
  .refine(isEmail, 'must be an email address')
  .meta({ type: 'string', format: 'email', maxLength: 254 });
