import { expect, test } from 'vitest';
import { sayExpiry } from './expiry-words.ts';

test('a connection whose token has ended says so, and one that ends within a day too', () => {
  const said = [null, -3, -1, 0, 1, 12].map((expires_in_days) => sayExpiry({ expires_in_days }));
  expect(said).toEqual([null, 'expired', 'expired', 'within a day', 'in 1 day', 'in 12 days']);
});
