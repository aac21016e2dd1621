import {
  double,
  doubleAndSingle,
  type LanguageSyntax,
  longQuote,
  single,
  slashes,
  tripleDouble,
  tripleSingle,
} from './language-syntax.ts';

const hash = { line: ['#'], quotes: doubleAndSingle } as const;

const python: LanguageSyntax = {
  line: ['#'],
  quotes: [tripleDouble, tripleSingle, ...doubleAndSingle],
  docstrings: true,
  keywords: 'if else try finally except pass break continue return import from with while for lambda yield raise',
};
const ruby: LanguageSyntax = {
  ...hash,
  column: [['=begin', '=end']],
  regex: true,
  keywords:
    'begin end else ensure rescue do then loop break next redo retry return yield private protected public module_function class if unless case when while until in',
};
const perl: LanguageSyntax = {
  ...hash,
  column: [
    ['=pod', '=cut'],
    ['=head', '=cut'],
    ['=over', '=cut'],
    ['=item', '=cut'],
    ['=begin', '=cut'],
    ['=encoding', '=cut'],
  ],
  regex: true,
  keywords: 'if else elsif unless do while for foreach until last next redo return sub eval BEGIN END',
};
const shell: LanguageSyntax = {
  ...hash,
  keywords: 'then fi do done esac else elif in if while for case until return break continue function select',
};
const lua: LanguageSyntax = {
  line: ['--'],
  block: [['--[[', ']]']],
  quotes: [longQuote('[[', ']]'), ...doubleAndSingle],
  keywords: 'end else do then repeat until return break function local if while for',
};
const elixir: LanguageSyntax = {
  line: ['#'],
  quotes: [tripleDouble, tripleSingle, ...doubleAndSingle],
  docstrings: true,
  keywords: 'do end else rescue after catch fn if unless case cond receive try with when',
};
const julia: LanguageSyntax = {
  line: ['#'],
  block: [['#=', '=#']],
  nested: true,
  shortCharacters: true,
  quotes: [tripleDouble, double],
  docstrings: true,
  keywords: 'end else begin do try catch finally return break continue quote let if while for function',
};
const r: LanguageSyntax = { ...hash, keywords: 'if else repeat break next function return while for' };
const haskell: LanguageSyntax = {
  line: ['--'],
  block: [['{-', '-}']],
  nested: true,
  shortCharacters: true,
  quotes: [double],
  keywords: 'where let in do then else of if case deriving module',
};
const ocaml: LanguageSyntax = {
  block: [['(*', '*)']],
  nested: true,
  shortCharacters: true,
  quotes: [double],
  keywords: 'begin end else then do done in of with sig struct let rec and try match fun function if object',
};
const fsharp: LanguageSyntax = {
  ...ocaml,
  line: ['//'],
  quotes: [tripleDouble, double],
  keywords: `${ocaml.keywords} finally yield return`,
};
const lisp: LanguageSyntax = { line: [';'], block: [['#|', '|#']], quotes: [double], keywords: 'do begin else' };
const erlang: LanguageSyntax = {
  line: ['%'],
  quotes: doubleAndSingle,
  keywords: 'end of after begin receive try catch else if case fun when',
};
const sql: LanguageSyntax = {
  line: ['--'],
  block: [['/*', '*/']],
  quotes: doubleAndSingle,
  anyCase: true,
  keywords:
    'begin end else select from where as on go commit rollback case when then values and or set is returns declare if loop union all using into having distinct language replace',
};
const visualBasic: LanguageSyntax = {
  line: ["'"],
  lineWords: ['rem'],
  quotes: [double],
  anyCase: true,
  keywords:
    'end if sub function else loop next do class module property try finally with select wend exit get set then',
};
const pascal: LanguageSyntax = {
  line: ['//'],
  block: [
    ['(*', '*)'],
    ['{', '}'],
  ],
  quotes: [single],
  anyCase: true,
  keywords:
    'begin end else do of repeat until var const type then try finally except interface implementation uses private public protected published exit initialization finalization record',
};
const fortran: LanguageSyntax = {
  line: ['!'],
  quotes: doubleAndSingle,
  anyCase: true,
  keywords:
    'end else endif enddo do contains return stop implicit none continue program function subroutine module interface type then if exit cycle',
};
const ada: LanguageSyntax = {
  line: ['--'],
  shortCharacters: true,
  quotes: [double],
  anyCase: true,
  keywords: 'begin end else is then loop record private declare exception return null do if case',
};
const matlab: LanguageSyntax = {
  line: ['%'],
  block: [['%{', '%}']],
  quotes: [double],
  keywords:
    'end else try catch return break continue otherwise function if for while switch endif endfor endwhile endfunction',
};
const powershell: LanguageSyntax = {
  line: ['#'],
  block: [['<#', '#>']],
  quotes: [longQuote('@"', '"@'), longQuote("@'", "'@"), double, single],
  anyCase: true,
  keywords:
    'begin process end else try catch finally do return break continue param if while for foreach switch function',
};
const nim: LanguageSyntax = {
  line: ['#'],
  block: [['#[', ']#']],
  nested: true,
  shortCharacters: true,
  quotes: [tripleDouble, double],
  keywords: 'else try finally except break continue return discard var let const type import block do if case when',
};
const coffee: LanguageSyntax = {
  line: ['#'],
  block: [['###', '###']],
  quotes: [tripleDouble, tripleSingle, ...doubleAndSingle],
  regex: true,
  keywords: 'if else try finally then return break continue do switch when loop',
};
const cobol: LanguageSyntax = { line: ['*>', '      *'], quotes: doubleAndSingle, anyCase: true };

export const wordLanguages: Readonly<Record<string, LanguageSyntax>> = {
  Python: python,
  Starlark: python,
  Cython: python,
  Mojo: python,
  GDScript: python,
  Ruby: ruby,
  Crystal: ruby,
  Perl: perl,
  Raku: perl,
  Shell: shell,
  Fish: { ...shell, keywords: 'end else begin if while for switch case function return break continue' },
  Zsh: shell,
  Awk: { ...hash, regex: true, keywords: 'BEGIN END if else do while for break continue next exit return function' },
  Lua: lua,
  Luau: lua,
  MoonScript: lua,
  Elixir: elixir,
  Erlang: erlang,
  Julia: julia,
  R: r,
  Haskell: haskell,
  PureScript: haskell,
  Elm: haskell,
  OCaml: ocaml,
  Reason: { ...slashes, quotes: [double], keywords: 'else switch' },
  'Standard ML': ocaml,
  'F#': fsharp,
  Clojure: lisp,
  'Common Lisp': lisp,
  'Emacs Lisp': lisp,
  Scheme: lisp,
  Racket: lisp,
  SQL: sql,
  PLSQL: sql,
  PLpgSQL: sql,
  TSQL: sql,
  SQLPL: sql,
  'Visual Basic .NET': visualBasic,
  'Visual Basic 6.0': visualBasic,
  VBA: visualBasic,
  VBScript: visualBasic,
  Pascal: pascal,
  Fortran: fortran,
  'Fortran Free Form': fortran,
  Ada: ada,
  VHDL: { ...ada, keywords: `${ada.keywords} architecture process generate port map` },
  MATLAB: matlab,
  PowerShell: powershell,
  Nim: nim,
  CoffeeScript: coffee,
  COBOL: cobol,
  Tcl: { line: ['#'], quotes: [double], keywords: 'else return break continue' },
  'Vim Script': { line: ['"'], keywords: 'endif endfunction endfor endwhile else finally endtry try' },
  Assembly: { line: [';', '#', '//'], block: [['/*', '*/']], quotes: [double] },
  'Unix Assembly': { line: ['#', '//', '@'], block: [['/*', '*/']], quotes: [double] },
  Nix: {
    line: ['#'],
    block: [['/*', '*/']],
    quotes: [longQuote("''"), double],
    keywords: 'let in rec with inherit then else',
  },
  Makefile: { line: ['#'], keywords: 'else endif endef' },
  CMake: {
    line: ['#'],
    block: [['#[[', ']]']],
    quotes: [double],
    anyCase: true,
    keywords: 'else endif endforeach endfunction endmacro endwhile return',
  },
  Dockerfile: hash,
  Batchfile: { line: ['::'], lineWords: ['rem', '@rem'], anyCase: true, keywords: 'else endlocal setlocal' },
  GraphQL: { line: ['#'], quotes: [tripleDouble, double], docstrings: true },
  AppleScript: { line: ['--', '#'], block: [['(*', '*)']], quotes: [double], keywords: 'end tell if repeat try else' },
  Just: hash,
  Puppet: hash,
  'Go Module': { ...slashes, keywords: 'require replace exclude retract' },
  BitBake: hash,
  M4: { line: ['dnl', '#'] },
  Smarty: { block: [['{*', '*}']], tags: true },
};
