import { describe, expect, test } from 'vitest';
import { assignRespondents } from './assign-respondents.ts';

/** Every forest of so many teams: each team is at the top or below one made before it. */
function* forests(teams: number): Generator<{ id: number; parentId: number | null }[]> {
  if (teams === 0) return yield [];
  for (const rest of forests(teams - 1))
    for (const parentId of [null, ...rest.map((team) => team.id)]) yield [...rest, { id: teams, parentId }];
}

describe('a respondent', () => {
  test('counts in exactly one of their teams, in every tree of up to 6 teams and for every set of memberships', () => {
    let trees = 0;
    for (let count = 1; count <= 6; count += 1) {
      for (const teams of forests(count)) {
        trees += 1;
        const memberships = new Map<number, number[]>();
        for (let set = 0; set < 2 ** count; set += 1)
          memberships.set(
            set,
            teams.map((team) => team.id).filter((id) => set & (1 << (id - 1))),
          );
        const placed = assignRespondents(teams, memberships);
        const parents = new Map(teams.map((team) => [team.id, team.parentId]));
        for (const [committer, own] of memberships) {
          const team = placed.get(committer) ?? null;
          if (own.length === 0) expect(team).toBeNull();
          else if (team === null || !own.includes(team)) throw new Error('placed outside their teams');
          // Nobody is counted above a team of theirs.
          for (const other of own)
            for (let above = parents.get(other) ?? null; above !== null; above = parents.get(above) ?? null)
              if (above === team) throw new Error('placed above one of their teams');
        }
      }
    }
    expect(trees).toBe(1 + 2 + 6 + 24 + 120 + 720);
  });
});
