import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('nothing needs to be set', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({ port: 8080, bindHost: '127.0.0.1', logLevel: 'info' });
  expect(settings.dataDir).toMatch(/\/\.data$/);
});

test('every wrong setting is named at once', () => {
  expect(() => readSettings({ PORT: 'http', LOG_LEVEL: 'loud', CLICKHOUSE_URL: 'nowhere', DEMO: 'maybe' })).toThrow(
    /PORT.*LOG_LEVEL.*CLICKHOUSE_URL.*DEMO/s,
  );
});

test('an empty setting counts as none', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, given: { postgres: undefined } });
});
