const ENTITY_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const ENTITY_SLUG_RULE = 'must be 1 to 63 letters, digits or hyphens, with no hyphen at either end';

export const normaliseEntitySlug = (text: string): string => text.trim().toLowerCase();

export const isEntitySlug = (slug: string): boolean => ENTITY_SLUG.test(slug);

/** A slug for an entity without a given name: derived from the user's name. */
export function entitySlugFor(email: string): string {
  const words = email
    .slice(0, email.indexOf('@'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/(?<!-)-+$/, '');
  return words === '' ? 'entity' : words;
}
