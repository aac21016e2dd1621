import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LineLog {
  write(line: string): void;
}

/** A log file that is set aside as `.1` when it is full, what was `.1` as `.2`, and so on; the oldest goes. */
export function openRotatingLog(path: string, maxBytes = 10 * 1024 * 1024, kept = 3): LineLog {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;

  const rotate = () => {
    closeSync(file);
    for (let number = kept; number > 0; number -= 1) {
      const older = number === 1 ? path : `${path}.${number - 1}`;
      try {
        renameSync(older, `${path}.${number}`);
      } catch {
        // There are not that many yet.
      }
    }
    file = openSync(path, 'a', 0o600);
    size = 0;
  };

  return {
    write(line) {
      const bytes = Buffer.from(`${line}\n`);
      try {
        if (size > 0 && size + bytes.length > maxBytes) rotate();
        size += writeSync(file, bytes);
      } catch {
        // A full disk must not bring the stack down: the line is lost.
      }
    },
  };
}
