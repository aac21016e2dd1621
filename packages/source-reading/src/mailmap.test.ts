import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMailmap } from './mailmap.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailmap-'));
  execFileSync('git', ['init', '-q', folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Known = readonly [name: string, email: string];

/** Git's own answer. */
function askGit(mailmap: string, people: readonly Known[]): string[] {
  writeFileSync(join(folder, '.mailmap'), mailmap);
  const input = people.map(([name, email]) => `${name} <${email}>\n`).join('');
  const output = execFileSync('git', ['-C', folder, 'check-mailmap', '--stdin'], { input, encoding: 'utf8' });
  return output.split('\n').slice(0, -1);
}

function ask(mailmap: string, people: readonly Known[]): string[] {
  const map = parseMailmap(new TextEncoder().encode(mailmap));
  return people.map(([name, email]) => {
    const person = map.resolve(name, email);
    return person.name === '' ? `<${person.email}>` : `${person.name} <${person.email}>`;
  });
}

describe('a mailmap', () => {
  it.each([
    'Jane Doe <jane@x.org>\n',
    '<jane@x.org> <jane@old.org>\n',
    'Jane Doe <jane@x.org> <JANE@old.org>\n',
    'Jane Doe <jane@x.org> jane <jane@old.org>\nOther <o@x.org> <jane@old.org>\n',
    '# Jane <jane@x.org>\n  # Jane <jane@x.org>\n',
    'Jane <jane@x.org> # comment\n',
    'Jane <jane@x.org> <jane@old.org> # comment\n',
    'Jane <>\nJane <jane@x.org> <>\n',
    'Jane<jane@x.org>\r\nBob\t<bob@x.org>\r\n',
    'A <jane@x.org>\nB <jane@x.org>\n<c@x.org> <jane@x.org>\n',
    'Jäne <jäne@x.org> <JÄNE@x.org>\n',
    'Jane <jane@x.org> <bob@x.org> trailing <x@y.org>',
    '\uFEFFJane <jane@x.org>\n',
    ' <jane@x.org>\n  <n@x.org>   <jane@old.org>\n',
  ])('%j resolves as git does', (mailmap) => {
    const people: Known[] = [
      'jane@x.org',
      'JANE@X.org',
      'jane@old.org',
      'bob@x.org',
      'JÄNE@x.org',
      'jäne@x.org',
    ].flatMap((email): Known[] => [
      ['jane', email],
      ['Jane', email],
      ['Bob', email],
    ]);
    expect(ask(mailmap, people)).toEqual(askGit(mailmap, people));
  });

  it('agrees with git on random maps', () => {
    const name = fc.constantFrom('Jane', 'JANE', 'jane doe', 'Bob', 'Ö', '');
    const email = fc.constantFrom('a@x', 'A@X', 'b@x', 'c@x', '');
    const line = fc.oneof(
      fc.tuple(name, email, name, email).map(([a, b, c, d]) => `${a} <${b}> ${c} <${d}>`),
      fc.tuple(name, email).map(([a, b]) => `${a} <${b}>`),
      fc
        .array(fc.constantFrom('<', '>', ' ', '#', 'a@x', 'Jane', '\t', '\r'), { maxLength: 8 })
        .map((parts) => parts.join('')),
    );
    const people: Known[] = ['Jane', 'jane doe', 'bob', 'Ö', 'ö'].flatMap((who): Known[] => [
      [who, 'a@x'],
      [who, 'B@x'],
      [who, 'c@x'],
    ]);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const mailmap = lines.join('\n');
        expect(ask(mailmap, people)).toEqual(askGit(mailmap, people));
      }),
      { numRuns: 150 },
    );
  });

  it('reads any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (map, who, email) => {
        parseMailmap(map).resolve(who, email);
      }),
    );
  });
});
