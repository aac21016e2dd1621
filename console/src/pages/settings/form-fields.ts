/** The texts of a form by name, without what stands around them. */
export const fieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

/** Words that commas, blanks or lines separate. */
export const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);
