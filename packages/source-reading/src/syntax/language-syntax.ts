/** How a language writes comments and strings, and which of its words say nothing when they stand alone. */
export type LanguageSyntax = {
  readonly line?: readonly string[];
  /** Words that make a whole line a comment (`REM`), in any case. */
  readonly lineWords?: readonly string[];
  readonly block?: readonly (readonly [open: string, close: string])[];
  /** Blocks whose marks stand in the first column (`=begin`). */
  readonly column?: readonly (readonly [open: string, close: string])[];
  readonly nested?: boolean;
  readonly quotes?: readonly Quote[];
  /** `'` opens a character only when it closes at once (lifetimes, type variables). */
  readonly shortCharacters?: boolean;
  /** A triple-quoted string that is a statement of its own is documentation. */
  readonly docstrings?: boolean;
  /** `/…/` after an operator is a regular expression. */
  readonly regex?: boolean;
  /** `#[` opens an attribute, not a comment. */
  readonly hashAttributes?: boolean;
  /** A line that only closes a tag is punctuation. */
  readonly tags?: boolean;
  readonly keywords?: string;
  readonly anyCase?: boolean;
};

export type Quote = {
  readonly open: string;
  readonly close: string;
  readonly lines: boolean;
  readonly escapes: boolean;
  /** A doubled mark inside stands for itself. */
  readonly doubles?: boolean;
  /** `${ … }` inside holds code. */
  readonly interpolates?: boolean;
};

const plain = (mark: string): Quote => ({ open: mark, close: mark, lines: false, escapes: true });
const long = (open: string, close = open, escapes = false): Quote => ({ open, close, lines: true, escapes });

export const double = plain('"');
export const single = plain("'");
export const doubleAndSingle = [double, single];
export const tripleDouble = long('"""', '"""', true);
export const tripleSingle = long("'''", "'''", true);
export const rawBacktick = long('`');
export const template: Quote = { open: '`', close: '`', lines: true, escapes: true, interpolates: true };
export const verbatim = (open: string): Quote => ({ open, close: '"', lines: true, escapes: false, doubles: true });
export { long as longQuote };

export const slashes = { line: ['//'], block: [['/*', '*/']] } as const;
