import { readdirSync, readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from './html.ts';

const FOLDER = new URL('../../guides/', import.meta.url);

export interface Guide {
  slug: string;
  title: string;
  /** Its first sentence. */
  about: string;
  html: string;
}

const markdown = new MarkdownIt({ html: false, linkify: false });

/** The guides in their order, rendered once: `01-first-call.md` is `first-call`. */
export function readGuides(): Guide[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
      return { slug: file.replace(/^\d+-|\.md$/g, ''), title, about: aboutOf(text), html: markdown.render(text) };
    });
}

/** The first sentence below the title, or the first heading where it begins with one. */
function aboutOf(text: string): string {
  const first = text.split(/\n\s*\n/)[1] ?? '';
  const sentence = /^(.+?[.:;])(?:\s|$)/s.exec(first.replace(/\s+/g, ' '))?.[1] ?? '';
  return sentence.startsWith('#') ? '' : sentence.replace(/[:;]$/, '.').replace(/[`*]/g, '');
}

export const guideContent = (guides: readonly Guide[], shown: Guide): string => {
  const next = guides[guides.indexOf(shown) + 1];
  return `${shown.html}
<p class="neighbours"><span></span>${next ? `<a href="/docs/guides/${next.slug}">Next: ${escapeHtml(next.title)}</a>` : ''}</p>`;
};

export const guideIndex = (guides: readonly Guide[]): string => `<h1>Documentation</h1>
<p>Linescope answers over one HTTP JSON API: who changed what, how durable it was, how fast it reached users, what it broke, what AI wrote.
Each guide is one page, with commands that work as they stand; the <a href="/docs/reference">reference</a> has every call with its fields
and a real answer, and its document is <a href="/openapi.json">openapi.json</a>.</p>
<ol class="guides">
${guides.map(({ slug, title, about }) => `<li><a href="/docs/guides/${slug}">${escapeHtml(title)}</a><br>${escapeHtml(about)}</li>`).join('\n')}
</ol>`;
