import { expect, test } from 'vitest';
import { acknowledge, nextStep, type Offboarding } from './offboarding.ts';

const rules = { services: ['imports', 'analytics'], settleMs: 30_000 };
const asked = new Date('2026-10-08T12:00:00Z');
const begun: Offboarding = {
  entity_id: 1,
  entity_slug: 'gone',
  actor: 'token:1',
  round: 1,
  acknowledged: {},
  removed_counts: {},
  asked_at: asked,
  requested_at: asked,
};
const after = (seconds: number) => asked.getTime() + seconds * 1000;
const word = (service: string, round = 1) => ({ service, round, removedCounts: { rows: 2, nothing: 0 } });

test('offboarding needs an acknowledgement of every service, and repeats its request when one takes long', () => {
  const half = acknowledge(begun, word('imports'));
  expect(nextStep(half, rules, after(5))).toBe('wait');
  expect(nextStep(half, rules, after(601))).toBe('repeat_request');
});

test('the second round comes after a pause, and after it the end', () => {
  const all = acknowledge(acknowledge(begun, word('imports')), word('analytics'));
  expect(nextStep(all, rules, after(29))).toBe('wait');
  expect(nextStep(all, rules, after(30))).toBe('next_round');
  expect(nextStep({ ...all, round: 2 }, rules, after(31))).toBe('finish');
});

test('a word about an earlier round, or said twice, changes nothing', () => {
  const second = { ...begun, round: 2 };
  expect(acknowledge(second, word('imports', 1))).toBe(second);
  const once = acknowledge(begun, word('imports'));
  expect(acknowledge(once, word('imports'))).toBe(once);
  expect(once.removed_counts).toEqual({ 'imports.rows': 2 });
});
