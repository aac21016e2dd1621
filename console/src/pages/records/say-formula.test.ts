import { expect, test } from 'vitest';
import { sayFormula } from './say-formula.ts';

test('a ratio is read with the names of its parts', () => {
  expect(sayFormula('100 * (with_ai) / nullIf(commits, 0)')).toBe('100 × with ai ÷ commits');
  expect(sayFormula('100 * (copied + moved) / nullIf(meaningful, 0)')).toBe('100 × (copied + moved) ÷ meaningful');
  expect(sayFormula('(ai_delta) / nullIf(cost / 100, 0)')).toBe('ai delta ÷ (cost ÷ 100)');
});

test('a single measure and what is more than arithmetic are not read out', () => {
  expect(sayFormula('delta')).toBeNull();
  expect(sayFormula(undefined)).toBeNull();
  expect(sayFormula('arrayMap(parts -> if(empty(parts), NULL, arrayAvg(parts)), [100 - churned])')).toBeNull();
});
