const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * Not cached, no referrer that would leak the token in the address to other sites, nothing loaded from anywhere. Without any
 * referrer, browsers would also hide from us that the button was pressed on our own page.
 */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

/** A sentence and at most one button. */
export const htmlPage = (title: string, sentence: string, button?: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<body style="font: 1.1rem system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<p>${escapeHtml(sentence)}</p>
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}
</html>
`;
