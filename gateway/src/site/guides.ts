import { readdirSync, readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';

const FOLDER = new URL('../../guides/', import.meta.url);

export interface Guide {
  slug: string;
  title: string;
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
      return { slug: file.replace(/^\d+-|\.md$/g, ''), title, html: markdown.render(text) };
    });
}

/** Every guide, and the reference, stand beside the one that is read. */
export function guidePage(guides: readonly Guide[], shown: Guide | undefined): string {
  const link = (path: string, title: string, isHere: boolean) =>
    `<li><a href="${path}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(shown?.title ?? 'Documentation')} · Linescope</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<nav aria-label="Documentation">
<p><a href="/docs">Linescope</a></p>
<ul>
${link('/docs/reference', 'API reference', false)}
${guides.map((guide) => link(`/docs/guides/${guide.slug}`, guide.title, guide === shown)).join('\n')}
</ul>
</nav>
<main>
${shown?.html ?? index(guides)}
</main>
</body>
</html>
`;
}

const index = (guides: readonly Guide[]): string => `<h1>Documentation</h1>
<p>Linescope answers over one HTTP JSON API: who changed what, how durable it was, how fast it reached users, what it broke, what AI wrote.
The <a href="/docs/reference">reference</a> has every call with a real example and can be tried with a token; its document is
<a href="/openapi.json">openapi.json</a>. Each guide is one page, with commands that work as they stand.</p>
<ol>
${guides.map(({ slug, title }) => `<li><a href="/docs/guides/${slug}">${escapeHtml(title)}</a></li>`).join('\n')}
</ol>`;

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
