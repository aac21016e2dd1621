import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { dayNumber } from '@linescope/contract/days';
import { sha } from './fact-rows.ts';

interface GoldenLives {
  path: string;
  committer: number;
  bornOn: string;
  isNew?: boolean;
  isAi?: boolean;
  lines: number;
  /** How many ended at which age, in days. */
  ended?: [age: number, lines: number][];
}

/**
 * Lines of the golden history that are 90 days old in its weeks.
 *
 *   written  90 days old  who  lines
 *   4 Dec    4 Mar        ann  10 AI lines, of which 3 end after 89 days and 2 after 90; 10 others, of which 4 end after 10 days; 5 changed ones
 *   9 Dec    9 Mar        bob  4, which live
 *   9 Dec    9 Mar        bot  7, which must not count
 */
const LIVES: GoldenLives[] = [
  {
    path: 'a.ts',
    committer: 1,
    bornOn: '2025-12-04',
    isAi: true,
    lines: 10,
    ended: [
      [89, 3],
      [90, 2],
    ],
  },
  { path: 'b.ts', committer: 2, bornOn: '2025-12-04', lines: 10, ended: [[10, 4]] },
  { path: 'b.ts', committer: 2, bornOn: '2025-12-04', isNew: false, lines: 5, ended: [[1, 5]] },
  { path: 'c.ts', committer: 3, bornOn: '2025-12-09', lines: 4 },
  { path: 'd.ts', committer: 5, bornOn: '2025-12-09', lines: 7, ended: [[1, 7]] },
];

export async function insertGoldenLives(clickHouse: ClickHouse): Promise<void> {
  for (const { path, committer, bornOn, isNew = true, isAi = false, lines, ended = [] } of LIVES) {
    const born = dayNumber(bornOn);
    await clickHouse.command(
      `INSERT INTO line_lives (entity_id, repo_id, path, sha, is_new, ai_authored, evidence_tier, born_on, committer_id, category, lines, ended_on, ended, version)
       SELECT 1, 100, {path:String}, {sha:String}, {is_new:Bool}, {is_ai:Bool}, 'unknown', {born:UInt16}, {committer:UInt64}, 'code', {lines:UInt32},
         {ended_on:Array(UInt16)}, {ended:Array(UInt32)}, 1`,
      {
        params: {
          path,
          sha: sha(`f${committer}`),
          is_new: isNew,
          is_ai: isAi,
          born,
          committer,
          lines,
          ended_on: ended.map(([age]) => born + age),
          ended: ended.map(([, count]) => count),
        },
      },
    );
  }
}
