const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** As people write it, `@Acme.example` too. */
export const toEmailDomain = (text: string): string => text.trim().toLowerCase().replace(/^@/, '');

/** `acme.example`, as it stands behind the @ of an email address. */
export const isEmailDomain = (text: string): boolean => DOMAIN.test(text);
