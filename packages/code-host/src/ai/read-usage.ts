import type { Asked } from '../server/route.ts';
import { readerOf } from '../store/json-file.ts';
import { type UsageFile, type UsageRecord, usageFile } from './records.ts';

const readFile = readerOf(usageFile, () => ({
  organization_id: '00000000-0000-0000-0000-000000000000',
  seats: [],
  rows: [],
}));

/** The usage of an organization, or of the first that has any. */
export function usageAsked(asked: Asked, org?: string): UsageFile {
  const files = asked.data
    .organizations()
    .filter((name) => org === undefined || name === org)
    .map((name) => readFile(asked.data.file(name, 'ai-usage.json')));
  return (
    files.find((file) => file.rows.length > 0) ?? {
      organization_id: '00000000-0000-0000-0000-000000000000',
      seats: [],
      rows: [],
    }
  );
}

export function rowsOf(file: UsageFile, provider: UsageRecord['provider'], from: string, until: string): UsageRecord[] {
  return file.rows.filter((row) => row.provider === provider && row.day >= from && row.day <= until);
}
