import { expect, test } from 'vitest';
import { parseWindow, windowStart } from './window.ts';

test.each([
  ['all', 'all'],
  ['365', { days: 365 }],
  ['2026-02-28', { from: new Date('2026-02-28T00:00:00Z') }],
  ['2026-02-30', null],
  ['0', null],
  ['-1', null],
  ['100000', null],
  ['a year', null],
  ['', null],
])('the window %s', (setting, window) => {
  expect(parseWindow(setting)).toEqual(window);
});

const NOW = new Date('2026-10-08T14:05:00Z');
const settings = { requested: null, entity: null, operator: '10', subscriptionStartsOn: null };
const start = (changed: Partial<Parameters<typeof windowStart>[0]>) =>
  windowStart({ ...settings, ...changed }, NOW)
    .toISOString()
    .slice(0, 10);

test('the request counts before the entity, the entity before the operator', () => {
  expect(start({})).toBe('2026-09-28');
  expect(start({ entity: '20' })).toBe('2026-09-18');
  expect(start({ entity: '20', requested: '2026-01-01' })).toBe('2026-01-01');
});

test('a window begins with a day, so that two runs of one day read the same', () => {
  expect(windowStart(settings, NOW).toISOString()).toBe('2026-09-28T00:00:00.000Z');
});

test('nothing before the subscription is read, and all is from 1970', () => {
  expect(start({ requested: 'all' })).toBe('1970-01-01');
  expect(start({ requested: 'all', subscriptionStartsOn: '2026-05-01' })).toBe('2026-05-01');
  expect(start({ subscriptionStartsOn: '2026-05-01' })).toBe('2026-09-28');
});

test('an unusable setting of the operator means a year', () => {
  expect(start({ operator: 'ages' })).toBe('2025-10-08');
});
