import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { ROOT } from '@linescope/one-machine/settings';
import { expect, test } from 'vitest';

/** Everything that reads requests, answers of hosts, and files and messages of histories. */
const SOURCES = [
  'gateway/src',
  'services/*/src',
  ...['chassis', 'contract', 'providers', 'source-reading', 'git-engine'].map((name) => `packages/${name}/src`),
];
const LENGTH = 50_000;
/** Lines of code are cut to so much before the scopes in them are read. */
const LINE_LENGTH = 2_000;
/** An expression whose work grows with its text takes a millisecond; one that grows with its square takes many seconds. */
const LIMIT_MS = 1_000;

const LITERAL =
  /(?:[=(:,[!&|?{;]|\breturn)\s{0,20}(\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/)([dgimsuyv]*)/g;

interface Expression {
  where: string;
  pattern: RegExp;
}

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(LITERAL)].flatMap(([, literal = '', flags = '']) => {
    try {
      return [{ where: `${file}: ${literal}`, pattern: new RegExp(literal.slice(1, -1), flags.replace('g', '')) }];
    } catch {
      return []; // a division
    }
  });
}

const SINGLE = [...' \t\n\raA0-_./:<>@#*"\'([{\\=,;|%+~^é'];
const PAIRS = [
  ' \n',
  '\n ',
  'a ',
  'a\n',
  'a-',
  'a.',
  'a/',
  '<a',
  'a@',
  '@a',
  '0 ',
  '::',
  ': ',
  '# ',
  '--',
  '*/',
  '\\a',
  '"a',
  '() ',
  'a,',
  'A1',
  '-1',
  '..',
  '//',
  '<<',
];

/** Long runs, alone and after what the expression begins with, and with an end that it does not expect. */
function* hostileTexts({ pattern, where }: Expression): Generator<string> {
  const [start = ''] = /^\^?[\w:#@<! -]*/.exec(pattern.source) ?? [];
  const length = where.includes('source-reading/src/scopes/') ? LINE_LENGTH : LENGTH;
  const words = pattern.source.match(/[A-Za-z]{2,12}/g)?.slice(0, 4) ?? [];
  for (const piece of [...SINGLE, ...PAIRS, ...words]) {
    const run = piece.repeat(Math.ceil(length / piece.length));
    yield `${run}\u0001`;
    for (const before of new Set([start.replace('^', ''), ...words])) if (before !== '') yield `${before}${run}\u0001`;
  }
}

const context: { pattern?: RegExp; texts?: string[] } = {};
createContext(context);
const run = new Script('for (const text of texts) pattern.test(text)');

function endsInTime(pattern: RegExp, texts: string[]): boolean {
  Object.assign(context, { pattern, texts });
  try {
    run.runInContext(context, { timeout: LIMIT_MS });
    return true;
  } catch {
    return false;
  }
}

test('no expression that is run on text from outside takes more than its length: a hostile text holds up nobody', () => {
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(
    (file) => !/\.test\.ts$|\/testing\/|\/referee\//.test(file),
  );
  const expressions = files.flatMap(expressionsIn);
  expect(expressions.length).toBeGreaterThan(150);
  const slow = expressions.filter((expression) => {
    const texts = [...hostileTexts(expression)];
    // All of them within the limit of one: then none is slow, and a watch over each is saved.
    return !endsInTime(expression.pattern, texts) && texts.some((text) => !endsInTime(expression.pattern, [text]));
  });
  expect(slow.map(({ where }) => where)).toEqual([]);
}, 120_000);
