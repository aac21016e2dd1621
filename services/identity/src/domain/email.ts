/** Addresses are one when they differ only in case or in blanks around them. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Deliberately loose: one `@`, something on both sides, a dot in the domain, no blanks. */
export const isEmail = (email: string): boolean =>
  email.length <= 254 && /^[^\s@,<>"]+@[^\s@,<>"]+\.[^\s@.,<>"]+$/.test(email);

export const userNameOf = (email: string): string => email.slice(0, email.indexOf('@'));
