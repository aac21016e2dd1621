import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LifeEntries } from '../../domain/survival/life-entries.ts';

const SCRIPT = fileURLToPath(new URL('./referee.R', import.meta.url));

/** Whether R and its survival package are on this machine. */
export function hasR(): boolean {
  try {
    execFileSync('Rscript', ['-e', 'library(survival)'], { stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

export interface RefereeAnswer {
  /** By group: age, survival, error with clusters, error without, lines at risk. */
  points: Map<number, number[][]>;
  /** By group: restricted mean, its error without clusters, median. */
  means: Map<number, number[]>;
  /** Chi-squares by name. */
  tests: Map<string, number>;
}

export async function askR(entries: LifeEntries, until: number): Promise<RefereeAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-survival-'));
  try {
    const rows = Array.from({ length: entries.size }, (_, at) =>
      [entries.cluster, entries.group, entries.stratum, entries.age, entries.ended, entries.left].map(
        (column) => column[at],
      ),
    );
    const file = join(folder, 'entries.csv');
    await writeFile(file, ['cluster,group,stratum,age,ended,left', ...rows.map((row) => row.join(','))].join('\n'));
    const { stdout } = await promisify(execFile)('Rscript', [SCRIPT, file, String(until)], { maxBuffer: 1 << 28 });
    return read(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function read(output: string): RefereeAnswer {
  const answer: RefereeAnswer = { points: new Map(), means: new Map(), tests: new Map() };
  for (const line of output.trim().split('\n')) {
    const [what = '', ...words] = line.trim().split(' ');
    const numbers = words.map((word) => (word === 'NA' ? Number.NaN : Number(word)));
    const [first = 0, ...rest] = numbers;
    if (what === 'point') answer.points.set(first, [...(answer.points.get(first) ?? []), rest]);
    else if (what === 'mean') answer.means.set(first, rest);
    else answer.tests.set(what, first);
  }
  return answer;
}
