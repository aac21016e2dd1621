import { noUsage } from '@linescope/providers/ai-usage/usage-row';
import { expect, test } from 'vitest';
import { joinTokens } from './store-day.ts';

const row = (committerId: number, linesAdded: number, model = 'm', organizationId = 0) => ({
  model,
  committerId,
  organizationId,
  ...noUsage,
  linesAdded,
});

test('a person’s usage in two accounts of one provider adds up', () => {
  expect(joinTokens([[row(1, 10), row(2, 5)], [row(1, 7)]])).toEqual([row(1, 17), row(2, 5)]);
});

test('what two tokens of one account report alike counts once', () => {
  expect(joinTokens([[row(1, 10)], [row(1, 10)]])).toEqual([row(1, 10)]);
});

test('the order of tokens does not matter, and models stay apart', () => {
  const [one, other] = [[row(1, 10), row(1, 3, 'n')], [row(1, 7)]];
  expect(joinTokens([one, other])).toEqual(joinTokens([other, one]));
  expect(joinTokens([one, other])).toEqual([row(1, 17), row(1, 3, 'n')]);
});

test('usage of two organizations stays apart; what both report belongs to the entity', () => {
  expect(joinTokens([[row(1, 10, 'm', 7)], [row(1, 3, 'm', 8)]])).toEqual([row(1, 10, 'm', 7), row(1, 3, 'm', 8)]);
  expect(joinTokens([[row(1, 10, 'm', 7)], [row(1, 10, 'm', 8)]])).toEqual([row(1, 10)]);
});
