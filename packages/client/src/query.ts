export type ParamValue = string | number | boolean | readonly string[] | null | undefined;
export type Params = Record<string, ParamValue>;

/** Parameters as a query; what is undefined, null or empty is left out. */
export function queryOf(params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return query.toString();
}
