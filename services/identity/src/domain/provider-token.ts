/** A token as providers make them: no header could hold another, and its error would quote it. */
export const isProviderToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
