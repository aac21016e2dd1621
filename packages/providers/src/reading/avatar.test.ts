import { expect, test } from 'vitest';
import { avatarOf } from './avatar.ts';

test('an avatar is one that a browser can load', () => {
  expect(avatarOf('https://avatars.example/1')).toEqual({ avatarUrl: 'https://avatars.example/1' });
  for (const none of [
    null,
    undefined,
    '',
    '/uploads/1.png',
    'javascript:alert(1)',
    'https://',
    `https://a.example/${'x'.repeat(2_000)}`,
  ])
    expect(avatarOf(none)).toEqual({});
});
