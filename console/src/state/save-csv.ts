import type { Params } from '@linescope/client/client';
import { api } from './api.ts';

/** Downloads a whole list or report as CSV, made by the API itself. */
export async function saveCsv(name: string, path: string, params: Params): Promise<void> {
  const stream = await api.download(path, params, 'csv');
  saveBlob(`${name}.csv`, await new Response(stream, { headers: { 'content-type': 'text/csv' } }).blob());
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
