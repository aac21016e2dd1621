import type { Answered } from '@linescope/test-kit/test-service';

/** All records of an audit as its export gives them, and as its pages by cursor do. */
export async function exportedAndPaged(
  call: (method: string, path: string) => Promise<Answered>,
  type: string,
  filters: string,
): Promise<{ exported: unknown[]; paged: unknown[] }> {
  const path = `/audits?resource_path=acme&resource_type=${type}&${filters}`;
  const { body: text } = await call('GET', `${path}&format=ndjson`);
  const lines: string[] = (text ?? '').split('\n').filter((line: string) => line !== '');
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await call('GET', `${path}&per_page=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...body[type]);
    cursor = body.next_cursor;
  }
  return { exported: lines.map((line) => JSON.parse(line)), paged };
}
