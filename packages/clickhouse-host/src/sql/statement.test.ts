import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteIdentifier, quoteText } from './quote.ts';
import { changesSession, describeStatement, intoFile, parseInsert } from './statement.ts';

describe('an INSERT comes apart into its head, settings, format and rows', () => {
  it.each([
    ['INSERT INTO t FORMAT CSV\n1,2', 'INSERT INTO t ', '', 'CSV', '1,2'],
    ['insert into t format JSONEachRow {"a":1}', 'insert into t ', '', 'JSONEachRow', '{"a":1}'],
    [
      'INSERT INTO TABLE a.`b c` (x, "y z") VALUES (1, 2);',
      'INSERT INTO TABLE a.`b c` (x, "y z") ',
      '',
      'Values',
      ' (1, 2);',
    ],
    [
      "INSERT INTO t (`format`) SETTINGS a = 1, b = 'FORMAT x' FORMAT TSV\n1",
      'INSERT INTO t (`format`) ',
      "SETTINGS a = 1, b = 'FORMAT x' ",
      'TSV',
      '1',
    ],
    ['INSERT INTO format FORMAT CSV', 'INSERT INTO format ', '', 'CSV', ''],
    ['INSERT INTO db.values VALUES (1)', 'INSERT INTO db.values ', '', 'Values', ' (1)'],
    [
      '-- FORMAT no\nINSERT /* VALUES */ INTO t FORMAT CSV\r\n\n1',
      '-- FORMAT no\nINSERT /* VALUES */ INTO t ',
      '',
      'CSV',
      '\n1',
    ],
    [
      "INSERT INTO FUNCTION file('f', 'CSV', 'format Int8') FORMAT CSV\n1",
      "INSERT INTO FUNCTION file('f', 'CSV', 'format Int8') ",
      '',
      'CSV',
      '1',
    ],
  ])('%s', (text, head, settings, format, rows) => {
    const parts = parseInsert(text) ?? expect.fail('it has rows');
    expect(text.slice(0, parts.headEnd)).toBe(head);
    expect(text.slice(parts.headEnd, parts.settingsEnd)).toBe(settings);
    expect(parts.format).toBe(format);
    expect(text.slice(parts.dataStart)).toBe(rows);
  });

  it.each([
    'INSERT INTO t SELECT 1',
    'INSERT INTO t WITH x AS (SELECT 1) SELECT * FROM x',
    'SELECT 1 FORMAT CSV',
    '',
    'INSERT',
  ])('but not when it brings no rows: %s', (text) => expect(parseInsert(text)).toBeUndefined());

  it('whatever follows, without fail', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (noise) => void parseInsert(`INSERT INTO t ${noise}`)));
  });
});

describe('a statement is known', () => {
  it('by its verb and format', () => {
    expect(describeStatement('/* c */ (select 1) format JSON')).toMatchObject({ verb: 'SELECT', format: 'JSON' });
    expect(describeStatement("SELECT 'FORMAT x' -- FORMAT y")).toMatchObject({ verb: 'SELECT', format: undefined });
  });

  it('without its last semicolon, and without SYNC', () => {
    expect(describeStatement("SELECT ';' ; -- end").text).toBe("SELECT ';' ");
    expect(describeStatement('DROP TABLE t SYNC;').text).toBe('DROP TABLE t ');
    expect(describeStatement('DROP TABLE `sync`').text).toBe('DROP TABLE `sync`');
  });

  it('as one that changes its session', () => {
    for (const text of ['SET a = 1', 'use x', 'CREATE TEMPORARY TABLE t (a Int8)']) {
      expect(changesSession(describeStatement(text))).toBe(true);
    }
    expect(changesSession(describeStatement('SELECT 1'))).toBe(false);
  });

  it('as too much when it is two, and as too little when it is none', () => {
    expect(() => describeStatement('SELECT 1; DROP TABLE t')).toThrow('multi-statements');
    expect(() => describeStatement(' -- nothing\n')).toThrow('no statement');
  });
});

it('quoted text and names never end early', () => {
  const ends = (quoted: string, mark: string) => {
    for (let at = 1; at < quoted.length; at++) {
      if (quoted[at] === '\\') at++;
      else if (quoted[at] === mark) return at === quoted.length - 1;
    }
    return false;
  };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', "'", '`', '\\', '\n') }), (text) => ends(quoteText(text), "'")),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', "'", '`', '\\') }), (text) => ends(quoteIdentifier(text), '`')),
  );
});

it('reads a literal of megabytes', () => {
  const literal = quoteText("it's \\ ".repeat(1_000_000));
  expect(describeStatement(`SELECT ${literal} FORMAT CSV`)).toMatchObject({ verb: 'SELECT', format: 'CSV' });
});

it.each([
  ['SELECT 1', "SELECT 1\nINTO OUTFILE '/f' COMPRESSION 'none' FORMAT CSV"],
  ['SELECT 1 FORMAT CSV', "SELECT 1 \nINTO OUTFILE '/f' COMPRESSION 'none' FORMAT CSV"],
  [
    "SELECT format('{}', 1) format CSV SETTINGS max_threads = 1 -- end",
    "SELECT format('{}', 1) \nINTO OUTFILE '/f' COMPRESSION 'none' FORMAT CSV SETTINGS max_threads = 1 -- end",
  ],
  ['SELECT 1 -- one', "SELECT 1 -- one\nINTO OUTFILE '/f' COMPRESSION 'none' FORMAT CSV"],
])('%s gives its result to a file', (text, expected) => {
  expect(intoFile(text, '/f', 'CSV')).toBe(expected);
});
