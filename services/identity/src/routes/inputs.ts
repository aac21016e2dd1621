import { stringInput } from '@linescope/contract/inputs';
import { isEmail, normaliseEmail } from '../domain/email.ts';
import { ENTITY_SLUG_RULE, isEntitySlug, normaliseEntitySlug } from '../domain/entity-slug.ts';
import { isProviderToken } from '../domain/provider-token.ts';

export const entitySlugInput = stringInput({ max: 63 })
  .transform(normaliseEntitySlug)
  .refine(isEntitySlug, ENTITY_SLUG_RULE)
  .meta({ type: 'string', maxLength: 63 });

export const emailInput = stringInput({ max: 254 })
  .transform(normaliseEmail)
  .refine(isEmail, 'must be an email address')
  .meta({ type: 'string', format: 'email', maxLength: 254 });

/** What goes into a header as it is. */
export const providerTokenInput = stringInput({ max: 4000 }).refine(
  isProviderToken,
  'must hold only letters, digits and signs of ASCII, and no spaces',
);

/** A full URL over HTTP, without a user or a fragment; kept without a slash at its end. */
export const urlInput = stringInput({ max: 2000 })
  .refine((text) => isPlainUrl(text), 'must be a full URL, such as https://git.example.com')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  .meta({ type: 'string', format: 'uri', maxLength: 2000 });

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}
