import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

/** Past this, a description is shown as plain text, and cut. New ones are refused past 16 KiB; older ones may be longer. */
const RENDER_LIMIT = 16 * 1024;
/** The longest HTML of one description: a list of fifty stays below 4 MB. */
const HTML_LIMIT = 64 * 1024;

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== 'img'), 'del', 's'],
  allowedAttributes: { a: ['href', 'title', 'rel'], code: ['class'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
};

/** Markdown as HTML that cannot run, load or link to anything but the web. Call it in the worker: a table can take seconds. */
export function renderDescription(text: string): string {
  if (text.length > RENDER_LIMIT) return plainDescription(text);
  const rendered = markdown.render(text);
  // Checking takes longer than rendering, and would be for nothing.
  if (rendered.length > HTML_LIMIT) return plainDescription(text);
  const html = sanitizeHtml(rendered, ALLOWED);
  return html.length > HTML_LIMIT ? plainDescription(text) : html;
}

/** The text as it was written, cut where its HTML would be too long. */
export function plainDescription(text: string): string {
  let escaped = '';
  for (let end = RENDER_LIMIT; ; end = Math.floor(end / 2)) {
    escaped = markdown.utils.escapeHtml(text.slice(0, end).toWellFormed());
    if (escaped.length < HTML_LIMIT - 100) return `<pre>${escaped}${end < text.length ? '…' : ''}</pre>`;
  }
}
