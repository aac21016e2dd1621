import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader, type LineKind, languagesWithSyntax, readLine } from './line-reading.ts';

/** language: comment lines | keyword lines | punctuation lines | code lines */
const table: Record<string, [comments: string[], keywords: string[], punctuation: string[], code: string[]]> = {
  JavaScript: [
    ['// x', '/* x */', ' * x', '  */', '/** x'],
    ['} else {', 'try {', 'break;', 'return (', '} finally {'],
    ['});', '{', '] // end', '() => {'],
    ['x();', 'else_();', "'use strict';", '/* a */ b', 'return x;', '// a'.slice(2)],
  ],
  TypeScript: [
    ['// x', '/* x'],
    ['export {', 'do {'],
    ['}', '};'],
    ['type A = B;', 'return null;'],
  ],
  TSX: [['{/* x */}'.slice(1, -1)], ['return ('], ['</div>', '</Foo.Bar>', '/>', '</>'], ['<div>', 'a']],
  Python: [
    ['# x', '"""Says."""', '"""Says', "'''x'''"],
    ['else:', 'try:', 'pass', 'finally:'],
    [')', '):', ']'],
    ['x = 1', 'raise X', '"""a""" + b'],
  ],
  Ruby: [
    ['# x', '=begin'],
    ['end', 'begin', 'ensure', 'else', 'private'],
    [')', '}'],
    ['end_of = 1', 'x', 'private :a'],
  ],
  Java: [
    ['// x', '* x', '/* x */ // y'],
    ['} catch', 'else', 'static {', 'finally {'],
    ['}', '});'],
    ['int x;', '*p'],
  ],
  C: [
    ['/* x', ' * x', '// x', 'x */'],
    ['#endif', '#else', 'break;', 'do {', 'default:'],
    ['{', '};', '}} // x'],
    ['*p = 1;', 'x++;', '#include <a.h>'],
  ],
  'C++': [['/// x'], ['public:', 'private:', 'try {'], ['};'], ['std::cout << 1;']],
  'C#': [['/// <summary>', '// x'], ['get;', '{ get; set; }', 'else'], ['}'], ['var x = 1;']],
  Go: [
    ['// x', '/* x */'],
    ['import (', 'var (', 'default:', '} else {'],
    [')', '}'],
    ['x := 1', 'return nil'],
  ],
  Rust: [
    ['/// x', '//! x'],
    ['else {', 'loop {', 'unsafe {', '} else {'],
    ['}', '})'],
    ['#[test]', 'let x = 1;'],
  ],
  PHP: [
    ['# x', '// x', '/** x'],
    ['<?php', 'endif;', '} else {'],
    ['?>', '];'],
    ['#[Route]', '$x = 1;'],
  ],
  Kotlin: [['// x'], ['companion object {', 'init {', 'else -> {'], ['}'], ['val x = 1']],
  Swift: [['/// x'], ['defer {', 'get {', 'else {'], ['}'], ['let x = 1']],
  Scala: [['// x', '/* x */'], ['else', 'try {'], ['}'], ['val x = 1']],
  Shell: [
    ['# x', '#!/bin/sh'],
    ['fi', 'done', 'then', 'else', 'esac', 'do'],
    [';;', '}', '{'],
    ['echo x', 'exit 1', '$x'],
  ],
  Perl: [
    ['# x', '=pod', '=head1 NAME', '=cut'],
    ['else {', 'return;'],
    ['}', '});'],
    ['my $x;', '$x'],
  ],
  Lua: [['-- x', '--[[ x ]]'], ['end', 'else', 'do'], ['}', 'end)'.slice(3)], ['local x = 1']],
  R: [['# x'], ['else {', 'repeat {'], ['})'], ['x <- 1']],
  SQL: [
    ['-- x', '/* x */'],
    ['BEGIN', 'end;', 'SELECT', 'COMMIT;'],
    [');', ')'],
    ['select 1', 'drop table x'],
  ],
  Dart: [['// x', '/// x'], ['else {', 'try {'], ['}'], ['var x;']],
  Elixir: [['# x', '"""x"""'], ['end', 'do', 'else'], ['}', '|>'], ['def x do']],
  Haskell: [['-- x', '{- x -}'], ['where', 'do'], ['}'], ['x = 1']],
  'Objective-C': [['// x'], ['@end', 'else {'], ['}'], ['[x y];']],
  PowerShell: [['# x', '<# x #>'], ['Else {', 'Process {', 'try {'], ['}'], ['$x = 1']],
  Julia: [['# x', '#= x =#'], ['end', 'else'], [')'], ['x = 1']],
  MATLAB: [['% x'], ['end', 'else'], ['];'], ['x = 1;']],
  'Visual Basic .NET': [["' x", 'REM x'], ['End If', 'End Sub', 'Else'], [')'], ['Dim x']],
  Pascal: [['// x', '{ x }', '(* x *)'], ['begin', 'END;', 'else'], [');'], ['x := 1;']],
  Fortran: [['! x'], ['end if', 'END DO', 'contains'], [')'], ['x = 1']],
  Groovy: [['// x'], ['else {'], ['}'], ['def x = 1']],
  Clojure: [[';; x'], [], [')))'], ['(def x 1)']],
  Erlang: [['% x'], ['end.', 'end,'], [')'], ['x() -> 1.']],
  OCaml: [['(* x *)'], ['end', 'in'], [';;'], ['let x = 1']],
  CSS: [['/* x */', ' * x'], [], ['}'], ['color: red;', '* { }'.slice(2).concat('a')]],
  SCSS: [['// x'], [], ['}'], ['$a: 1;']],
  HTML: [['<!-- x -->', '<!-- x', 'x -->'], [], ['</div>', '</p></div>', '>'], ['<p>', 'Text']],
  Vue: [['<!-- x -->', '// x'], ['export default {'], ['</template>'], ['<p>']],
  YAML: [['# x'], [], ['-', '---'], ['a: 1']],
  TOML: [['# x'], [], [']'], ['a = 1']],
  Dockerfile: [['# x'], [], [], ['FROM x']],
  Makefile: [['# x'], ['endif', 'else'], [], ['all: x']],
  CMake: [['# x'], ['endif()', 'ELSE()'], [')'], ['set(x 1)']],
  Solidity: [['// x'], ['else {'], ['}'], ['uint x;']],
  Zig: [['// x'], ['else'], ['};'], ['const x = 1;']],
  HCL: [['# x', '// x'], [], ['}'], ['x = 1']],
  Markdown: [['<!-- x -->'], [], ['---', '```'], ['* item', '# Title', 'text']],
};

describe.each(Object.entries(table))('a line of %s', (language, [comments, keywords, punctuation, code]) => {
  const cases: [string, LineKind][] = [
    ...comments.map((text): [string, LineKind] => [text, 'comment']),
    ...keywords.map((text): [string, LineKind] => [text, 'keyword']),
    ...punctuation.map((text): [string, LineKind] => [text, 'punctuation']),
    ...code.map((text): [string, LineKind] => [text, 'code']),
  ];
  it.each(cases.filter(([text]) => text.trim() !== ''))('%j is %s', (text, kind) => {
    expect(readLine(text, language)).toBe(kind);
    if (!text.startsWith('=')) expect(readLine(`   ${text} \r`, language)).toBe(kind);
  });
  it('is blank when it holds only white space', () => {
    for (const text of ['', ' ', '\t', '\r', ' \t \r\n']) expect(readLine(text, language)).toBe('blank');
  });
});

const kindsOf = (language: string, text: string) => {
  const reader = createLineReader(language);
  return text.split('\n').map((line) => reader.next(line));
};

describe('reading a file from its first line', () => {
  it.each([
    ['JavaScript', '/*\nx();\n\n*/ y();\nz(); /* a\nb\n*/', 'comment comment blank code code comment comment'],
    ['JavaScript', 'a = `x $' + '{ b(`y`) } z\n// in\n`;\n// out', 'code code code comment'],
    ['JavaScript', 'x = /[`/*]/;\n// c\ny()', 'code comment code'],
    ['JavaScript', 'x = "/*";\ny()', 'code code'],
    ['C', "x = '\"'; /* a\nb */\nc", 'code comment code'],
    [
      'Python',
      'def f():\n  """Doc\n  more\n  """\n  x = """\n# no\n"""\n# yes',
      'code comment comment comment code code code comment',
    ],
    ['Python', 'r"""Doc\nmore\n"""\nx', 'comment comment comment code'],
    ['Python', 'f(\n  """a\nb""")\nx', 'code code code code'],
    ['Rust', "/* a /* b */\nc */\nlet x = '\"';\n// d", 'comment comment code comment'],
    ['Rust', "fn a<'a>(x: &'a str) {\n// x\n}", 'code comment punctuation'],
    ['Ruby', '=begin\nx\n=end\ny', 'comment comment comment code'],
    ['Perl', '=head1 X\ntext\n=cut\nmy $x;', 'comment comment comment code'],
    ['HTML', '<!--\n<p>\n-->\n<p>', 'comment comment comment code'],
    ['Lua', '--[[ a\nb ]]\nx = 1', 'comment comment code'],
    ['Go', 'x := `a\n// b\n`\n// c', 'code code code comment'],
    ['Kotlin', 'val x = """\n// b\n"""\n// c', 'code code code comment'],
    ['Haskell', '{- a\n{- b -}\nc -}\nx = 1', 'comment comment comment code'],
    ['Elixir', '@doc """\nSays.\n"""\ndef x do', 'comment comment comment code'],
  ])('%s: %j', (language, text, expected) => {
    expect(kindsOf(language, text).join(' ')).toBe(expected);
  });
});

const hostile = fc.array(
  fc.constantFrom(
    '/*',
    '*/',
    '"""',
    "'",
    '"',
    '`',
    '${',
    '}',
    '\\',
    '/',
    '[',
    '=',
    '#',
    '--',
    '{-',
    '-}',
    ' ',
    'x',
    '\u{1F600}',
    '\uD800',
    '\0',
    '<',
    '</a>',
    '//',
  ),
  { maxLength: 60 },
);

describe('hostile lines', () => {
  it('never make the readers throw, in any language', () => {
    fc.assert(
      fc.property(fc.constantFrom(...languagesWithSyntax), fc.array(hostile, { maxLength: 8 }), (language, lines) => {
        const reader = createLineReader(language);
        for (const parts of lines) {
          const text = parts.join('');
          readLine(text, language);
          reader.next(text);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('of plain code read the same alone and in a file', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('JavaScript', 'C', 'Go', 'Ruby'),
        fc.stringMatching(/^[a-z (){};=.,0-9]{0,40}$/),
        (language, text) => {
          expect(createLineReader(language).next(text)).toBe(readLine(text, language));
        },
      ),
    );
  });

  it.each(['=/[', '/*', '"', '`', '${', "'", '#', '*/', '</a ', '"""', '{-', ' ', '\\', '--[['])(
    'of a hundred thousand %j are read to their end',
    (part) => {
      const text = part.repeat(100_000);
      for (const language of ['JavaScript', 'Python', 'Rust', 'Lua', 'HTML', 'Shell']) {
        expect(readLine(text, language)).toBeTypeOf('string');
        expect(createLineReader(language).next(text)).toBeTypeOf('string');
      }
    },
  );
});
