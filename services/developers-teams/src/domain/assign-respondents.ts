interface PlacedTeam {
  id: number;
  parentId: number | null;
}

/**
 * Each participant counts in one team: of theirs the one deepest in the tree, of equally deep ones the oldest. Who is in
 * none of the teams counts among those without one (null).
 */
export function assignRespondents(
  teams: readonly PlacedTeam[],
  participants: ReadonlyMap<number, readonly number[]>,
): Map<number, number | null> {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const depths = new Map<number, number>();
  const depthOf = (id: number): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const parentId = byId.get(id)?.parentId ?? null;
    const depth = parentId !== null && byId.has(parentId) ? depthOf(parentId) + 1 : 0;
    depths.set(id, depth);
    return depth;
  };
  const placed = new Map<number, number | null>();
  for (const [committerId, teamIds] of participants) {
    const [first] = teamIds
      .filter((id) => byId.has(id))
      .sort((one, other) => depthOf(other) - depthOf(one) || one - other);
    placed.set(committerId, first ?? null);
  }
  return placed;
}
