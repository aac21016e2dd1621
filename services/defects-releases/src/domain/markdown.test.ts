import { expect, test } from 'vitest';
import { plainDescription, renderDescription } from './markdown.ts';

test('markdown becomes HTML', () => {
  expect(renderDescription('**Down** since `9:00`')).toBe('<p><strong>Down</strong> since <code>9:00</code></p>\n');
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

test('a long text is shown as it is, cut, and cannot run either', () => {
  const html = renderDescription(`<b>${'x'.repeat(64 * 1024)}`);
  expect(html).toMatch(/^<pre>&lt;b&gt;x+…<\/pre>$/);
});

test('no text makes HTML of more than 64 KiB', () => {
  for (const text of ['&'.repeat(1_000_000), '"'.repeat(16_000), `${'|a'.repeat(4_000)}|\n${'|-'.repeat(4_000)}|`])
    expect(renderDescription(text).length).toBeLessThanOrEqual(64 * 1024);
  expect(plainDescription('short')).toBe('<pre>short</pre>');
});
