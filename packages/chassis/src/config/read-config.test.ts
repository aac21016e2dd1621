import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from './read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schema = z.object({ TOKEN: z.string().min(8), PORT: z.coerce.number().default(80) });

function secretFile(text: string): string {
  const path = join(folder, `secret-${text.length}`);
  writeFileSync(path, text);
  return path;
}

test('a setting may come from a file, whose last line break is not part of it', () => {
  expect(readConfig(schema, { TOKEN_FILE: secretFile('long enough\n'), PORT: '81' })).toEqual({
    TOKEN: 'long enough',
    PORT: 81,
  });
});

test('every problem is reported at once, by the name of its variable and never by its value', () => {
  const read = () => readConfig(schema, { TOKEN_FILE: secretFile('short\n'), PORT: 'eighty' });
  expect(read).toThrow(/- TOKEN: .*\n.*- PORT: /);
  expect(read).not.toThrow(/short|eighty/);
});

test('a file that is not there is named once', () => {
  expect(() => readConfig(schema, { TOKEN_FILE: '/nowhere/token' })).toThrow(
    /^The configuration is not valid:\n {2}- TOKEN_FILE: the file \/nowhere\/token cannot be read \(ENOENT\)$/,
  );
});

test('a value and a file for the same setting is one too many', () => {
  const both = { TOKEN: 'long enough', TOKEN_FILE: secretFile('long enough too') };
  expect(() => readConfig(schema, both)).toThrow('TOKEN and TOKEN_FILE are both set');
});

test('a setting whose own name ends in _FILE stays the name of a file', () => {
  const tls = z.object({ CA_FILE: z.string() });
  expect(readConfig(tls, { CA_FILE: '/etc/ca.pem' })).toEqual({ CA_FILE: '/etc/ca.pem' });
});
