import type { Guide } from './guides.ts';
import { escapeHtml } from './html.ts';
import type { ApiDocument, Operation } from './reference/api-document.ts';

interface Page {
  /** Null on the first page. */
  title: string | null;
  path: string;
  content: string;
  /** The calls stand beside a page of the reference, so that the next is a click away. */
  document?: ApiDocument;
}

/** A page of the documentation, with everything else of it beside. */
export function docsPage(guides: readonly Guide[], { title, path, content, document }: Page): string {
  const link = (to: string, text: string) =>
    `<li><a href="${to}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`;
  const callLink = (one: Operation) => link(`/docs/reference/${one.operationId}`, one.summary);
  const calls = document?.tags.map(
    ({ name, operations }) => `<p class="group">${escapeHtml(name)}</p><ul>${operations.map(callLink).join('')}</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title ?? 'Documentation')} · Linescope</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<main>
${content}
</main>
<nav aria-label="Documentation">
<p><a href="/docs">Linescope</a></p>
<ul>
${link('/docs/reference', 'API reference')}
</ul>
${calls?.join('\n') ?? ''}
<p class="group">Guides</p>
<ul>
${guides.map((guide) => link(`/docs/guides/${guide.slug}`, guide.title)).join('\n')}
</ul>
</nav>
</body>
</html>
`;
}
