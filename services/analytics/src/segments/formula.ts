import { joinTemplates, type SqlTemplate, type TemplatePart } from '../store/sql.ts';

/** Names that formulas may use besides their measures: lengths of the interval. */
export const INTERVAL_LENGTHS = ['days', 'working_days'] as const;
export type IntervalLength = (typeof INTERVAL_LENGTHS)[number];

/** A formula in SQL over measures and lengths of the interval, which it refers to by name. */
export interface Formula {
  readonly parts: readonly (string | { readonly name: string })[];
}

/** The name of a measure or of an interval's length, or a formula over them. */
export type Term = string | Formula;

export const asFormula = (term: Term): Formula => (typeof term === 'string' ? { parts: [{ name: term }] } : term);

/** Literal text is SQL; what is put in is a name or another formula. */
export const formula = (strings: TemplateStringsArray, ...terms: Term[]): Formula => ({
  parts: strings.flatMap((text, index) => {
    const term = terms[index];
    return term === undefined ? [text] : [text, ...asFormula(term).parts];
  }),
});

export const namesOf = ({ parts }: Formula): string[] => [
  ...new Set(parts.filter((part) => typeof part === 'object').map(({ name }) => name)),
];

/** The formula as text, with each name replaced by `write`; unchanged by default. */
export const writeFormula = ({ parts }: Formula, write: (name: string) => string = (name) => name): string =>
  parts.map((part) => (typeof part === 'object' ? write(part.name) : part)).join('');

/** The formula in SQL, with each name replaced by what `write` gives for it. */
export const formulaSql = ({ parts }: Formula, write: (name: string) => TemplatePart): SqlTemplate =>
  joinTemplates(
    parts.map((part) => (typeof part === 'object' ? write(part.name) : part)),
    '',
  );

export const percent = (part: Term, whole: Term): Formula => formula`100 * (${part}) / nullIf(${whole}, 0)`;
export const perMil = (part: Term, whole: Term): Formula => formula`1000 * (${part}) / nullIf(${whole}, 0)`;
export const per = (part: Term, whole: Term): Formula => formula`(${part}) / nullIf(${whole}, 0)`;
