/** The URL of a relation in an RFC 8288 Link header, or null. */
export function linkTo(relation: 'next' | 'last', headers: Headers): string | null {
  for (const part of (headers.get('link') ?? '').split(/,\s*(?=<)/)) {
    const match = /^<([^>]*)>(.*)$/.exec(part.trim());
    const relations = /;\s*rel="?([^";]+)"?/i.exec(match?.[2] ?? '')?.[1]?.split(/\s+/) ?? [];
    if (match?.[1] !== undefined && relations.includes(relation)) return match[1];
  }
  return null;
}
