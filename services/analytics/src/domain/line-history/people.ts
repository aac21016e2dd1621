export interface Identity {
  committerId: number;
  /** The primary identity of the person; the same as `committerId` where it is the only one. */
  personId: number;
  userName: string;
  fullName: string;
  email: string;
  avatarUrl: string;
  processingStatus: string;
}

/** The committers of an entity, and which of them are one person. */
export interface People {
  /** Whether the committer's activity is hidden, by their own status or their person's. */
  isHidden(committerId: number): boolean;
  /** Under their primary identity; null for a committer that is not known yet. */
  personOf(committerId: number): Identity | null;
  /** The primary identity's, else the first that an identity of the person has. */
  avatarOf(committerId: number): string | null;
  /** All identities of the same person. */
  identitiesOf(committerId: number): readonly number[];
}

export function createPeople(identities: readonly Identity[]): People {
  const byId = new Map(identities.map((identity) => [identity.committerId, identity]));
  const byPerson = Map.groupBy(identities, (identity) => identity.personId);
  const personOf = (committerId: number): Identity | null => {
    const identity = byId.get(committerId);
    return (identity && byId.get(identity.personId)) ?? identity ?? null;
  };
  const isOff = (identity: Identity | null | undefined): boolean => identity?.processingStatus === 'not_processing';
  const identitiesOf = (committerId: number): readonly number[] => {
    const person = byId.get(committerId)?.personId;
    const own = person === undefined ? undefined : byPerson.get(person);
    return own?.map((identity) => identity.committerId) ?? [committerId];
  };
  return {
    personOf,
    identitiesOf,
    avatarOf: (committerId) =>
      [personOf(committerId), ...identitiesOf(committerId).map((id) => byId.get(id))]
        .map((identity) => identity?.avatarUrl)
        .find(Boolean) ?? null,
    isHidden: (committerId) => isOff(byId.get(committerId)) || isOff(personOf(committerId)),
  };
}
