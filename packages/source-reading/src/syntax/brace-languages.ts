import {
  double,
  doubleAndSingle,
  type LanguageSyntax,
  longQuote,
  rawBacktick,
  slashes,
  template,
  tripleDouble,
  tripleSingle,
  verbatim,
} from './language-syntax.ts';

const flow = 'if else do while for switch case default break continue return';
const guarded = `${flow} try catch finally throw`;
const access = 'public private protected static final abstract';

const c: LanguageSyntax = {
  ...slashes,
  quotes: doubleAndSingle,
  keywords: `${flow} goto endif struct union enum typedef extern`,
};
const cpp: LanguageSyntax = {
  ...slashes,
  quotes: [longQuote('R"(', ')"'), ...doubleAndSingle],
  keywords: `${c.keywords} ${guarded} ${access} namespace template noexcept signals slots Q_OBJECT`,
};
const objectiveC: LanguageSyntax = {
  ...c,
  keywords: `${c.keywords} try catch finally end optional required autoreleasepool public private protected`,
};
const java: LanguageSyntax = {
  ...slashes,
  quotes: [tripleDouble, ...doubleAndSingle],
  keywords: `${guarded} ${access} synchronized yield new`,
};
const groovy: LanguageSyntax = { ...java, quotes: [tripleDouble, tripleSingle, ...doubleAndSingle] };
const csharp: LanguageSyntax = {
  ...slashes,
  quotes: [tripleDouble, verbatim('@"'), verbatim('@$"'), ...doubleAndSingle],
  keywords: `${guarded} ${access} get set init add remove checked unchecked unsafe lock internal new endregion endif region where`,
};
const javascript: LanguageSyntax = {
  ...slashes,
  quotes: [template, ...doubleAndSingle],
  regex: true,
  tags: true,
  keywords: `${guarded} static export import from async const let var yield function class new type declare interface`,
};
const go: LanguageSyntax = {
  ...slashes,
  quotes: [rawBacktick, ...doubleAndSingle],
  keywords:
    'import const var type func if else return break continue default switch select defer go for fallthrough struct interface case',
};
const rust: LanguageSyntax = {
  ...slashes,
  nested: true,
  shortCharacters: true,
  quotes: [longQuote('r#"', '"#'), longQuote('r##"', '"##'), longQuote('r"', '"'), double],
  keywords: 'if else loop unsafe return break continue move async match where pub mod impl fn while for let',
};
const kotlin: LanguageSyntax = {
  ...slashes,
  nested: true,
  quotes: [tripleDouble, ...doubleAndSingle],
  keywords: `${guarded} ${access} when companion object init get set override internal open data fun`,
};
const scala: LanguageSyntax = {
  ...slashes,
  nested: true,
  shortCharacters: true,
  quotes: [tripleDouble, double],
  keywords: `${guarded} ${access} match yield then end given where extension object override lazy implicit`,
};
const swift: LanguageSyntax = {
  ...slashes,
  nested: true,
  quotes: [tripleDouble, double],
  keywords: `${flow} catch throw guard defer repeat get set willSet didSet init deinit fallthrough public private internal static fileprivate open override endif`,
};
const dart: LanguageSyntax = {
  ...slashes,
  nested: true,
  quotes: [tripleDouble, tripleSingle, ...doubleAndSingle],
  keywords: `${guarded} static get set async await rethrow override late final const`,
};
const php: LanguageSyntax = {
  line: ['//', '#'],
  block: [
    ['/*', '*/'],
    ['<!--', '-->'],
  ],
  hashAttributes: true,
  quotes: doubleAndSingle,
  tags: true,
  keywords: `${guarded} ${access} endif endforeach endwhile endfor endswitch elseif php function fn echo foreach`,
};
const solidity: LanguageSyntax = {
  ...slashes,
  quotes: doubleAndSingle,
  keywords: `${guarded} external public view pure internal private payable returns unchecked assembly`,
};
const verilog: LanguageSyntax = {
  ...slashes,
  quotes: [double],
  keywords:
    'begin end else if case endcase endmodule endfunction endtask endgenerate generate join fork default endclass endif initial',
};
const zig: LanguageSyntax = {
  line: ['//'],
  quotes: doubleAndSingle,
  keywords: 'else break continue return comptime try defer pub const struct enum test if while for switch',
};
const css: LanguageSyntax = { block: [['/*', '*/']], quotes: doubleAndSingle };
const scss: LanguageSyntax = { ...slashes, quotes: doubleAndSingle, keywords: 'else return' };
const schema: LanguageSyntax = { ...slashes, quotes: doubleAndSingle };

export const braceLanguages: Readonly<Record<string, LanguageSyntax>> = {
  C: c,
  'C++': cpp,
  Cuda: cpp,
  Metal: cpp,
  GLSL: c,
  HLSL: c,
  Arduino: cpp,
  'Objective-C': objectiveC,
  'Objective-C++': { ...cpp, keywords: `${cpp.keywords} ${objectiveC.keywords}` },
  Java: java,
  Apex: java,
  Groovy: groovy,
  Gradle: groovy,
  'C#': csharp,
  JavaScript: javascript,
  TypeScript: javascript,
  TSX: javascript,
  JSX: javascript,
  ActionScript: javascript,
  Go: go,
  Rust: rust,
  Kotlin: kotlin,
  'Gradle Kotlin DSL': kotlin,
  Scala: scala,
  Swift: swift,
  Dart: dart,
  PHP: php,
  Hack: php,
  Solidity: solidity,
  Verilog: verilog,
  SystemVerilog: verilog,
  Zig: zig,
  V: go,
  D: { ...java, keywords: `${java.keywords} unittest version body in out` },
  Haxe: java,
  Bison: c,
  Yacc: c,
  Lex: c,
  CSS: css,
  PostCSS: css,
  SCSS: scss,
  Less: scss,
  Stylus: scss,
  Sass: scss,
  'Protocol Buffer': schema,
  Thrift: { ...schema, line: ['//', '#'] },
  FlatBuffers: schema,
  Prisma: schema,
  'JSON with Comments': schema,
  JSON5: schema,
  Jsonnet: { ...schema, line: ['//', '#'] },
  HCL: { ...schema, line: ['//', '#'] },
  Bicep: schema,
  CUE: schema,
};
