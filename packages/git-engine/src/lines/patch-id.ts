import { hash } from 'node:crypto';
import type { FileDiff } from '../git/diff-records.ts';

/** The same for two commits with the same change, wherever its lines stand; white space counts. */
export function patchIdOf(files: readonly FileDiff[]): string {
  if (files.length === 0) return '';
  const parts: string[] = [];
  for (const file of files) {
    parts.push(`\u0000${file.status}\n${file.pathBefore}\n${file.pathAfter}\n${file.modeAfter}`);
    if (file.binary || file.oversized || file.hunks.length === 0) parts.push(`${file.blobBefore} ${file.blobAfter}`);
    for (const hunk of file.hunks) {
      if (hunk.oldLines.length > 0) parts.push(`-${hunk.oldLines.join('\n-')}`);
      if (hunk.newLines.length > 0) parts.push(`+${hunk.newLines.join('\n+')}`);
    }
  }
  return hash('sha1', parts.join('\n'));
}
