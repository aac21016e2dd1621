import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backUp, restore } from './backup.ts';

const base = mkdtempSync(join(tmpdir(), 'linescope-backup-'));
afterAll(() => rmSync(base, { recursive: true }));

test('a backup holds nothing that a link leads to outside of the data folder', async () => {
  const dataDir = join(base, 'data');
  mkdirSync(join(dataDir, 'nats'), { recursive: true });
  writeFileSync(join(base, 'elsewhere'), 'of another');
  writeFileSync(join(dataDir, 'nats', 'own'), 'own');
  symlinkSync(join(base, 'elsewhere'), join(dataDir, 'nats', 'link'));
  symlinkSync(base, join(dataDir, 'folder'));
  expect(await backUp(dataDir, join(base, 'backup'), new Date())).toEqual({ files: 1, bytes: 3 });
  expect(existsSync(join(base, 'backup', 'nats', 'link'))).toBe(false);
});

test.each(['../outside', 'nats/../../outside', '/tmp/linescope-outside', 'nats\\..\\..\\outside'])(
  'a backup whose list names %s is refused, and nothing is written',
  async (path) => {
    const source = join(base, 'backup');
    const list = JSON.parse(readFileSync(join(source, 'backup.json'), 'utf8'));
    const tampered = join(base, `tampered-${Buffer.from(path).toString('hex')}`);
    mkdirSync(tampered);
    writeFileSync(join(base, 'outside'), '');
    const files = {
      ...list.files,
      [path]: { bytes: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
    };
    writeFileSync(join(tampered, 'backup.json'), JSON.stringify({ ...list, files }));
    const target = join(base, 'restored');
    await expect(restore(tampered, target)).rejects.toThrow('is no whole backup');
    expect(existsSync(target)).toBe(false);
  },
);
