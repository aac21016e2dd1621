import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

/** Past this, a description is shown as plain text: rendering cost must not grow with what a caller sends. */
const RENDER_LIMIT = 64 * 1024;

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== 'img'), 'del', 's'],
  allowedAttributes: { a: ['href', 'title', 'rel'], code: ['class'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
};

/** Markdown as HTML that cannot run, load or link to anything but the web. */
export function renderDescription(text: string | null): string {
  if (text === null || text === '') return '';
  if (text.length > RENDER_LIMIT) return `<pre>${markdown.utils.escapeHtml(text)}</pre>`;
  return sanitizeHtml(markdown.render(text), ALLOWED);
}
