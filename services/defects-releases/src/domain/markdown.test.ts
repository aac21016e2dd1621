import { expect, test } from 'vitest';
import { renderDescription } from './markdown.ts';

test('markdown becomes HTML, and nothing stays nothing', () => {
  expect(renderDescription('**Down** since `9:00`')).toBe('<p><strong>Down</strong> since <code>9:00</code></p>\n');
  expect([renderDescription(null), renderDescription('')]).toEqual(['', '']);
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  '![x](https://elsewhere.example/pixel.png)',
  '[x](//elsewhere.example)',
])('%s cannot run or load anything', (text) => {
  expect(renderDescription(text)).not.toMatch(/<script|<img|href="(javascript:|\/\/)/);
});

test('links open without access to the page that shows them', () => {
  expect(renderDescription('[docs](https://example.com)')).toContain('rel="noopener noreferrer nofollow"');
});

test('a text past 64 KiB is shown as it is, and cannot run either', () => {
  const html = renderDescription(`<b>${'x'.repeat(64 * 1024)}`);
  expect(html.startsWith('<pre>&lt;b&gt;xxx')).toBe(true);
});
