const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** `acme.example`, as it stands behind the @ of an email address. */
export const isEmailDomain = (text: string): boolean => DOMAIN.test(text);
