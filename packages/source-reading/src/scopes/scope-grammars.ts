/**
 * How a language announces functions and classes, as patterns over one logical line (a header and its
 * continuation) with comments and strings blanked. Named groups: `name`, and `owner` where the header itself
 * names the class. Lines are cut to a few hundred characters first, so no pattern can run away.
 */
export type ScopeGrammar = {
  /** What every header holds: most lines hold none of it and are done with at once. */
  readonly hint?: RegExp;
  /** What stands on some line where anything is announced, comments and strings included: few hunks hold a header. */
  readonly sign?: RegExp;
  readonly functions: readonly RegExp[];
  readonly classes?: readonly RegExp[];
  /** Namespaces: the class of a line only where no class stands inside them. */
  readonly modules?: readonly RegExp[];
  /** Modules that last until the next one or the file's end, whatever the indentation. */
  readonly flatModules?: RegExp;
  readonly flatEnd?: RegExp;
  /** `type name(arguments) {`: a function by its shape, without a word that says so. */
  readonly shaped?: 'typed' | 'method';
  /** Functions stand inside functions. */
  readonly nested?: boolean;
  /** Lines of the preprocessor do not end a scope. */
  readonly preprocessor?: boolean;
  readonly heredocs?: 'tight' | 'spaced';
};

const words = '(?:[a-z]+(?:\\([a-z]*\\)|\\[[^\\]]*\\])?\\s+)*';
const annotations = '(?:@[\\w.]+(?:\\([^)]*\\))?\\s+)*';
const modified = (rest: string) => new RegExp(`^${annotations}${words}${rest}`);
/** What makes an assigned value a function; whether `(` opens an arrow's parameters, its closing side decides. */
const arrow = '(?:[\\w$.]+\\s*=\\s*)*(?:async\\s*)?(?:function\\b|[\\w$]+\\s*=>|(?:<[^=]*>\\s*)?(?<parameters>\\())';

const javascript: ScopeGrammar = {
  sign: /function|=>|class|interface|enum|namespace|module|\{/,
  hint: /function|=>|class|interface|enum|namespace|module|\)[^;]{0,200}\{/,
  functions: [
    /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*(?<name>[\w$]+)/,
    new RegExp(`^(?:export\\s+)?(?:const|let|var)\\s+(?<name>[\\w$]+)\\s*(?::[^=]*)?=\\s*${arrow}`),
    new RegExp(`^(?<owner>[\\w$.]+)\\.prototype\\.(?<name>[\\w$]+)\\s*=\\s*${arrow}`),
    new RegExp(`^(?:[\\w$]+\\.)+(?<name>#?[\\w$]+)\\s*=\\s*${arrow}`),
    new RegExp(
      `^(?:(?:public|private|protected|static|readonly|override)\\s+)*(?<name>#?[\\w$]+)\\s*(?::[^=]*)?=\\s*${arrow}`,
    ),
    new RegExp(`^(?<name>[\\w$]+)\\s*:\\s*${arrow}`),
  ],
  classes: [
    /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:class|interface|enum)\s+(?<name>[\w$]+)/,
    /^(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*class\b/,
  ],
  modules: [/^(?:export\s+)?(?:declare\s+)?(?:namespace|module)\s+(?<name>[\w$.]+)/],
  shaped: 'method',
  nested: true,
};
const python: ScopeGrammar = {
  sign: /def|class/,
  functions: [/^(?:async\s+)?(?:cp?)?def\s+(?:[\w*]+\s+)?(?<name>\w+)\s*[([]/],
  classes: [/^(?:cdef\s+)?class\s+(?<name>\w+)/],
  nested: true,
};
const ruby: ScopeGrammar = {
  functions: [
    /^(?:(?:private|protected|public|private_class_method|module_function|memoize)\s+)?def\s+(?:\w+\.)?(?<name>\w+[?!=]?|[+\-*/<=>[\]!~%&|^]+)/,
    /^define_method[\s(]+:(?<name>\w+[?!]?)/,
  ],
  classes: [/^(?:class|module|struct|lib)\s+(?<name>[A-Z][\w:]*)/],
  nested: true,
  heredocs: 'tight',
};
const c: ScopeGrammar = {
  sign: /\{|operator|struct|union|enum/,
  functions: [],
  classes: [/^(?:typedef\s+)?(?:static\s+)?(?:struct|union|enum)\s+(?<name>\w+)\s*(?:\{|$)/],
  shaped: 'typed',
  preprocessor: true,
};
const cpp: ScopeGrammar = {
  ...c,
  sign: /\{|operator|class|struct|union|enum|namespace/,
  classes: [
    /^(?:template\s*<[^{;]*>\s*)?(?:typedef\s+)?(?:class|struct|union|enum(?:\s+class)?)\s+(?:\[\[[^\]]*\]\]\s*)?(?:[A-Z][A-Z0-9_]+\s+)?(?<name>[\w:]+)(?:\s+final)?\s*(?:\{|$|:[^:;(]*(?:\{|$))/,
  ],
  modules: [/^(?:inline\s+)?namespace\s+(?<name>[\w:]+)\s*(?:\{|$)/],
};
const objectiveC: ScopeGrammar = {
  ...c,
  sign: /[-+@{]|operator|struct|union|enum/,
  functions: [/^[-+]\s*\([^)]*\)\s*(?<name>\w+)/],
  flatModules: /^@(?:implementation|interface|protocol)\s+(?<name>\w+)/,
  flatEnd: /^@end\b/,
};
const java: ScopeGrammar = {
  functions: [],
  classes: [modified('(?:class|interface|enum|record|@interface|trait)\\s+(?<name>\\w+)')],
  shaped: 'typed',
};
const csharp: ScopeGrammar = {
  functions: [],
  classes: [modified('(?:class|struct|interface|enum|record)\\s+(?:class\\s+|struct\\s+)?(?<name>\\w+)')],
  modules: [/^namespace\s+(?<name>[\w.]+)\s*(?:\{|$)/],
  shaped: 'typed',
  preprocessor: true,
};
const go: ScopeGrammar = {
  functions: [/^func\s+(?:\(\s*(?:\w+\s+)?\*?(?<owner>\w+)(?:\[[^\]]*\])?\s*\)\s*)?(?<name>\w+)\s*[([]/],
  classes: [/^type\s+(?<name>\w+)(?:\[[^\]]*\])?\s+(?:struct|interface)\b/],
};
const rustVisible = '(?:pub(?:\\([^)]*\\))?\\s+)?';
const rust: ScopeGrammar = {
  functions: [new RegExp(`^${rustVisible}(?:(?:default|async|const|unsafe|extern)\\s+)*fn\\s+(?<name>\\w+)`)],
  classes: [
    /^(?:unsafe\s+)?impl(?:\s*<[^{]*?>)?\s+(?:[^{]*?\sfor\s+)?(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?(?:dyn\s+)?(?:\w+::)*(?<name>\w+)/,
    new RegExp(`^${rustVisible}(?:unsafe\\s+)?(?:struct|enum|trait|union)\\s+(?<name>\\w+)`),
    /^macro_rules!\s*(?<name>\w+)/,
  ],
  modules: [new RegExp(`^${rustVisible}mod\\s+(?<name>\\w+)\\s*(?:\\{|$)`)],
  nested: true,
};
const php: ScopeGrammar = {
  functions: [modified('function\\s+&?\\s*(?<name>\\w+)')],
  classes: [modified('(?:class|interface|trait|enum)\\s+(?<name>\\w+)')],
  nested: true,
  heredocs: 'tight',
};
const kotlin: ScopeGrammar = {
  functions: [
    modified('fun\\s+(?:<[^>]*>\\s*)?(?:(?<owner>\\w+)(?:<[^>]*>)?\\??\\.)?(?<name>\\w+)\\s*\\('),
    modified('(?<name>constructor)\\s*\\('),
    /^(?<name>init)\s*\{/,
  ],
  classes: [modified('(?:class|interface|object)\\s+(?<name>\\w+)')],
  nested: true,
};
const swift: ScopeGrammar = {
  functions: [
    modified('func\\s+(?<name>\\w+|[^\\s\\w(]+)\\s*[(<]'),
    modified('(?<name>init|deinit|subscript)[?!]?\\s*[(<{]'),
  ],
  classes: [modified('(?:class|struct|enum|protocol|extension|actor)\\s+(?<name>[\\w.]+)')],
  nested: true,
  preprocessor: true,
};
const scala: ScopeGrammar = {
  functions: [modified('def\\s+(?<name>[^\\s(\\[:={]+)')],
  classes: [modified('(?:class|trait|object|enum)\\s+(?<name>\\w+)')],
  nested: true,
};
const dart: ScopeGrammar = {
  functions: [],
  classes: [modified('(?:class|mixin|extension|enum)\\s+(?<name>\\w+)')],
  shaped: 'typed',
};
const shell: ScopeGrammar = {
  sign: /\(|function/,
  functions: [/^(?:function\s+)?(?<name>[\w:.-]+)\s*\(\s*\)/, /^function\s+(?<name>[\w:.-]+)/],
  heredocs: 'spaced',
};
const perl: ScopeGrammar = {
  sign: /sub|method|package/,
  functions: [/^(?:async\s+|my\s+)?(?:sub|method)\s+(?<name>[\w:']+)/],
  flatModules: /^package\s+(?<name>[\w:]+)/,
  heredocs: 'tight',
};
const lua: ScopeGrammar = {
  functions: [
    /^(?:local\s+)?function\s+(?:(?<owner>[\w.]+)[.:])?(?<name>\w+)/,
    /^(?:local\s+)?(?:(?<owner>\w+)\.)?(?<name>\w+)\s*=\s*function\b/,
  ],
  nested: true,
};
const elixir: ScopeGrammar = {
  functions: [/^(?:defp?|defmacrop?|defguardp?|defdelegate)\s+(?<name>\w+[?!]?)/],
  classes: [/^(?:defmodule|defimpl|defprotocol)\s+(?<name>[\w.]+)/],
};
const lisp: ScopeGrammar = {
  functions: [/^\(def(?:n|un|macro|method|multi|ine|ine-syntax)?-?\s+\(?(?<name>[^\s()]+)/],
};
const haskell: ScopeGrammar = {
  functions: [/^(?<name>[a-z_][\w']*)\s*::/, /^(?<name>[a-z_][\w']*)\s[^=|]*[=|]/],
  classes: [/^(?:class|instance|data|newtype)\s+(?:[^=]*=>\s*)?(?<name>[A-Z]\w*)/],
  flatModules: /^module\s+(?<name>[\w.]+)/,
};
const ocaml: ScopeGrammar = {
  functions: [
    /^(?:let|and)\s+(?:rec\s+)?(?:inline\s+)?(?:private\s+)?(?<name>[a-z_][\w']*)\s+[^=:]/,
    /^(?:static\s+)?(?:member|override|method)!?\s+(?:\w+\.)?(?<name>\w+)/,
  ],
  classes: [/^(?:type|class)\s+(?<name>\w+)/],
  modules: [/^module\s+(?:type\s+)?(?<name>[\w.]+)/],
};
const sql: ScopeGrammar = {
  functions: [
    /^(?:create|alter)\s+(?:or\s+(?:replace|alter)\s+)?(?:definer\s*=\s*\S+\s+)?(?:function|procedure|trigger|proc)\s+(?:if\s+not\s+exists\s+)?(?<name>[\w."`[\]]+)/i,
  ],
};

export const scopeGrammars: Readonly<Record<string, ScopeGrammar>> = {
  JavaScript: javascript,
  TypeScript: javascript,
  TSX: javascript,
  Vue: javascript,
  Svelte: javascript,
  Astro: javascript,
  CoffeeScript: {
    functions: [/^@?(?<name>[\w$]+)\s*[:=]\s*(?:\([^)]*\)\s*)?[-=]>/],
    classes: [/^class\s+(?<name>\w+)/],
    nested: true,
  },
  Python: python,
  Starlark: python,
  Cython: python,
  Mojo: {
    nested: true,
    functions: [...python.functions, /^fn\s+(?<name>\w+)/],
    classes: [/^(?:class|struct|trait)\s+(?<name>\w+)/],
  },
  GDScript: { functions: [/^(?:static\s+)?func\s+(?<name>\w+)/], classes: [/^class\s+(?<name>\w+)/] },
  Ruby: ruby,
  Crystal: ruby,
  C: c,
  GLSL: c,
  HLSL: c,
  'C++': cpp,
  Cuda: cpp,
  Arduino: cpp,
  Metal: cpp,
  'Objective-C': objectiveC,
  'Objective-C++': {
    ...objectiveC,
    sign: /[-+@{]|operator|class|struct|union|enum|namespace/,
    classes: cpp.classes ?? [],
    modules: cpp.modules ?? [],
  },
  Java: java,
  Apex: java,
  Groovy: { ...java, functions: [modified('def\\s+(?<name>\\w+)\\s*\\(')] },
  'C#': csharp,
  Go: go,
  Rust: rust,
  PHP: php,
  Hack: php,
  Kotlin: kotlin,
  'Gradle Kotlin DSL': kotlin,
  Swift: swift,
  Scala: scala,
  Dart: dart,
  D: java,
  Shell: shell,
  Perl: perl,
  Lua: lua,
  Luau: lua,
  Elixir: elixir,
  Erlang: { functions: [/^(?<name>[a-z]\w*)\(/], flatModules: /^-module\((?<name>\w+)/ },
  Haskell: haskell,
  OCaml: ocaml,
  'F#': ocaml,
  Clojure: lisp,
  'Common Lisp': lisp,
  'Emacs Lisp': lisp,
  Scheme: lisp,
  Racket: lisp,
  Julia: {
    functions: [/^(?:function|macro)\s+(?<name>[\w.!]+)/],
    classes: [/^(?:mutable\s+)?struct\s+(?<name>\w+)/],
    modules: [/^module\s+(?<name>\w+)/],
  },
  R: { functions: [/^(?<name>[\w.]+)\s*(?:<-|=)\s*function\b/], nested: true },
  PowerShell: { functions: [/^(?:function|filter)\s+(?<name>[\w:-]+)/i], classes: [/^class\s+(?<name>\w+)/i] },
  SQL: sql,
  PLSQL: sql,
  PLpgSQL: sql,
  TSQL: sql,
  Tcl: { functions: [/^(?:proc|method)\s+(?<name>\S+)/] },
  Zig: {
    functions: [/^(?:pub\s+|export\s+|inline\s+)*fn\s+(?<name>\w+)/],
    classes: [/^(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union)/],
  },
  Solidity: {
    functions: [/^(?:function|modifier)\s+(?<name>\w+)/, /^(?<name>constructor|receive|fallback)\s*\(/],
    classes: [/^(?:abstract\s+)?(?:contract|interface|library)\s+(?<name>\w+)/],
  },
  Nim: { functions: [/^(?:proc|func|method|template|macro|iterator|converter)\s+(?<name>\w+)/], nested: true },
  MATLAB: { functions: [/^function\s+(?:[^=]*=\s*)?(?<name>\w+)/], classes: [/^classdef\s+(?<name>\w+)/] },
  Pascal: {
    functions: [/^(?:class\s+)?(?:procedure|function|constructor|destructor)\s+(?:(?<owner>\w+)\.)?(?<name>\w+)/i],
    classes: [/^(?<name>\w+)\s*=\s*(?:class|record|interface)\b/i],
  },
  Fortran: {
    functions: [/^(?:[\w()]+\s+)*(?:function|subroutine)\s+(?<name>\w+)/i],
    modules: [/^(?:module|program)\s+(?!procedure)(?<name>\w+)/i],
  },
  'Visual Basic .NET': {
    functions: [/^(?:\w+\s+)*(?:sub|function|property)\s+(?<name>\w+)/i],
    classes: [/^(?:\w+\s+)*(?:class|module|structure|interface)\s+(?<name>\w+)/i],
  },
  VHDL: {
    functions: [/^(?:function|procedure)\s+(?<name>\w+)/i],
    classes: [/^(?:entity|architecture|package)\s+(?<name>\w+)/i],
  },
  Verilog: {
    functions: [/^(?:function|task)\s+(?:[^;(]*\s)?(?<name>\w+)\s*[;(]/],
    classes: [/^module\s+(?<name>\w+)/],
  },
};
