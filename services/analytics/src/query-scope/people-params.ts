import type { VisiblePeople } from '../query-scope/visible-people.ts';
import type { Committer } from '../store/entity-copies.ts';

type Visible = Pick<VisiblePeople, 'every' | 'committerIds'>;

/** Of those who see everybody. */
const known = new WeakMap<Committer[], ReturnType<typeof findPeople>>();

/** Processing status and stats access, applied here once for all views: the identities that count, and the primary of each. */
export function peopleParams(committers: Committer[], visible: Visible) {
  if (!visible.every) return findPeople(committers, visible);
  const people = known.get(committers) ?? findPeople(committers, visible);
  known.set(committers, people);
  return people;
}

function findPeople(committers: Committer[], visible: Visible) {
  const mayBeSeen = new Set(visible.committerIds);
  const counted = new Set(
    committers
      .filter(({ committer_id: id, processing_status: status }) => status === 'processing_stats' && mayShow(id))
      .map(({ committer_id: id }) => id),
  );
  function mayShow(id: number): boolean {
    return visible.every || mayBeSeen.has(id);
  }
  const processed = new Set(
    committers
      .filter(({ processing_status: status }) => status === 'processing_stats')
      .map(({ committer_id: id }) => id),
  );
  return {
    processed: committers.filter(({ primary_id: id }) => processed.has(id)).map(({ committer_id: id }) => id),
    people: committers.filter(({ primary_id: id }) => counted.has(id)).map(({ committer_id: id }) => id),
    ...mergedParams(committers),
    seated: committers
      .filter(({ committer_id: id, has_seat: seated }) => seated && counted.has(id))
      .map(({ committer_id: id }) => id),
  };
}

/** Identities that were joined to another one, and the primary of each. */
export function mergedParams(committers: Committer[]) {
  const merged = committers.filter(({ committer_id: id, primary_id: primary }) => primary !== id);
  return {
    merged: merged.map(({ committer_id: id }) => id),
    merged_into: merged.map(({ primary_id: primary }) => primary),
  };
}
