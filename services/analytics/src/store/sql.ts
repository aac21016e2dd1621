import { isDeepStrictEqual } from 'node:util';

/** SQL with the values that it binds: a condition travels with its parameters. */
export interface SqlFragment {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** SQL whose values are not known yet, with the names of all that it uses: parameters, columns of a view, shared views. */
export interface SqlTemplate {
  readonly text: string;
  readonly params: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
}

/** A plain string is SQL text of ours, such as the name of a column; never a value that a caller gave. */
type FragmentPart = SqlFragment | string | number;
export type TemplatePart = SqlTemplate | string | number;

const NONE: ReadonlySet<string> = new Set();

/** A value under the name and the ClickHouse type by which the statement binds it. */
export const bound = (name: string, type: string, value: unknown): SqlFragment => ({
  sql: `{${name}:${type}}`,
  params: { [name]: value },
});

export const fragment = (strings: TemplateStringsArray, ...parts: FragmentPart[]): SqlFragment =>
  concatFragments(strings.flatMap((text, index) => [text, ...parts.slice(index, index + 1)]));

export const joinFragments = (parts: readonly FragmentPart[], separator: string): SqlFragment =>
  concatFragments(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));

/** A condition that holds for every row. */
export const EVERY = 'true';

/** The conditions of a WHERE. What is always true is left out: the store would plan it. */
export function allOf(conditions: readonly FragmentPart[]): SqlFragment {
  const needed = conditions.filter(
    (condition) => (typeof condition === 'object' ? condition.sql : condition) !== EVERY,
  );
  return joinFragments(needed.length > 0 ? needed : [EVERY], ' AND ');
}

function concatFragments(parts: readonly FragmentPart[]): SqlFragment {
  let sql = '';
  const params: Record<string, unknown> = {};
  for (const part of parts) {
    if (typeof part !== 'object') {
      sql += part;
      continue;
    }
    sql += part.sql;
    for (const [name, value] of Object.entries(part.params)) {
      const isTaken = Object.hasOwn(params, name) && params[name] !== value;
      if (isTaken && !isDeepStrictEqual(params[name], value)) throw new Error(`parameter ${name} has two values`);
      params[name] = value;
    }
  }
  return { sql, params };
}

const reference = (text: string, uses: Partial<SqlTemplate>): SqlTemplate => ({
  params: NONE,
  columns: NONE,
  views: NONE,
  ...uses,
  text,
});

export const templateParam = (name: string, type: string): SqlTemplate =>
  reference(`{${name}:${type}}`, { params: new Set([name]) });
export const columnReference = (name: string): SqlTemplate => reference(name, { columns: new Set([name]) });
export const viewReference = (name: string): SqlTemplate => reference(name, { views: new Set([name]) });

export const template = (strings: TemplateStringsArray, ...parts: TemplatePart[]): SqlTemplate =>
  concatTemplates(strings.flatMap((text, index) => [text, ...parts.slice(index, index + 1)]));

export const joinTemplates = (parts: readonly TemplatePart[], separator: string): SqlTemplate =>
  concatTemplates(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));

function concatTemplates(parts: readonly TemplatePart[]): SqlTemplate {
  const used = parts.filter((part) => typeof part === 'object');
  const union = (names: (part: SqlTemplate) => ReadonlySet<string>) =>
    new Set(used.flatMap((part) => [...names(part)]));
  return {
    text: parts.map((part) => (typeof part === 'object' ? part.text : part)).join(''),
    params: union(({ params }) => params),
    columns: union(({ columns }) => columns),
    views: union(({ views }) => views),
  };
}

/** Gives a template just the values of the parameters that it names. */
export function bindTemplate({ text, params }: SqlTemplate, values: Readonly<Record<string, unknown>>): SqlFragment {
  const missing = [...params].find((name) => !Object.hasOwn(values, name));
  if (missing !== undefined) throw new Error(`parameter ${missing} has no value`);
  return { sql: text, params: Object.fromEntries([...params].map((name) => [name, values[name]])) };
}
